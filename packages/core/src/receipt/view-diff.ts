import type { Tokens } from "../log/keys.js";
import type { Verdict } from "../view/verdict.js";
import type { Receipt } from "./receipt.js";

/** Entries with different verdicts in two views. */
export interface ChangedLot {
  /** The first seq. */
  readonly from: number;
  /** The last seq. */
  readonly to: number;
  /** The first view's verdict; null if the entries were not there yet. */
  readonly before: Verdict | null;
  /** The second view's verdict. */
  readonly after: Verdict | null;
}

/** The difference between two views. */
export interface ViewDiff {
  /** The first view's receipt. */
  readonly before: Receipt;
  /** The second view's receipt. */
  readonly after: Receipt;
  /** Entries with different verdicts, in order. */
  readonly changes: readonly ChangedLot[];
  /** Characters at the beginning of the request that both views share, which a provider's cache can serve. */
  readonly shared: number;
  /** Characters of the two requests. */
  readonly sizes: readonly [before: number, after: number];
}

export function diffViews(before: Receipt, after: Receipt, bytes: readonly [string, string]): ViewDiff {
  return {
    before,
    after,
    changes: diffVerdicts(before.verdicts, after.verdicts),
    shared: measureSharedStart(...bytes),
    sizes: [bytes[0].length, bytes[1].length],
  };
}

export function diffVerdicts(before: readonly Verdict[], after: readonly Verdict[]): readonly ChangedLot[] {
  const changes: ChangedLot[] = [];
  // Both lists partition the lane in its order. Neighbouring views share most of their verdicts, which are the same values.
  let [old, next] = [0, 0];
  for (let from = 0; old < before.length || next < after.length; ) {
    const [then, now] = [before[old], after[next]];
    from = Math.max(from, Math.min(then?.from ?? Number.POSITIVE_INFINITY, now?.from ?? Number.POSITIVE_INFINITY));
    const to = Math.min(findEnd(then, from), findEnd(now, from));
    if (then !== now) {
      const lot = { from, to, before: pickAt(then, from), after: pickAt(now, from) };
      if (describeLot(lot.before) !== describeLot(lot.after)) changes.push(lot);
    }
    if (then !== undefined && then.to <= to) old++;
    if (now !== undefined && now.to <= to) next++;
    from = to + 1;
  }
  return joinChanges(changes);
}

/** The last seq that a verdict, or the gap before it, treats as it treats this one. */
function findEnd(verdict: Verdict | undefined, seq: number): number {
  if (verdict === undefined) return Number.POSITIVE_INFINITY;
  return seq < verdict.from ? verdict.from - 1 : verdict.to;
}

function pickAt(verdict: Verdict | undefined, seq: number): Verdict | null {
  return verdict !== undefined && verdict.from <= seq ? verdict : null;
}

/** Describes a verdict by kind, rule and limit, which make a change for a reader. Tokens follow from them. */
function describeLot(verdict: Verdict | null): string {
  return verdict === null ? "" : `${verdict.kind} ${verdict.rule} ${verdict.limit ?? ""}`;
}

/** Joins neighbours that changed in the same way. */
function joinChanges(changes: readonly ChangedLot[]): readonly ChangedLot[] {
  const result: ChangedLot[] = [];
  for (const change of changes) {
    const last = result.at(-1);
    const alike =
      last !== undefined &&
      last.to + 1 === change.from &&
      describeLot(last.before) === describeLot(change.before) &&
      describeLot(last.after) === describeLot(change.after);
    if (alike)
      result[result.length - 1] = {
        ...last,
        to: change.to,
        before: sum(last.before, change.before),
        after: sum(last.after, change.after),
      };
    else result.push(change);
  }
  return result;
}

function sum(a: Verdict | null, b: Verdict | null): Verdict | null {
  if (a === null || b === null || a.from === b.from) return a;
  const tokens: Tokens = a.tokens + b.tokens;
  return { ...a, to: b.to, tokens };
}

function measureSharedStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let place = 0;
  while (place < most && a.charCodeAt(place) === b.charCodeAt(place)) place++;
  return place;
}
