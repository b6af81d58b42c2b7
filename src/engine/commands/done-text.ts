import { formatShortNumber } from "../../core/text/short-number.js";
import type { CompactResult } from "../growth/compact-lane.js";
import { lowerFirst } from "./sentence.js";

export function describeCompaction(outcome: CompactResult): string {
  if (outcome.kind === "nothing") return `Nothing to compact: ${lowerFirst(outcome.why)}.`;
  const { summarised, kept, freed, degraded } = outcome;
  const lines = [
    `Compacted: ${formatMessageCount(summarised)} now told by a summary.`,
    `${formatShortNumber(kept)} kept as they are, ${formatShortNumber(freed)} tokens freed.`,
    "The log keeps everything.",
  ];
  if (degraded !== null) lines.push(`The summary was made by rule: ${degraded}.`);
  return lines.join("\n");
}

export function describeClearing({ cleared }: { readonly cleared: number }): string {
  if (cleared === 0) return "Nothing to clear: the context is empty already.";
  const what = cleared === 1 ? "1 entry is" : `${cleared.toLocaleString("en-US")} entries are`;
  return `Cleared: ${what} no longer shown to the model.\nThe log keeps them, and search still finds them.`;
}

function formatMessageCount(count: number): string {
  return count === 1 ? "1 message is" : `${count.toLocaleString("en-US")} messages are`;
}
