/** Writes a chat for people: the answer is the result, everything else stands beside it, dimmed in a terminal. */

import { makeLineBreaker } from "../terminal/line-breaks.js";
import type { Screen } from "../terminal/screen.js";
import { wrapText } from "../terminal/screen.js";
import { fitLine, makePrintable } from "../terminal/text.js";
import { makePieceCleaner } from "./text.js";

export interface ChatWriter {
  /** Call when a message comes in. */
  begin(): void;
  /** Call when the message is handled. */
  over(): void;
  write(piece: string): Promise<void>;
  endLine(): Promise<void>;
  /** A whole answer that does not come in pieces. */
  result(text: string): Promise<void>;
  beside(text: string): Promise<void>;
  /** Shows a line until something else is written. */
  waiting(text: string): void;
  /** Removes that line. */
  quiet(): void;
}

export function makeChatWriter(screen: Screen, isPrompted: boolean): ChatWriter {
  const pieces = makePieceCleaner();
  const lines = makeLineBreaker(() => (isPrompted ? screen.columns : null));
  let isFirst = true;
  let isNew = false;
  let isMidLine = false;
  let isWaiting = false;
  const quiet = () => {
    if (isWaiting) screen.live?.clear();
    isWaiting = false;
  };
  /** In a pipe, an empty line separates the answers; a prompt has one before it. */
  const apart = () => {
    if (!isPrompted && !isFirst) screen.line();
    isFirst = false;
    isNew = false;
  };
  const put = async (text: string) => {
    if (text === "") return;
    quiet();
    if (isNew) apart();
    isMidLine = !text.endsWith("\n");
    await screen.bytes(text);
  };
  const endLine = async () => {
    await put(lines.next(pieces.rest()) + lines.rest());
    if (isMidLine) await put("\n");
    quiet();
  };
  return {
    begin() {
      isNew = true;
    },
    over() {
      quiet();
      if (isPrompted) screen.line();
    },
    write: (piece) => put(lines.next(pieces.next(piece))),
    endLine,
    async result(text) {
      await endLine();
      apart();
      screen.line(wrapText(makePrintable(text), screen.columns ?? Number.POSITIVE_INFINITY));
    },
    async beside(text) {
      await endLine();
      screen.aside(screen.live === null ? text : screen.paint("dim", text));
    },
    waiting(text) {
      if (isMidLine || screen.live === null) return;
      isWaiting = true;
      screen.live.draw(screen.paint("dim", fitLine(text, screen.live.columns)));
    },
    quiet,
  };
}
