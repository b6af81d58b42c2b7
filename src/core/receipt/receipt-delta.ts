/**
 * A receipt is kept as what differs from its parent, so that a turn costs what is new.
 *
 * 1. `resolveReceipt` of a chain gives exactly the receipts that `kept` was given.
 * 2. A chain is at most 64 long: a checkpoint, which holds its lists whole, comes after 63 deltas and at each compaction.
 */
import type { ReceiptId } from "../log/keys.js";
import type { Verdict } from "../view/verdict.js";
import type { Receipt } from "./receipt.js";

const checkpointEvery = 64;

/** At `at` of the parent's list, `remove` pieces give way to `insert`. In order, by places of the parent's list. */
export interface ChunkSplice {
  /** The place in the parent's list. */
  readonly at: number;
  /** How many pieces give way. */
  readonly remove: number;
  /** What stands there instead. */
  readonly insert: readonly string[];
}

/** What differs between a receipt and its parent. */
export interface ReceiptDelta {
  /** The parent. */
  readonly base: ReceiptId;
  /** How many receipts stand between this one and its checkpoint, itself included. */
  readonly depth: number;
  /** What changes in the list of pieces. */
  readonly chunks: readonly ChunkSplice[];
  /** Those that the parent does not have; they stand in for all of the parent's that they overlap. */
  readonly verdicts: readonly Verdict[];
}

/** Whole, for a checkpoint; else with what it changes. */
export type KeptReceipt = Receipt | (Omit<Receipt, "chunks" | "verdicts"> & { readonly delta: ReceiptDelta });

/** What a receipt is compared with: its parent, and how deep in its chain that is. */
export interface ParentReceipt {
  readonly receipt: Receipt;
  readonly depth: number;
}

export function makeKeptReceipt(receipt: Receipt, before: ParentReceipt | null): KeptReceipt {
  if (before === null || receipt.compacted || before.depth + 1 >= checkpointEvery) return receipt;
  if (findLastSeq(receipt) < findLastSeq(before.receipt)) return receipt;
  const { chunks, verdicts, ...rest } = receipt;
  const delta: ReceiptDelta = {
    base: before.receipt.id,
    depth: before.depth + 1,
    chunks: diffChunks(before.receipt.chunks, chunks),
    verdicts: filterChangedVerdicts(before.receipt.verdicts, verdicts),
  };
  return { ...rest, delta };
}

/** A delta has no word for verdicts that are gone, so a receipt about less of the lane than its parent is whole. */
function findLastSeq({ verdicts }: Receipt): number {
  return verdicts.at(-1)?.to ?? 0;
}

/** The chunks that a receipt names by itself. */
export function listOwnChunks(receipt: KeptReceipt): readonly string[] {
  return "delta" in receipt ? receipt.delta.chunks.flatMap(({ insert }) => insert) : receipt.chunks;
}

export function readDepth(receipt: KeptReceipt): number {
  return "delta" in receipt ? receipt.delta.depth : 0;
}

/** The receipt at the end of a chain that begins with its checkpoint; null for a chain that doesn't, or is broken. */
export function resolveReceipt(chain: readonly KeptReceipt[]): Receipt | null {
  let whole: Receipt | null = null;
  for (const link of chain) {
    if (!("delta" in link)) whole = link;
    else if (whole === null || whole.id !== link.delta.base) return null;
    else {
      const { delta, ...rest } = link;
      whole = {
        ...rest,
        chunks: applySplices(whole.chunks, delta.chunks),
        verdicts: mergeVerdicts(whole.verdicts, delta.verdicts),
      };
    }
  }
  return whole;
}

/** Views grow at their end, so the common beginning and end are nearly all; what is between them is one splice. */
function diffChunks(before: readonly string[], after: readonly string[]): readonly ChunkSplice[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const remove = before.length - start - end;
  const insert = after.slice(start, after.length - end);
  return remove === 0 && insert.length === 0 ? [] : [{ at: start, remove, insert }];
}

function applySplices(before: readonly string[], changes: readonly ChunkSplice[]): readonly string[] {
  let result: readonly string[] = [];
  let next = 0;
  for (const { at, remove, insert } of changes) {
    result = [...result, ...before.slice(next, at), ...insert];
    next = at + remove;
  }
  return [...result, ...before.slice(next)];
}

/** Both are in order. */
function filterChangedVerdicts(before: readonly Verdict[], after: readonly Verdict[]): readonly Verdict[] {
  let next = 0;
  return after.filter((verdict) => {
    while ((before[next]?.from ?? Number.POSITIVE_INFINITY) < verdict.from) next++;
    return !isSame(before[next], verdict);
  });
}

/** Both lists partition the lane, so a verdict of the parent that is gone overlaps one that is new. */
function mergeVerdicts(before: readonly Verdict[], changes: readonly Verdict[]): readonly Verdict[] {
  const result: Verdict[] = [];
  let next = 0;
  for (const verdict of before) {
    for (; changes[next] !== undefined && (changes[next] as Verdict).from <= verdict.to; next++) {
      result.push(changes[next] as Verdict);
    }
    const last = result.at(-1);
    const overlapped = last !== undefined && last.to >= verdict.from;
    if (!overlapped) result.push(verdict);
  }
  return [...result, ...changes.slice(next)];
}

function isSame(a: Verdict | undefined, b: Verdict): boolean {
  if (a === b) return true;
  return (
    a !== undefined &&
    a.from === b.from &&
    a.to === b.to &&
    a.kind === b.kind &&
    a.rule === b.rule &&
    a.limit === b.limit &&
    a.tokens === b.tokens &&
    a.pointer === b.pointer
  );
}
