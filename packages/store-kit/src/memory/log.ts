import type { Entry } from "@clewline/core/log/entry.js";
import type { Epoch } from "@clewline/core/log/epoch.js";
import type { BlobId, EntryId, Instant, LaneRef, ReceiptId, SessionRef, TurnId } from "@clewline/core/log/keys.js";
import type { Lease } from "@clewline/core/log/lease.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { LaneState, StoredVector } from "@clewline/core/ports/index.js";
import type { Derivation } from "@clewline/core/receipt/derivation.js";
import type { KeptReceipt } from "@clewline/core/receipt/receipt-delta.js";
import { copyJson, encodeCanonicalJson, freezeDeep, type Json } from "@clewline/text/json.js";
import { rememberByObject } from "@clewline/text/remember.js";
import type { StoredEntry, Versions } from "./stored-entry.js";

export interface Lane {
  readonly ref: LaneRef;
  readonly entries: StoredEntry[];
  readonly byId: Map<EntryId, StoredEntry>;
  readonly byTurn: Map<TurnId, StoredEntry[]>;
  readonly turns: Map<TurnId, TurnRecord>;
  newest: Instant;
  readonly epochs: Map<string, Epoch>;
  /** In order of arrival, so the running one is the first. */
  leases: readonly Lease[];
  /** The highest token that a place ever had. */
  token: number;
  /** In order of writing. */
  readonly receipts: KeptReceipt[];
  lastReceipt: ReceiptId | null;
  readonly lastReceiptByKey: Map<string, ReceiptId>;
  /** By id, in order of writing. */
  readonly records: Map<string, LaneRecord>;
  /** By the name of the embedder. */
  readonly vectors: Map<string, LaneVectors>;
  cleared: number;
}

/** All maps are keyed by `keyOf`, owner and session first. */
export interface Log {
  /** How many entries there are in all lanes. */
  written: number;
  readonly lanes: Map<string, Lane>;
  readonly byKey: Map<string, StoredEntry>;
  readonly bySource: Map<string, Versions>;
  /** Edits and withdrawals by session and the id that they are aimed at. */
  readonly byTarget: Map<string, StoredEntry[]>;
  /** Edits and withdrawals of an entry, by lane and the id of that entry. */
  readonly aimedAt: Map<string, Versions>;
  readonly bySent: Map<string, StoredEntry>;
  readonly byAddress: Map<string, StoredEntry>;
  readonly settings: Map<string, LaneState["settings"]>;
  readonly sessions: Map<string, SessionContents>;
}

/** The contents of a session besides its lanes. */
export interface SessionContents {
  readonly ref: SessionRef;
  readonly blobs: Map<BlobId, string>;
  readonly chunks: Map<string, string>;
  /** The lane that holds the record. */
  readonly turns: Map<TurnId, Lane>;
  /** The newest turns whose reply is not yet marked as sent. */
  readonly unsent: Set<TurnId>;
  /** Turns that ever answered an entry. */
  readonly answers: Map<EntryId, TurnId[]>;
  readonly receipts: Map<ReceiptId, KeptReceipt>;
  readonly receiptsByTurn: Map<TurnId, KeptReceipt[]>;
  /** By source, then by kind and key. */
  readonly derived: Map<EntryId, Map<string, DerivedItem>>;
}

export type DerivedItem = Omit<Derivation, "sources">;

export function makeLog(): Log {
  return {
    written: 0,
    lanes: new Map(),
    byKey: new Map(),
    bySource: new Map(),
    byTarget: new Map(),
    aimedAt: new Map(),
    bySent: new Map(),
    byAddress: new Map(),
    settings: new Map(),
    sessions: new Map(),
  };
}

export function makeKey(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts);
}

export function makeLaneKey(ref: LaneRef): string {
  return makeKey(ref.owner, ref.session, ref.lane);
}

export function makeLane(ref: LaneRef): Lane {
  return {
    ref: { ...ref },
    entries: [],
    byId: new Map(),
    byTurn: new Map(),
    turns: new Map(),
    newest: Number.NEGATIVE_INFINITY,
    epochs: new Map(),
    leases: [],
    token: 0,
    receipts: [],
    lastReceipt: null,
    lastReceiptByKey: new Map(),
    records: new Map(),
    vectors: new Map(),
    cleared: 0,
  };
}

export function openContents(log: Log, { owner, session }: SessionRef): SessionContents {
  const known = log.sessions.get(makeKey(owner, session));
  if (known !== undefined) return known;
  const fresh: SessionContents = {
    ref: { owner, session },
    blobs: new Map(),
    chunks: new Map(),
    turns: new Map(),
    unsent: new Set(),
    answers: new Map(),
    receipts: new Map(),
    receiptsByTurn: new Map(),
    derived: new Map(),
  };
  log.sessions.set(makeKey(owner, session), fresh);
  return fresh;
}

/** Returns the same object each time, so that callers can use it as a key. */
export const readEntry = rememberByObject((kept: StoredEntry): Entry => {
  const { id, turn, step, arrived } = kept.draft;
  return freezeDeep({ ...JSON.parse(kept.content), id, seq: kept.seq, turn, step, arrived } as Entry);
});

/** A copy that shares nothing with the value, as after a round trip through a file. */
export function cloneValue<Value extends object>(value: Value): Value {
  return JSON.parse(encodeCanonicalJson(value)) as Value;
}

/** A copy of a value from `cloneValue`, which is canonical JSON already. */
export function copyValue<Value extends object>(value: Value): Value {
  return copyJson(value as unknown as Json) as unknown as Value;
}

/** Rounds down to a count. A limit that is not a number counts as 0. */
export function normaliseLimit(limit: number): number {
  return Math.max(0, Math.floor(limit) || 0);
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

export function pushValue<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

export function pickValues<Key, Value>(from: ReadonlyMap<Key, Value>, keys: readonly Key[]): ReadonlyMap<Key, Value> {
  const pairs = keys.map((key) => [key, from.get(key)] as const);
  return new Map(pairs.flatMap(([key, value]) => (value === undefined ? [] : [[key, value] as const])));
}

/** A lane's vectors of one embedder. */
export interface LaneVectors {
  /** In order of writing; the number of each is its place here, from 1. */
  readonly written: StoredVector[];
  /** The newest of each seq. */
  readonly bySeq: Map<number, StoredVector>;
  through: number;
}
