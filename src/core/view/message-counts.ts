import type { DrawnUnit } from "./units/drawn-unit.js";
import type { Verdict } from "./verdict.js";

/** How many messages of each role a view shows, whole or shortened. */
export interface MessageCounts {
  readonly user: number;
  readonly assistant: number;
  /** Results, one each. */
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
      // What a model says in one step is one message. Without a turn there is no step: whatever was said stands alone.
      counts.assistant += unit.turn === null ? Math.max(said, speaks) : speaks;
      // What the provider ran itself stands in the model's own message.
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
