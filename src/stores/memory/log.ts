import type { Entry } from "../../core/log/entry.js";
import type { Epoch } from "../../core/log/epoch.js";
import type { BlobId, EntryId, Instant, LaneRef, ReceiptId, SessionRef, TurnId } from "../../core/log/keys.js";
import type { Lease } from "../../core/log/lease.js";
import type { LaneRecord } from "../../core/log/record.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { LaneState } from "../../core/ports/index.js";
import type { Derivation } from "../../core/receipt/derivation.js";
import type { KeptReceipt } from "../../core/receipt/receipt-delta.js";
import { copyJson, encodeCanonicalJson, freezeDeep, type Json } from "../../core/text/json.js";
import { rememberByObject } from "../../core/text/remember.js";
import type { LaneVectors } from "./lane-vectors.js";
import type { StoredEntry } from "./stored-entry.js";
import type { Versions } from "./versions.js";

export interface Lane {
  readonly ref: LaneRef;
  readonly entries: StoredEntry[];
  readonly byId: Map<EntryId, StoredEntry>;
  readonly byTurn: Map<TurnId, StoredEntry[]>;
  readonly turns: Map<TurnId, TurnRecord>;
  newest: Instant;
  readonly epochs: Map<string, Epoch>;
  /** In order of arrival, so the one that runs is the first. */
  leases: readonly Lease[];
  /** The highest that a place ever had. */
  token: number;
  /** In order of writing. */
  readonly receipts: KeptReceipt[];
  lastReceipt: ReceiptId | null;
  readonly lastReceiptByKey: Map<string, ReceiptId>;
  /** By id, in order of writing. */
  readonly records: Map<string, LaneRecord>;
  /** By the name of what made them. */
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
  /** What is aimed at an entry, by lane and the id of that entry. */
  readonly aimedAt: Map<string, Versions>;
  readonly bySent: Map<string, StoredEntry>;
  readonly byAddress: Map<string, StoredEntry>;
  readonly settings: Map<string, LaneState["settings"]>;
  readonly sessions: Map<string, SessionContents>;
}

/** What belongs to a session besides its lanes. */
export interface SessionContents {
  readonly ref: SessionRef;
  readonly blobs: Map<BlobId, string>;
  readonly chunks: Map<string, string>;
  /** The lane that holds the record. */
  readonly turns: Map<TurnId, Lane>;
  /** The newest turns whose reply was never said to be sent. */
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

/** The same one each time, so that whoever keeps something by the entry finds it again. */
export const readEntry = rememberByObject((kept: StoredEntry): Entry => {
  const { id, turn, step, arrived } = kept.draft;
  return freezeDeep({ ...JSON.parse(kept.content), id, seq: kept.seq, turn, step, arrived } as Entry);
});

/** A copy that shares nothing with the value: what a round trip through a file would give. */
export function cloneValue<Value extends object>(value: Value): Value {
  return JSON.parse(encodeCanonicalJson(value)) as Value;
}

/** A copy of what `cloneValue` made when it was written: that is JSON, in order, already. */
export function copyValue<Value extends object>(value: Value): Value {
  return copyJson(value as unknown as Json) as unknown as Value;
}

/** A limit that is no number of things asks for none. */
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
