/** Estimates what entries take in a request, as views do. */

import { type Entry, listParts, type Part, type Text } from "@clewline/core/log/entry.js";
import type { Tokens } from "@clewline/core/log/keys.js";
import { messageFraming } from "@clewline/core/view/block.js";
import { callOverhead } from "@clewline/core/view/renderer.js";
import { encodeCanonicalJson, type Json } from "@clewline/text/json.js";
import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import type { LaneHistory } from "@clewline/try/history.js";
import { sum } from "@clewline/try/sums.js";

export interface TokenEstimate {
  /** The entries' words alone, before the model's factor. */
  readonly words: Tokens;
  readonly framing: Tokens;
}

/** Estimates the entries after one place and up to another. */
export function estimateEntries(lane: LaneHistory, after: number, to: number): TokenEstimate {
  const shown = lane.entries.slice(after, to).filter(({ kind }) => kind !== "noted" && kind !== "withdrawn");
  const tools = shown.filter(({ kind }) => kind === "called" || kind === "returned").length;
  return {
    words: sum(shown.map((entry) => countEntryTokens(lane, entry))),
    framing: shown.length * messageFraming + tools * callOverhead,
  };
}

export function applyFactor(factor: number, { words, framing }: TokenEstimate): Tokens {
  return Math.ceil(words * factor) + framing;
}

function countEntryTokens(lane: LaneHistory, entry: Entry): Tokens {
  const count = (text: Text) => countTokens(readWholeText(lane, text), estimated);
  switch (entry.kind) {
    case "called":
      return count(entry.tool) + count(entry.input) + countMeta(entry.meta);
    case "returned": {
      const { output } = entry;
      const body = output.kind === "content" ? countPartTokens(output.parts, count) : count(output.text);
      return count(entry.tool) + body + countMeta(entry.meta);
    }
    default:
      return countPartTokens(listParts(entry), count);
  }
}

function countPartTokens(parts: readonly Part[], count: (text: Text) => Tokens): Tokens {
  return sum(parts.map((part) => (part.kind === "file" ? part.tokens : count(part.text) + countMeta(part.meta))));
}

/** Reasoning is sent back as the provider signed it. */
function countMeta(meta: Json | undefined): Tokens {
  return meta === undefined ? 0 : countTokens(encodeCanonicalJson(meta), estimated);
}

function readWholeText({ blobs }: LaneHistory, text: Text): string {
  return typeof text === "string" ? text : (blobs.get(text.blob) ?? "");
}
