import { windowTokens } from "../bot.js";

/** What a peer is told to read of its log, where it can't be told a number of tokens. */
export const mostMessages = 64;

/** Room for the request: a quarter of the window is for the answer, as in Clew. */
export const inputTokens = windowTokens * 0.75;
const perMessage = 4;

/** An estimate that holds for every script, as one without a tokenizer would write it. */
export function countTokens(text: string): number {
  return Buffer.byteLength(text) / 3 + perMessage;
}

/** The newest messages that fit the window, oldest first. They are given in that order too. */
export function fitWindow<Message>(messages: readonly Message[], text: (message: Message) => string): Message[] {
  let [first, tokens] = [messages.length, 0];
  for (; first > 0; first--) {
    const message = messages[first - 1];
    if (message !== undefined) tokens += countTokens(text(message));
    if (tokens > inputTokens) break;
  }
  return messages.slice(first);
}
