/**
 * Stores a receipt as the difference from its parent, so that a turn costs only what is new.
 *
 * 1. `resolveReceipt` of a chain gives exactly the receipt that `makeKeptReceipt` was given.
 * 2. A chain has at most 64 receipts: a checkpoint, which holds its lists whole, comes after 63 deltas and at each
 * compaction.
 */

import { encodeCanonicalJson, toJson } from "@clewline/text/json.js";
import type { ReceiptId } from "../log/keys.js";
import type { ChunkSplice } from "../log/record.js";
import type { StandingVerdict, Verdict } from "../view/verdict.js";
import type { Receipt } from "./receipt.js";

export const checkpointEvery = 64;

/** The difference between a receipt and its parent. @public */
export interface ReceiptDelta {
  /** The parent. */
  readonly base: ReceiptId;
  /** How many deltas lead from the checkpoint to this one, itself included. */
  readonly depth: number;
  /** The changes in the list of pieces. */
  readonly chunks: readonly ChunkSplice[];
  /** The verdicts that the parent lacks; they replace all of the parent's that they overlap. */
  readonly verdicts: readonly Verdict[];
}

/** A checkpoint is whole; any other receipt holds its changes. */
export type KeptReceipt = Receipt | (Omit<Receipt, "chunks" | "verdicts"> & { readonly delta: ReceiptDelta });

export interface ParentReceipt {
  readonly receipt: Receipt;
  readonly depth: number;
}

export function makeKeptReceipt(receipt: Receipt, before: ParentReceipt | null): KeptReceipt {
  if (before === null || receipt.compacted || before.depth + 1 >= checkpointEvery) return receipt;
  if (findLastSeq(receipt) < findLastSeq(before.receipt)) return receipt;
  const { chunks, verdicts, standing = [], ...rest } = receipt;
  const delta: ReceiptDelta = {
    base: before.receipt.id,
    depth: before.depth + 1,
    chunks: diffChunks(before.receipt.chunks, chunks),
    verdicts: filterChangedVerdicts(before.receipt.verdicts, verdicts),
  };
  // Verdicts on standing memories change seldom. If the delta has none, the parent's hold.
  return isSameStanding(before.receipt.standing ?? [], standing) ? { ...rest, delta } : { ...rest, standing, delta };
}

function isSameStanding(before: readonly StandingVerdict[], after: readonly StandingVerdict[]): boolean {
  return encodeCanonicalJson(toJson(before)) === encodeCanonicalJson(toJson(after));
}

/** A delta can't remove verdicts, so a receipt that covers less of the lane than its parent is stored whole. */
function findLastSeq({ verdicts }: Receipt): number {
  return verdicts.at(-1)?.to ?? 0;
}

export function listOwnChunks(receipt: KeptReceipt): readonly string[] {
  return "delta" in receipt ? receipt.delta.chunks.flatMap(({ insert }) => insert) : receipt.chunks;
}

export function readDepth(receipt: KeptReceipt): number {
  return "delta" in receipt ? receipt.delta.depth : 0;
}

/** The receipt at the end of a chain that begins with its checkpoint; null if the chain is incomplete. */
export function resolveReceipt(chain: readonly KeptReceipt[]): Receipt | null {
  let whole: Receipt | null = null;
  for (const link of chain) {
    if (!("delta" in link)) whole = link;
    else if (whole === null || whole.id !== link.delta.base) return null;
    else {
      const { delta, standing: changed, ...rest } = link;
      const standing: readonly StandingVerdict[] = changed ?? whole.standing ?? [];
      whole = {
        ...rest,
        ...(standing.length === 0 ? {} : { standing }),
        chunks: applySplices(whole.chunks, delta.chunks),
        verdicts: mergeVerdicts(whole.verdicts, delta.verdicts),
      };
    }
  }
  return whole;
}

/** Views grow at their end, so one splice between the common beginning and end is nearly minimal. */
export function diffChunks(before: readonly string[], after: readonly string[]): readonly ChunkSplice[] {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const remove = before.length - start - end;
  const insert = after.slice(start, after.length - end);
  return remove === 0 && insert.length === 0 ? [] : [{ at: start, remove, insert }];
}

export function applySplices(before: readonly string[], changes: readonly ChunkSplice[]): readonly string[] {
  let result: readonly string[] = [];
  let next = 0;
  for (const { at, remove, insert } of changes) {
    result = [...result, ...before.slice(next, at), ...insert];
    next = at + remove;
  }
  return [...result, ...before.slice(next)];
}

/** Both lists are in order. */
function filterChangedVerdicts(before: readonly Verdict[], after: readonly Verdict[]): readonly Verdict[] {
  let next = 0;
  return after.filter((verdict) => {
    while ((before[next]?.from ?? Number.POSITIVE_INFINITY) < verdict.from) next++;
    return !isSame(before[next], verdict);
  });
}

/** Both lists partition the lane, so every verdict of the parent that is gone overlaps a new one. */
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

/** The receipt with other names for some of its pieces; the same value where it has none of them. */
export function renamePieces(receipt: KeptReceipt, names: ReadonlyMap<string, string>): KeptReceipt {
  const rename = (pieces: readonly string[]) => pieces.map((piece) => names.get(piece) ?? piece);
  const has = (pieces: readonly string[]) => pieces.some((piece) => names.has(piece));
  if (!("delta" in receipt)) return has(receipt.chunks) ? { ...receipt, chunks: rename(receipt.chunks) } : receipt;
  const { delta } = receipt;
  if (!delta.chunks.some(({ insert }) => has(insert))) return receipt;
  const chunks = delta.chunks.map((splice) => ({ ...splice, insert: rename(splice.insert) }));
  return { ...receipt, delta: { ...delta, chunks } };
}
