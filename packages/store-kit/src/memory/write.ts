import { ClewError } from "@clewline/core/errors.js";
import { encodeBody, findEntrySource, isSameDelivery } from "@clewline/core/log/delivery.js";
import type { Draft, EntrySource } from "@clewline/core/log/entry.js";
import type { EntryId } from "@clewline/core/log/keys.js";
import { isAsExpected, isRunningHolder } from "@clewline/core/log/lease.js";
import { type Hash, makeAddress } from "@clewline/core/log/pointer.js";
import { refuseEnded, type TurnRecord } from "@clewline/core/log/turn.js";
import { type Change, type ChangeResult, hasOnlyVectors } from "@clewline/core/ports/index.js";
import type { Derivation } from "@clewline/core/receipt/derivation.js";
import {
  cloneValue,
  type DerivedItem,
  type Lane,
  type Log,
  makeKey,
  makeLane,
  makeLaneKey,
  openContents,
  pushValue,
  readEntry,
  type SessionContents,
} from "./log.js";
import { claimPlace, copyQueue, isRunning, releasePlace } from "./queue.js";
import { putReceipt } from "./receipts.js";
import { mergeSettings, putRecord } from "./records.js";
import type { StoredEntry } from "./stored-entry.js";
import { putVersion } from "./stored-entry.js";
import { findTurnRecord, markSent, putTurn } from "./turns.js";
import { putVectors, voidOutdated } from "./vectors.js";

/** All that may fail comes first: once the first map changes, the rest of the change follows. */
export function writeChange(log: Log, hash: Hash, change: Change): ChangeResult {
  const lane = log.lanes.get(makeLaneKey(change.ref)) ?? makeLane(change.ref);
  if (!isInHands(lane, change)) return { done: false, entries: [], leases: copyQueue(lane.leases) };
  if (!isInPlace(log, lane, change) || !isInEpoch(lane, change)) return { done: false, entries: [], leases: [] };
  if (!log.lanes.has(makeLaneKey(change.ref)) && hasOnlyVectors(change))
    return { done: false, entries: [], leases: [] };
  const { placed, added } = place(log, lane, hash, change);
  const { turn, history, receipt, records, settings, epoch, derived } = copyContents(change);
  if (change.whileOpen !== undefined) refuseEnded(findTurnRecord(log, lane.ref, change.whileOpen) ?? null, false);
  if (turn !== undefined) refuseEnded(findTurnRecord(log, lane.ref, turn.id) ?? null, change.reopen === true);

  log.lanes.set(makeLaneKey(lane.ref), lane);
  for (const kept of added) append(log, lane, kept);
  const contents = openContents(log, lane.ref);
  keepUnknown(contents.blobs, change.blobs);
  keepUnknown(contents.chunks, change.chunks);
  keepUnknown(contents.chunks, change.receipt?.chunks);
  for (const past of history) if (!contents.turns.has(past.id)) putTurn(contents, lane, past);
  moveQueue(lane, change);
  if (turn !== undefined && mayRun(lane, change)) updateTurn(contents, lane, turn);
  markSent(contents, change.sent);
  if (receipt !== undefined) putReceipt(contents, lane, receipt);
  for (const record of records) putRecord(lane, record);
  if (settings !== undefined) mergeSettings(log, lane.ref, settings);
  lane.cleared = Math.max(lane.cleared, Math.min(change.cleared ?? 0, lane.entries.length));
  if (epoch?.number === readEpochNumber(lane, epoch?.key ?? "") + 1) lane.epochs.set(epoch.key, epoch);
  for (const derivation of derived) putDerivation(contents, derivation);
  if (added.some(isVersion)) voidOutdated(log, lane.ref);
  if (change.vectors !== undefined) putVectors(log, lane, change.vectors);
  return {
    done: true,
    entries: placed.map(readEntry),
    leases: change.claim === undefined ? [] : copyQueue(lane.leases),
  };
}

function isVersion({ target, source }: StoredEntry): boolean {
  return target !== null || (source?.revision ?? 0) !== 0;
}

function copyContents(change: Change) {
  return {
    turn: change.turn && cloneValue(change.turn),
    history: (change.history ?? []).map(cloneValue),
    receipt: change.receipt && cloneValue(change.receipt.receipt),
    records: (change.records ?? []).map(cloneValue),
    settings: change.settings && cloneValue(change.settings),
    epoch: change.epoch && cloneValue(change.epoch),
    derived: (change.derived ?? []).map(cloneValue),
  };
}

/** Whether the queue is what whoever writes takes it for. */
function isInHands({ leases }: Lane, { expects, holder }: Change): boolean {
  if (expects !== undefined && !isAsExpected(leases, expects)) return false;
  return holder === undefined || isRunningHolder(leases, holder);
}

/** A place is given up before the claim, so that one change can take over from another turn. */
function moveQueue(lane: Lane, { release, claim }: Change): void {
  lane.leases = releasePlace(lane.leases, release);
  if (claim !== undefined) Object.assign(lane, claimPlace(lane, claim));
}

function mayRun(lane: Lane, { claim }: Change): boolean {
  return claim === undefined || isRunning(lane.leases, claim);
}

function updateTurn(contents: SessionContents, lane: Lane, turn: TurnRecord): void {
  putTurn(contents, lane, turn);
  if (turn.state !== "running") lane.leases = releasePlace(lane.leases, turn.id);
}

