import type { Draft, Entry, Source } from "../../core/entry.js";
import { canonical } from "../../core/json.js";
import type { BlobId, EntryId, Instant, LaneRef, OwnerKey, ReceiptId, TurnId } from "../../core/keys.js";
import type { Receipt } from "../../core/receipt.js";
import type { Epoch } from "../../core/snapshot.js";
import type { TurnRecord } from "../../core/turn.js";

/** An entry with its content as text, so that nobody outside holds a piece of the log. */
export interface Kept {
  readonly ref: LaneRef;
  readonly seq: number;
  readonly draft: Pick<Draft, "id" | "kind" | "turn" | "step" | "at" | "arrived">;
  readonly source: Source | null;
  readonly sent: readonly string[];
  readonly fromAgent: boolean;
  readonly address: string;
  readonly content: string;
}

export interface Lane {
  readonly ref: LaneRef;
  readonly entries: Kept[];
  readonly byId: Map<EntryId, Kept>;
  readonly byTurn: Map<TurnId, Kept[]>;
  readonly turns: Map<TurnId, TurnRecord>;
  newest: Instant;
  readonly epochs: Map<string, Epoch>;
  lastReceipt: ReceiptId | null;
}

/** All maps but `owners` are keyed by `keyOf`, owner first. */
export interface Log {
  readonly lanes: Map<string, Lane>;
  readonly byKey: Map<string, Kept>;
  readonly bySource: Map<string, Kept[]>;
  readonly bySent: Map<string, Kept>;
  readonly byAddress: Map<string, Kept>;
  readonly owners: Map<OwnerKey, OwnerContents>;
}

export interface OwnerContents {
  readonly blobs: Map<BlobId, string>;
  readonly chunks: Map<string, string>;
  /** The lane that holds the record. */
  readonly turns: Map<TurnId, Lane>;
  readonly receipts: Map<ReceiptId, Receipt>;
  readonly receiptsByTurn: Map<TurnId, Receipt[]>;
}

export function emptyLog(): Log {
  return {
    lanes: new Map(),
    byKey: new Map(),
    bySource: new Map(),
    bySent: new Map(),
    byAddress: new Map(),
    owners: new Map(),
  };
}

export function keyOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}

export function laneKeyOf(ref: LaneRef): string {
  return keyOf(ref.owner, ref.session, ref.lane);
}

export function emptyLane(ref: LaneRef): Lane {
  return {
    ref: { ...ref },
    entries: [],
    byId: new Map(),
    byTurn: new Map(),
    turns: new Map(),
    newest: Number.NEGATIVE_INFINITY,
    epochs: new Map(),
    lastReceipt: null,
  };
}

export function contentsOf(log: Log, owner: OwnerKey): OwnerContents {
  const known = log.owners.get(owner);
  if (known !== undefined) return known;
  const fresh: OwnerContents = {
    blobs: new Map(),
    chunks: new Map(),
    turns: new Map(),
    receipts: new Map(),
    receiptsByTurn: new Map(),
  };
  log.owners.set(owner, fresh);
  return fresh;
}

export function entryOf(kept: Kept): Entry {
  const { id, turn, step, arrived } = kept.draft;
  return { ...JSON.parse(kept.content), id, seq: kept.seq, turn, step, arrived } as Entry;
}

/** A copy that shares nothing with the value: what a round trip through a file would give. */
export function copyOf<Value extends object>(value: Value): Value {
  return JSON.parse(canonical(value)) as Value;
}

export function addTo<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
