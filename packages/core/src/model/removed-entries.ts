/** The verdicts of a call from whose request its provider removed something on its own side. */

import { isObject } from "@clewline/text/json.js";
import type { Entry } from "../log/entry.js";
import type { Pointer } from "../log/keys.js";
import type { Verdict } from "../view/verdict.js";
import type { ServerEdit } from "./server-edits.js";

interface RemovedFrom {
  /** The entries that are shown one by one. */
  readonly entries: ReadonlyMap<number, Entry>;
  readonly point: (seq: number) => Pointer;
  /** Whether its host has the provider reduce the history: an older summary of the provider stands for all before it. */
  readonly isReduced: boolean;
}

/** None says that something was shown which its model did not read. */
export function markRemoved(
  verdicts: readonly Verdict[],
  edits: readonly ServerEdit[],
  { entries, point, isReduced }: RemovedFrom,
): readonly Verdict[] {
  const shown = verdicts.filter(({ kind }) => kind === "kept" || kind === "stubbed");
  const own = shown.flatMap(({ from }) => entries.get(from) ?? []);
  const standing = isReduced ? own.filter(isCompaction).map(({ seq }) => seq) : [];
  const isWhole = edits.some(({ did }) => did === "compacted");
  const summarised = isWhole ? Number.POSITIVE_INFINITY : Math.max(0, ...standing);
  const cleared = new Set(edits.flatMap((edit) => listCleared(own, edit)));
  const mark = (verdict: Verdict, kind: "summarised" | "stubbed"): Verdict => {
    const limit = `provider=${kind === "summarised" ? "compact" : "clear"}`;
    return { ...verdict, kind, rule: "provider", limit, pointer: verdict.pointer ?? point(verdict.from) };
  };
  const isShown = new Set(shown);
  return verdicts.map((verdict) => {
    if (!isShown.has(verdict)) return verdict;
    if (verdict.from < summarised) return mark(verdict, "summarised");
    return cleared.has(verdict.from) ? mark(verdict, "stubbed") : verdict;
  });
}

/** The oldest of what an edit is about, by seq. */
function listCleared(entries: readonly Entry[], { did, count, spared = [] }: ServerEdit): readonly number[] {
  if (did === "compacted") return [];
  if (did === "cleared results") {
    const isOpen = (entry: Entry) => entry.kind === "returned" && !spared.includes(entry.tool);
    return entries
      .filter(isOpen)
      .slice(0, count ?? 0)
      .map(({ seq }) => seq);
  }
  const thinking = entries.filter(
    (entry) => entry.kind === "said" && entry.parts.some(({ kind }) => kind === "reasoning"),
  );
  const turns = new Set([...new Set(thinking.map(({ turn }) => turn))].slice(0, count ?? 0));
  return thinking.filter(({ turn }) => turns.has(turn)).map(({ seq }) => seq);
}

/** Whether it brought its provider's own summary of all before it, as the SDK hands that over. */
function isCompaction(entry: Entry): boolean {
  if (entry.kind !== "said") return false;
  return entry.parts.some((part) => {
    const meta = "meta" in part && isObject(part.meta) ? Object.values(part.meta) : [];
    return meta.some((own) => isObject(own) && own.type === "compaction");
  });
}
