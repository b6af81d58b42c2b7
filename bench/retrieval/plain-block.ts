/** The block for rankings that have none of their own: the date once for each session, then a line for each message. */
import { countTokens, estimated } from "../../src/core/text/tokens/count-tokens.js";
import type { ChatMessage } from "./chat.js";

const [opening, closing] = ["<memories>", "</memories>"];

export interface BlockMaker {
  /** The best messages that fit, best first. One that does not fit is skipped. */
  choose(best: readonly ChatMessage[], budget: number): readonly ChatMessage[];
  /** The same as a block, in the order in which they were said. */
  fill(best: readonly ChatMessage[], budget: number): string;
}

interface MessageCost {
  readonly line: number;
  readonly date: number;
}

/** Counts each message once. */
export function makeBlockMaker(): BlockMaker {
  const known = new WeakMap<ChatMessage, MessageCost>();
  const count = (line: string) => countTokens(`${line}\n`, estimated);
  const measure = (message: ChatMessage) => {
    const cost = known.get(message) ?? { line: count(renderLine(message)), date: count(renderDate(message)) };
    known.set(message, cost);
    return cost;
  };
  const fences = count(opening) + count(closing);
  const choose = (best: readonly ChatMessage[], budget: number) => {
    const chosen: ChatMessage[] = [];
    const sessions = new Set<string>();
    let left = budget - fences;
    for (const message of best) {
      const { line, date } = measure(message);
      const tokens = line + (sessions.has(message.session) ? 0 : date);
      if (tokens > left) continue;
      left -= tokens;
      sessions.add(message.session);
      chosen.push(message);
      if (left < 6) break;
    }
    return chosen;
  };
  return { choose, fill: (best, budget) => renderBlock(choose(best, budget)) };
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
