/** Lets the newest statement of a thing precede those that it replaced. */
import type { Question } from "./question.js";
import type { RankedMessage, SaidMessage } from "./rank-messages.js";

export function preferNewest<Message extends SaidMessage>(
  _question: Question,
  ranked: readonly RankedMessage<Message>[],
): readonly RankedMessage<Message>[] {
  return ranked;
}
