import type { Tokens } from "../log/keys.js";
import { findVerdict, type Verdict } from "../view/verdict.js";
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
  const changes = splitRuns(before, after)
    .map(([from, to]) => ({
      from,
      to,
      before: findVerdict(before, from) ?? null,
      after: findVerdict(after, from) ?? null,
    }))
    .filter((change) => describeLot(change.before) !== describeLot(change.after));
  return joinChanges(changes);
}

/** Ranges of seqs that no verdict of either list divides. */
function splitRuns(before: readonly Verdict[], after: readonly Verdict[]): readonly (readonly [number, number])[] {
  const starts = new Set([...before, ...after].flatMap(({ from, to }) => [from, to + 1]));
  const sorted = [...starts].sort((a, b) => a - b);
  return sorted.slice(1).map((next, index) => [sorted[index] as number, next - 1] as const);
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
