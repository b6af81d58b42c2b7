/** The block for rankings that have none of their own: the date once for each session, then a line for each message. */
import { rememberByText } from "@clewline/text/remember.js";
import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import type { ChatMessage } from "./chat.js";

const [opening, closing] = ["<memories>", "</memories>"];

export interface BlockMaker {
  /** The best messages that fit, in the order in which they were said. One that does not fit is skipped. */
  fill(best: readonly ChatMessage[], budget: number): string;
}

/** Counts each line once. */
export function makeBlockMaker(): BlockMaker {
  const count = rememberByText((line: string) => countTokens(`${line}\n`, estimated), {
    texts: 20_000,
    characters: 4_000_000,
  });
  const fences = count(opening) + count(closing);
  const choose = (best: readonly ChatMessage[], budget: number) => {
    const chosen: ChatMessage[] = [];
    const sessions = new Set<string>();
    let left = budget - fences;
    for (const message of best) {
      const date = sessions.has(message.session) ? 0 : count(renderDate(message));
      const tokens = count(renderLine(message)) + date;
      if (tokens > left) continue;
      left -= tokens;
      sessions.add(message.session);
      chosen.push(message);
      if (left < 6) break;
    }
    return chosen;
  };
  return { fill: (best, budget) => renderBlock(choose(best, budget)) };
}

function renderBlock(chosen: readonly ChatMessage[]): string {
  const inOrder = [...chosen].sort((a, b) => a.at - b.at);
  const lines = inOrder.flatMap((message, index) =>
    inOrder[index - 1]?.session === message.session
      ? [renderLine(message)]
      : [renderDate(message), renderLine(message)],
  );
  return [opening, ...lines, closing].join("\n");
}

function renderDate({ at }: ChatMessage): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")}:`;
}

function renderLine({ by, text }: ChatMessage): string {
  return `${by}: ${text}`;
}
