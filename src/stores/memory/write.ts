import { ClewError } from "../../core/errors.js";
import { bodyOf, isSameDelivery, sourceOf } from "../../core/log/delivery.js";
import type { Draft, Source } from "../../core/log/entry.js";
import type { EntryId } from "../../core/log/keys.js";
import { isAsExpected, isHeldBy } from "../../core/log/lease.js";
import { addressOf, type Hash } from "../../core/log/pointer.js";
import { refuseEnded, type TurnRecord } from "../../core/log/turn.js";
import type { Change, Written } from "../../core/ports/index.js";
import type { Derivation } from "../../core/receipt/derivation.js";
import {
  addTo,
  contentsOf,
  copyOf,
  type Derived,
  emptyLane,
  entryOf,
  type Kept,
  keyOf,
  type Lane,
  type Log,
  laneKeyOf,
  type SessionContents,
} from "./log.js";
import { claimed, isRunning, listed, released } from "./queue.js";
import { putReceipt } from "./receipts.js";
import { mergeSettings, putRecord } from "./records.js";
import { putTurn, recordOf } from "./turns.js";

/** All that may fail comes first: once the first map changes, the rest of the change follows. */
export function writeChange(log: Log, hash: Hash, change: Change): Written {
  const lane = log.lanes.get(laneKeyOf(change.ref)) ?? emptyLane(change.ref);
  if (!isInHands(lane, change)) return { done: false, entries: [], leases: listed(lane.leases) };
  if (!isInPlace(log, lane, change) || !isInEpoch(lane, change)) return { done: false, entries: [], leases: [] };
  const { placed, added } = place(log, lane, hash, change);
  const { turn, history, receipt, records, settings, epoch, derived } = contentsIn(change);
  if (turn !== undefined) refuseEnded(recordOf(log, lane.ref, turn.id) ?? null, change.reopen === true);

  log.lanes.set(laneKeyOf(lane.ref), lane);
  for (const kept of added) append(log, lane, kept);
  const contents = contentsOf(log, lane.ref);
  keepUnknown(contents.blobs, change.blobs);
  keepUnknown(contents.chunks, change.receipt?.chunks);
  for (const past of history) if (!contents.turns.has(past.id)) putTurn(contents, lane, past);
  moveQueue(lane, change);
  if (turn !== undefined && mayRun(lane, change)) endOrGoOn(contents, lane, turn);
  if (receipt !== undefined) putReceipt(contents, lane, receipt);
  for (const record of records) putRecord(lane, record);
  if (settings !== undefined) mergeSettings(log, lane.ref, settings);
  lane.cleared = Math.max(lane.cleared, Math.min(change.cleared ?? 0, lane.entries.length));
  if (epoch?.number === epochNumber(lane, epoch?.key ?? "") + 1) lane.epochs.set(epoch.key, epoch);
  for (const derivation of derived) putDerivation(contents, derivation);
  return { done: true, entries: placed.map(entryOf), leases: change.claim === undefined ? [] : listed(lane.leases) };
}

function contentsIn(change: Change) {
  return {
    turn: change.turn && copyOf(change.turn),
    history: (change.history ?? []).map(copyOf),
    receipt: change.receipt && copyOf(change.receipt.receipt),
    records: (change.records ?? []).map(copyOf),
    settings: change.settings && copyOf(change.settings),
    epoch: change.epoch && copyOf(change.epoch),
    derived: (change.derived ?? []).map(copyOf),
  };
}

/** Whether the queue is what whoever writes takes it for. */
function isInHands({ leases }: Lane, { expects, holder }: Change): boolean {
  if (expects !== undefined && !isAsExpected(leases, expects)) return false;
  return holder === undefined || isHeldBy(leases, holder);
}

/** A place is given up before the claim, so that one change can take over from another turn. */
function moveQueue(lane: Lane, { release, claim }: Change): void {
  lane.leases = released(lane.leases, release);
  if (claim !== undefined) Object.assign(lane, claimed(lane, claim));
}

function mayRun(lane: Lane, { claim }: Change): boolean {
  return claim === undefined || isRunning(lane.leases, claim);
}

function endOrGoOn(contents: SessionContents, lane: Lane, turn: TurnRecord): void {
  putTurn(contents, lane, turn);
  if (turn.state !== "running") lane.leases = released(lane.leases, turn.id);
}

function isInPlace(log: Log, lane: Lane, { expectedSeq, entries = [] }: Change): boolean {
  if (expectedSeq === undefined) return true;
  if (expectedSeq !== lane.entries.length + 1) return false;
  const ids = new Set(entries.map(({ id }) => id));
  const keys = entries.flatMap((draft) => sourceKey(lane, sourceOf(draft)) ?? []);
  const isRepeating = ids.size < entries.length || new Set(keys).size < keys.length;
  return !isRepeating && ![...ids].some((id) => lane.byId.has(id)) && !keys.some((key) => log.byKey.has(key));
}

