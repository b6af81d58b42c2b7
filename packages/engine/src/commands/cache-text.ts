/** Words for a cache that did not have the beginning of a request. */
import type { BreakCause, PrefixBreak } from "@clewline/core/model/prefix/break.js";
import { formatShortNumber } from "@clewline/text/short-number.js";
import { formatDollars } from "./status-text.js";

const words: Readonly<Record<BreakCause, string>> = {
  tools: "the tools changed",
  reordered: "the same JSON came in another order",
  clock: "a date or a time in the system text changed",
  instructions: "the system text changed",
  edited: "a message was edited, withdrawn or said anew",
  "client compaction": "the client compacted or replaced its list",
  setting: "a setting changed",
  compaction: "Clew compacted the view",
  rewritten: "Clew changed the view",
  "server edit": "the provider edited the request on its side",
  idle: "the cache had expired",
  model: "another model has another cache",
  marks: "no cache mark was where the provider looks for one",
  account: "another account has another cache",
  provider: "the provider did not find what it had cached",
};

export function describeCause(cause: BreakCause): string {
  return words[cause];
}

/** In one sentence. */
export function describeBreak({ cause, because, block, tokens, dollars, told }: PrefixBreak): string {
  const price = dollars === null ? "" : ` (${formatDollars(dollars)})`;
  const more = because === null ? "" : ` (${because})`;
  const where = block === null ? "" : `, from ${block} on`;
  const by = told === "provider" ? ", says the provider" : "";
  return `${formatShortNumber(tokens)} tokens were paid again${price}${where}: ${words[cause]}${more}${by}.`;
}
