/** Small values for the cases. */
import assert from "node:assert/strict";
import { ClewError, type ErrorCode } from "@clewline/core/errors.js";
import type { Draft, Entry, EntrySource } from "@clewline/core/log/entry.js";
import { type Epoch, firstEpoch } from "@clewline/core/log/epoch.js";
import {
  type BlobId,
  type EntryId,
  type LaneRef,
  type OwnerKey,
  parseLaneKey,
  parseOwnerKey,
  parseSessionKey,
  type ReceiptId,
  type SessionRef,
  type TurnId,
} from "@clewline/core/log/keys.js";
import type { LeaseClaim } from "@clewline/core/log/lease.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import type { Receipt } from "@clewline/core/receipt/receipt.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";

export type StoreCase = readonly [name: string, check: (store: LogStore) => Promise<void>];

export const me = parseOwnerKey("me");
const prime = 0x100000001b3n;

/** FNV-1a in 64 bits: enough for addresses, and without a library. */
export function sampleHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let index = 0; index < text.length; index++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(index))) * prime);
  }
  return hash.toString(16).padStart(16, "0");
}

export function makeLane(name = "root:1", session = "chat:1", owner: OwnerKey = me): LaneRef {
  return { owner, session: parseSessionKey(session), lane: parseLaneKey(name) };
}

/** The default session of lanes. */
export const chat: SessionRef = { owner: me, session: parseSessionKey("chat:1") };

export const turnId = (name: string): TurnId => name as TurnId;
export const entryId = (name: string): EntryId => name as EntryId;
export const blobId = (name: string): BlobId => name as BlobId;
export const receiptId = (name: string): ReceiptId => name as ReceiptId;

interface Circumstances {
  readonly id?: string;
  readonly turn?: string;
  readonly at?: number;
  readonly arrived?: number;
}

let made = 0;

/** The part of a draft that is not content, with a unique id by default. */
export function makeBase({ id, turn, at = 1_000, arrived = 2_000 }: Circumstances = {}) {
  made += 1;
  return {
    id: entryId(id ?? `entry-${made}`),
    turn: turn === undefined ? null : turnId(turn),
    step: null,
    at,
    arrived,
  };
}

export function makeMessage(text: string, more: Circumstances & { message?: string; revision?: number } = {}): Draft {
  const { message, revision = 0 } = more;
  const source: EntrySource | null = message === undefined ? null : { message, revision };
  const parts = [{ kind: "text", text }] as const;
  return { ...makeBase(more), kind: "said", by: { role: "user", address: "guest" }, parts, source, replyTo: null };
}

export function makeAnswer(text: string, more: Circumstances = {}): Draft {
  const parts = [{ kind: "text", text }] as const;
  return { ...makeBase(more), kind: "said", by: { role: "agent" }, parts, source: null, replyTo: null };
}

export function makeRevision(target: EntryId, text: string, source: EntrySource, more: Circumstances = {}): Draft {
  return { ...makeBase(more), kind: "revised", target, parts: [{ kind: "text", text }], source };
}

export function makeWithdrawal(target: EntryId, source: EntrySource | null = null, more: Circumstances = {}): Draft {
  return { ...makeBase(more), kind: "withdrawn", target, source };
}

export function makeSentNote(messages: readonly string[], more: Circumstances = {}): Draft {
  return { ...makeBase(more), kind: "noted", note: { kind: "sent", messages } };
}

export function makeTurnRecord(id: string, ref: LaneRef, more: Partial<TurnRecord> = {}): TurnRecord {
  const state = { state: "running", origin: "interactive", began: 1_000, ended: null } as const;
  return { id: turnId(id), ref, ...state, messages: [], attachOver: 50_000, asides: [], ...more };
}

/** Expires 100 ms after `now`. */
export function makeClaim(turn: string, now: number, more: Partial<LeaseClaim> = {}): LeaseClaim {
  return { turn: turnId(turn), holder: "process", until: now + 100, renewal: false, ...more };
}

export function makeEpoch(number: number, leaveOut = 0): Epoch {
  return { ...firstEpoch, number, through: { ...firstEpoch.through, "leave-out": leaveOut } };
}

/** The result of a read of a lane that has only entries. */
export const bare = {
  summary: null,
  candidate: null,
  cleared: 0,
  settings: {},
  furthest: null,
  records: [],
  replied: null,
  blobs: new Map<BlobId, string>(),
  leases: [],
};

export function makeReceipt(id: string, ref: LaneRef, more: Partial<Receipt> = {}): Receipt {
  return {
    id: receiptId(id),
    ref,
    turn: turnId("turn"),
    call: 1,
    parent: null,
    at: 1_000,
    chunks: [],
    root: "root",
    verdicts: [{ from: 1, to: 3, kind: "kept", rule: "fits", limit: null, tokens: 12, pointer: null }],
    tokens: 12,
    layers: { recent: 12 },
    overheads: [],
    window: 1_000,
    policy: { name: "balanced", hash: "policy" },
    renderer: "1",
    calibration: "1",
    epoch: firstEpoch,
    compacted: false,
    decisions: { reached: "pure" },
    ...more,
  };
}

export async function append(store: LogStore, ref: LaneRef, ...entries: readonly Draft[]): Promise<readonly Entry[]> {
  return (await store.write({ ref, entries })).entries;
}

/** The value at this index of a list; a missing one fails the case. */
export function nth<Value>(values: readonly Value[], index: number): Value {
  const value = values.at(index);
  assert.ok(value !== undefined, `nothing at ${index} of ${values.length}`);
  return value;
}

export const listTexts = (entries: readonly unknown[]): readonly string[] =>
  entries.map((entry) => /"text":"(.*?)"/.exec(encodeCanonicalJson(entry))?.[1] ?? "");

export async function verifyFailure(work: Promise<unknown>, code: ErrorCode): Promise<void> {
  await assert.rejects(work, (error) => error instanceof ClewError && error.code === code);
}
