/** The block for rankings that have none of their own: the date once for each session, then a line for each message. */
import { countTokens, estimated } from "../../src/core/text/tokens/count-tokens.js";
import type { ChatMessage } from "./chat.js";

const [opening, closing] = ["<memories>", "</memories>"];

export interface BlockMaker {
  /** The best messages that fit, in the order in which they were said. One that does not fit is skipped. */
  fill(best: readonly ChatMessage[], budget: number): string;
}

/** Counts each message once. */
export function makeBlockMaker(): BlockMaker {
  const known = new Map<string, number>();
  const count = (line: string) => {
    const tokens = known.get(line) ?? countTokens(`${line}\n`, estimated);
    known.set(line, tokens);
    return tokens;
  };
  const fences = count(opening) + count(closing);
  return {
    fill: (best, budget) => {
      const chosen: ChatMessage[] = [];
      const sessions = new Set<string>();
      let left = budget - fences;
      for (const message of best) {
        const head = sessions.has(message.session) ? 0 : count(renderDate(message));
        const tokens = head + count(renderLine(message));
        if (tokens > left) continue;
        left -= tokens;
        sessions.add(message.session);
        chosen.push(message);
        if (left < 6) break;
      }
      return renderBlock(chosen);
    },
  };
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
