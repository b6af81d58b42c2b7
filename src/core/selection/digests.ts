/** What stands for turns of earlier days: what is worth keeping of each group, found by rule. */
import { messageFraming } from "../block.js";
import type { Tokens } from "../keys.js";
import type { Scribe } from "../scribe.js";
import { digestOf, summaryBlock } from "../summary/compile.js";
import type { Summary } from "../summary/summary.js";
import type { Passage } from "./passages.js";
import type { Past, Sorted } from "./sorted.js";

/** The newest group has the first claim on the room. A group of which nothing is told is only left out. */
export function withDigests(scribe: Scribe, { rules, told }: Past, room: Tokens): Sorted {
  const digests: Summary[] = [];
  const all = new Map(rules);
  let left = room;
  for (const passages of told.toReversed()) {
    const digest = digestOf(scribe, entriesOf(passages, all), left);
    if (digest === null) {
      for (const { seq } of passages.flatMap(({ entries }) => entries))
        if (all.get(seq) === "tier") all.set(seq, "age");
      continue;
    }
    left = Math.max(0, left - summaryBlock(scribe, digest).tokens - messageFraming);
    digests.unshift(digest);
  }
  return { rules: all, digests, room };
}

/** Without what is shown all the same, because the message replies to it. */
function entriesOf(passages: readonly Passage[], rules: Sorted["rules"]): Passage["entries"] {
  const entries = passages.flatMap((passage) => passage.entries).filter(({ seq }) => rules.get(seq) === "tier");
  return entries.sort((a, b) => a.seq - b.seq);
}
