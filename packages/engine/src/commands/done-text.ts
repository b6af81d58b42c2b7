import { formatRanges } from "@clewline/core/log/ranges/lane-ranges.js";
import { formatShortNumber } from "@clewline/text/short-number.js";
import type { CompactResult } from "../growth/compact-lane.js";
import type { RangesReport, RangeVerb } from "./change-ranges.js";
import { lowerFirst } from "./sentence.js";

export function describeCompaction(outcome: CompactResult, isUndo = false): string {
  if (outcome.kind === "nothing") return `Nothing to ${isUndo ? "take back" : "compact"}: ${lowerFirst(outcome.why)}.`;
  if (outcome.kind === "undone") {
    const again = formatCount(outcome.shown, "message is", "messages are");
    return `Taken back: ${again} shown again as they were, ${formatShortNumber(outcome.tokens)} tokens in all.\nNothing is compacted again before the window is full.`;
  }
  const { summarised, kept, freed, degraded } = outcome;
  const lines = [
    `Compacted: ${formatCount(summarised, "message is", "messages are")} now told by a summary.`,
    `${formatShortNumber(kept)} kept as they are, ${formatShortNumber(freed)} tokens freed.`,
    "The log keeps everything.",
  ];
  if (degraded !== null) lines.push(`The summary was made by rule: ${degraded}.`);
  return lines.join("\n");
}

export function describeRangeChange(verb: RangeVerb, { hidden, pinned, unshown, changed }: RangesReport): string {
  if (changed === 0) return `Nothing done: ${unchanged[verb]}.`;
  const entries = formatCount(changed, "entry is", "entries are");
  const lines = [`Done: ${entries} ${done[verb]}.`];
  if (hidden.length > 0) lines.push(`Hidden: ${formatRanges(hidden)}.`);
  if (pinned.length > 0) lines.push(`Pinned: ${formatRanges(pinned)}.`);
  if (unshown > 0) lines.push(`There is no room for ${formatCount(unshown, "pinned entry", "pinned entries")}.`);
  return lines.join("\n");
}

const done: Readonly<Record<RangeVerb, string>> = {
  hide: "no longer shown to the model; the log keeps them, and search and recall find them",
  show: "no longer hidden",
  pin: "shown with every message from now on",
  unpin: "treated as any other again",
};

const unchanged: Readonly<Record<RangeVerb, string>> = {
  hide: "all of that is hidden already",
  show: "nothing of that is hidden",
  pin: "all of that is pinned already",
  unpin: "nothing of that is pinned",
};

export function describeClearing({ cleared }: { readonly cleared: number }): string {
  if (cleared === 0) return "Nothing to clear: the context is empty already.";
  const what = cleared === 1 ? "1 entry is" : `${cleared.toLocaleString("en-US")} entries are`;
  return `Cleared: ${what} no longer shown to the model.\nThe log keeps them, and search still finds them.`;
}

function formatCount(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString("en-US")} ${many}`;
}
