import type { ServerInUse } from "@clewline/clewline/config/find-server.js";
import type { Screen } from "../terminal/screen.js";
import { fitLine, makePrintable } from "../terminal/text.js";
import { formatMoment } from "../terminal/time-text.js";
import type { ChatEvent, LastExchange } from "./event.js";
import { makeChatWriter } from "./printer.js";
import { renderToolLine, stoppedText } from "./text.js";

export interface ChatOutput {
  tell(event: ChatEvent): Promise<void>;
  /** Shows that something is under way before there is output. */
  waiting(what: string): void;
  /** Call when a message comes in. */
  begin(): void;
  /** Call when the message is handled. */
  over(): void;
  /** Separates the next part of the answer. */
  paragraph(): Promise<void>;
}

export function makeDataOutput(screen: Screen): ChatOutput {
  return {
    tell: async (event) => screen.data(event),
    waiting: () => undefined,
    begin: () => undefined,
    over: () => undefined,
    paragraph: async () => screen.data({ type: "text", text: "\n\n" } satisfies ChatEvent),
  };
}

export function makeTextOutput(screen: Screen, isPrompted: boolean): ChatOutput {
  const pen = makeChatWriter(screen, isPrompted);
  return {
    begin: pen.begin,
    over: pen.over,
    paragraph: pen.endLine,
    waiting: (what) => pen.waiting(`· ${what}`),
    async tell(event) {
      switch (event.type) {
        case "text":
          return pen.write(event.text);
        case "tool":
          return event.state === "returned" ? pen.quiet() : pen.beside(renderToolLine(event, screen.columns));
        case "turn":
          return event.state === "cancelled" ? pen.beside(stoppedText) : pen.endLine();
        case "command":
          return pen.result(event.text);
        case "model":
          await pen.beside(renderModelLine(event));
          return event.server === undefined ? undefined : pen.beside(makePrintable(describeServer(event.server)));
        case "chat":
          await pen.beside(makePrintable(`Log: ${event.store} (${event.because}), chat ${event.session}`));
          return isPrompted ? pen.beside("/help lists the commands, Ctrl-D ends the chat.") : undefined;
        case "last":
          return pen.beside(renderLastExchange(screen, event).join("\n"));
        case "remark":
          return pen.beside(makePrintable(event.text));
        case "error":
          await pen.endLine();
          return screen.aside(`clew: ${makePrintable(event.message)}. ${makePrintable(event.hint)}`);
        default:
          return event satisfies never;
      }
    },
  };
}

function renderModelLine({ name, because, note }: Extract<ChatEvent, { type: "model" }>): string {
  return makePrintable(`Model: ${name} (${because})${note === undefined ? "" : `. ${note}`}`);
}

/** Where what is said goes, and who decided that. */
export function describeServer({ address, because }: ServerInUse): string {
  return `Server: ${address} (${because})`;
}

function renderLastExchange(screen: Screen, { at, state, message, reply }: LastExchange): readonly string[] {
  const { columns } = screen;
  const when = at === null ? "some time ago" : formatMoment(Date.parse(at), screen);
  const line = (start: string, text: string) =>
    start + fitLine(text, columns === null ? null : Math.max(20, columns - start.length));
  if (state === "failed") {
    return [
      line("Your last message was not answered: ", message),
      `It is of ${when}. Send it again if it still matters.`,
    ];
  }
  const ending = reply ?? endings[state];
  return [`Last exchange, ${when}:`, line("  you:   ", message), line("  agent: ", ending)];
}

const endings: Readonly<Record<Exclude<LastExchange["state"], "failed">, string>> = {
  running: "(is answering, in another process)",
  waiting: "(waits for an approval)",
  completed: "(no words)",
  cancelled: "(stopped)",
};