function isInPlace(log: Log, lane: Lane, { expectedSeq, entries = [] }: Change): boolean {
  if (expectedSeq === undefined) return true;
  if (expectedSeq !== lane.entries.length + 1) return false;
  const ids = new Set(entries.map(({ id }) => id));
  const keys = entries.flatMap((draft) => makeSourceKey(lane, findEntrySource(draft)) ?? []);
  const isRepeating = ids.size < entries.length || new Set(keys).size < keys.length;
  return !isRepeating && ![...ids].some((id) => lane.byId.has(id)) && !keys.some((key) => log.byKey.has(key));
}

function isInEpoch(lane: Lane, { expectedEpoch }: Change): boolean {
  return expectedEpoch === undefined || expectedEpoch.number === readEpochNumber(lane, expectedEpoch.key);
}

function readEpochNumber(lane: Lane, key: string): number {
  return lane.epochs.get(key)?.number ?? 0;
}

interface Placing {
  /** One for each draft, in its order. */
  readonly placed: readonly StoredEntry[];
  /** Those that the log does not have yet. */
  readonly added: readonly StoredEntry[];
}

function place(log: Log, lane: Lane, hash: Hash, change: Change): Placing {
  const pendingKeys = new Map<string, StoredEntry>();
  const pendingIds = new Map<EntryId, StoredEntry>();
  const placed = (change.entries ?? []).map((draft) => {
    const key = makeSourceKey(lane, findEntrySource(draft));
    const sameKey = key === null ? undefined : (log.byKey.get(key) ?? pendingKeys.get(key));
    const known = sameKey ?? lane.byId.get(draft.id) ?? pendingIds.get(draft.id);
    if (known !== undefined) return checkDelivery(known, draft);
    const next = pendingIds.size + 1;
    const kept = makeStoredEntry(draft, lane, { seq: lane.entries.length + next, order: log.written + next }, hash);
    if (key !== null) pendingKeys.set(key, kept);
    pendingIds.set(draft.id, kept);
    return kept;
  });
  return { placed, added: [...pendingIds.values()] };
}

function makeSourceKey(lane: Lane, source: EntrySource | null): string | null {
  return source === null ? null : makeKey(lane.ref.owner, lane.ref.session, source.message, source.revision);
}

function checkDelivery(known: StoredEntry, draft: Draft): StoredEntry {
  if (isSameDelivery(readEntry(known), draft)) return known;
  const source = findEntrySource(draft);
  const key = JSON.stringify((source?.message ?? draft.id).slice(0, 80));
  const name = source === null ? `Entry ${key}` : `Message ${key}, revision ${source.revision},`;
  throw new ClewError("log/conflict", `${name} is already in the log with other content`, {
    hint: "The log never changes: give an edit a newer revision, and a new entry an id of its own",
  });
}

export function makeStoredEntry(
  draft: Draft,
  lane: Lane,
  { seq, order }: Pick<StoredEntry, "seq" | "order">,
  hash: Hash,
): StoredEntry {
  const { id, kind, turn, step, at, arrived } = draft;
  const source = findEntrySource(draft);
  return {
    ref: lane.ref,
    seq,
    order,
    draft: { id, kind, turn, step, at, arrived },
    source: source === null ? null : { ...source },
    target: draft.kind === "revised" || draft.kind === "withdrawn" ? draft.target : null,
    sent: draft.kind === "noted" && draft.note.kind === "sent" ? [...draft.note.messages] : [],
    fromAgent: draft.kind === "said" && draft.by.role === "agent",
    fromSystem: draft.kind === "said" && draft.by.role === "system",
    address: makeAddress(lane.ref, seq, hash),
    content: encodeBody(draft),
  };
}

export function append(log: Log, lane: Lane, kept: StoredEntry): void {
  const { owner, session } = lane.ref;
  log.written = kept.order;
  lane.entries.push(kept);
  lane.byId.set(kept.draft.id, kept);
  if (kept.draft.turn !== null) pushValue(lane.byTurn, kept.draft.turn, kept);
  lane.newest = Math.max(lane.newest, kept.draft.at);
  const key = makeSourceKey(lane, kept.source);
  if (key !== null && kept.source !== null) {
    log.byKey.set(key, kept);
    putVersion(log.bySource, makeKey(owner, session, kept.source.message), kept);
  }
  if (kept.target !== null) {
    pushValue(log.byTarget, makeKey(owner, session, kept.target), kept);
    putVersion(log.aimedAt, makeKey(makeLaneKey(lane.ref), kept.target), kept);
  }
  for (const message of kept.sent) log.bySent.set(makeKey(owner, session, message), kept);
  // Two entries may share an address of fifty bits; a pointer goes on meaning the first.
  keepUnknown(log.byAddress, new Map([[makeKey(owner, session, kept.address), kept]]));
}

/** Vectors tell themselves what they were made from. */
function putDerivation(contents: SessionContents, { kind, key, sources }: Derivation): void {
  if (kind === "vector") return;
  for (const source of sources) {
    const lines = contents.derived.get(source) ?? new Map<string, DerivedItem>();
    lines.set(makeKey(kind, key), { kind, key });
    contents.derived.set(source, lines);
  }
}

function keepUnknown<Key, Value>(known: Map<Key, Value>, offered: ReadonlyMap<Key, Value> | undefined): void {
  for (const [key, value] of offered ?? []) if (!known.has(key)) known.set(key, value);
}
