import type { Entry } from "../../log/entry.js";
import type { Rule } from "../verdict.js";

export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The ranges of a lane that are not among these entries: an earlier compaction left them out. */
export function listUnreadRanges(entries: readonly Entry[], last: number): readonly Range[] {
  const ranges: Range[] = [];
  let next = 1;
  for (const { seq } of entries) {
    if (seq > next) ranges.push({ from: next, to: seq - 1 });
    next = seq + 1;
  }
  if (next <= last) ranges.push({ from: next, to: last });
  return ranges;
}

/** Whether a notice has to mention entries under this rule, because nothing else does. */
export function isListed(rule: Rule): boolean {
  return rule === "lookback" || rule === "recency" || rule === "selection" || rule === "age";
}