function isInEpoch(lane: Lane, { expectedEpoch }: Change): boolean {
  return expectedEpoch === undefined || expectedEpoch.number === epochNumber(lane, expectedEpoch.key);
}

function epochNumber(lane: Lane, key: string): number {
  return lane.epochs.get(key)?.number ?? 0;
}

interface Placing {
  /** One for each draft, in its order. */
  readonly placed: readonly Kept[];
  /** Those that the log does not have yet. */
  readonly added: readonly Kept[];
}

function place(log: Log, lane: Lane, hash: Hash, change: Change): Placing {
  const pendingKeys = new Map<string, Kept>();
  const pendingIds = new Map<EntryId, Kept>();
  const placed = (change.entries ?? []).map((draft) => {
    const key = sourceKey(lane, sourceOf(draft));
    const sameKey = key === null ? undefined : (log.byKey.get(key) ?? pendingKeys.get(key));
    const known = sameKey ?? lane.byId.get(draft.id) ?? pendingIds.get(draft.id);
    if (known !== undefined) return equalOrConflict(known, draft);
    const next = pendingIds.size + 1;
    const kept = keptFrom(draft, lane, { seq: lane.entries.length + next, order: log.written + next }, hash);
    if (key !== null) pendingKeys.set(key, kept);
    pendingIds.set(draft.id, kept);
    return kept;
  });
  return { placed, added: [...pendingIds.values()] };
}

function sourceKey(lane: Lane, source: Source | null): string | null {
  return source === null ? null : keyOf(lane.ref.owner, lane.ref.session, source.message, source.revision);
}

function equalOrConflict(known: Kept, draft: Draft): Kept {
  if (isSameDelivery(entryOf(known), draft)) return known;
  const source = sourceOf(draft);
  const key = JSON.stringify((source?.message ?? draft.id).slice(0, 80));
  const name = source === null ? `Entry ${key}` : `Message ${key}, revision ${source.revision},`;
  throw new ClewError("log/conflict", `${name} is already in the log with other content`, {
    hint: "The log never changes: give an edit a newer revision, and a new entry an id of its own",
  });
}

function keptFrom(draft: Draft, lane: Lane, { seq, order }: Pick<Kept, "seq" | "order">, hash: Hash): Kept {
  const { id, kind, turn, step, at, arrived } = draft;
  const source = sourceOf(draft);
  return {
    ref: lane.ref,
    seq,
    order,
    draft: { id, kind, turn, step, at, arrived },
    source: source === null ? null : { ...source },
    target: draft.kind === "revised" || draft.kind === "withdrawn" ? draft.target : null,
    sent: draft.kind === "noted" && draft.note.kind === "sent" ? [...draft.note.messages] : [],
    fromAgent: draft.kind === "said" && draft.by.role === "agent",
    address: addressOf(lane.ref, seq, hash),
    content: bodyOf(draft),
  };
}

function append(log: Log, lane: Lane, kept: Kept): void {
  const { owner, session } = lane.ref;
  log.written = kept.order;
  lane.entries.push(kept);
  lane.byId.set(kept.draft.id, kept);
  if (kept.draft.turn !== null) addTo(lane.byTurn, kept.draft.turn, kept);
  lane.newest = Math.max(lane.newest, kept.draft.at);
  const key = sourceKey(lane, kept.source);
  if (key !== null && kept.source !== null) {
    log.byKey.set(key, kept);
    addTo(log.bySource, keyOf(owner, session, kept.source.message), kept);
  }
  if (kept.target !== null) addTo(log.byTarget, keyOf(owner, session, kept.target), kept);
  for (const message of kept.sent) log.bySent.set(keyOf(owner, session, message), kept);
  // Two entries may share an address of fifty bits; a pointer goes on meaning the first.
  keepUnknown(log.byAddress, new Map([[keyOf(owner, session, kept.address), kept]]));
}

function putDerivation(contents: SessionContents, { kind, key, sources }: Derivation): void {
  for (const source of sources) {
    const lines = contents.derived.get(source) ?? new Map<string, Derived>();
    lines.set(keyOf(kind, key), { kind, key });
    contents.derived.set(source, lines);
  }
}

function keepUnknown<Key, Value>(known: Map<Key, Value>, offered: ReadonlyMap<Key, Value> | undefined): void {
  for (const [key, value] of offered ?? []) if (!known.has(key)) known.set(key, value);
}
