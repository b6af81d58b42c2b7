import type { DrawnUnit } from "./units/drawn-unit.js";
import type { Verdict } from "./verdict.js";

/** How many messages of each role a view shows, whole or shortened. */
export interface MessageCounts {
  readonly user: number;
  readonly assistant: number;
  /** Counts each result as one. */
  readonly tool: number;
}

export function countMessages(units: readonly DrawnUnit[], verdicts: readonly Verdict[]): MessageCounts {
  const shown = collectShownSeqs(verdicts);
  const counts = { user: 0, assistant: 0, tool: 0 };
  for (const { unit, items } of units) {
    const entries = items.map(({ entry }) => entry).filter(({ seq }) => shown.has(seq));
    const said = entries.filter(({ kind }) => kind === "said").length;
    if (unit.kind === "single") counts.user += said;
    else {
      const speaks = entries.some(({ kind }) => kind === "said" || kind === "called") ? 1 : 0;
      // A model's words in one step are one message. Without a turn there are no steps, so every message counts.
      counts.assistant += unit.turn === null ? Math.max(said, speaks) : speaks;
      // Results of provider-run tools are part of the model's own message.
      counts.tool += entries.filter((entry) => entry.kind === "returned" && entry.hosted !== true).length;
    }
  }
  return counts;
}

function collectShownSeqs(verdicts: readonly Verdict[]): ReadonlySet<number> {
  const shown = new Set<number>();
  for (const { from, to, kind } of verdicts) {
    if (kind !== "kept" && kind !== "stubbed") continue;
    for (let seq = from; seq <= to; seq++) shown.add(seq);
  }
  return shown;
}
