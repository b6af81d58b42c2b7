import { bodyOf, isSameDelivery, sourceOf } from "../../core/delivery.js";
import type { Draft, Entry, Source } from "../../core/entry.js";
import { ClewError } from "../../core/errors.js";
import type { EntryId } from "../../core/keys.js";
import { addressOf, type Hash } from "../../core/pointer.js";
import type { Change } from "../../core/ports.js";
import type { Receipt } from "../../core/receipt.js";
import { refuseEnded, type TurnRecord } from "../../core/turn.js";
import {
  addTo,
  contentsOf,
  copyOf,
  emptyLane,
  entryOf,
  type Kept,
  keyOf,
  type Lane,
  type Log,
  laneKeyOf,
  type OwnerContents,
} from "./log.js";

/** All that may fail comes first: once the first map changes, the rest of the change follows. */
export function writeChange(log: Log, hash: Hash, change: Change): readonly Entry[] {
  const lane = log.lanes.get(laneKeyOf(change.ref)) ?? emptyLane(change.ref);
  const { placed, added } = place(log, lane, hash, change);
  const turn = change.turn && copyOf(change.turn);
  if (turn !== undefined) {
    const owner = contentsOf(log, lane.ref.owner);
    refuseEnded(owner.turns.get(turn.id)?.turns.get(turn.id) ?? null, change.reopen === true);
  }
  const receipt = change.receipt && copyOf(change.receipt.receipt);
  const epoch = change.epoch && copyOf(change.epoch);

  log.lanes.set(laneKeyOf(lane.ref), lane);
  for (const kept of added) append(log, lane, kept);
  const contents = contentsOf(log, lane.ref.owner);
  keepUnknown(contents.blobs, change.blobs);
  keepUnknown(contents.chunks, change.receipt?.chunks);
  if (turn !== undefined) putTurn(contents, lane, turn);
  if (receipt !== undefined) putReceipt(contents, lane, receipt);
  if (epoch?.number === (lane.epochs.get(epoch?.key ?? "")?.number ?? 0) + 1) lane.epochs.set(epoch.key, epoch);
  return placed.map(entryOf);
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
    const kept = keptFrom(draft, lane, lane.entries.length + pendingIds.size + 1, hash);
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

function keptFrom(draft: Draft, lane: Lane, seq: number, hash: Hash): Kept {
  const { id, kind, turn, step, at, arrived } = draft;
  const source = sourceOf(draft);
  return {
    ref: lane.ref,
    seq,
    draft: { id, kind, turn, step, at, arrived },
    source: source === null ? null : { ...source },
    sent: draft.kind === "noted" && draft.note.kind === "sent" ? [...draft.note.messages] : [],
    fromAgent: draft.kind === "said" && draft.by.role === "agent",
    address: addressOf(lane.ref, seq, hash),
    content: bodyOf(draft),
  };
}

function append(log: Log, lane: Lane, kept: Kept): void {
  const { owner, session } = lane.ref;
  lane.entries.push(kept);
  lane.byId.set(kept.draft.id, kept);
  if (kept.draft.turn !== null) addTo(lane.byTurn, kept.draft.turn, kept);
  lane.newest = Math.max(lane.newest, kept.draft.at);
  const key = sourceKey(lane, kept.source);
  if (key !== null && kept.source !== null) {
    log.byKey.set(key, kept);
    addTo(log.bySource, keyOf(owner, session, kept.source.message), kept);
  }
  for (const message of kept.sent) log.bySent.set(keyOf(owner, session, message), kept);
  // Two entries may share an address of fifty bits; a pointer goes on meaning the first.
  keepUnknown(log.byAddress, new Map([[keyOf(owner, kept.address), kept]]));
}

function putTurn(contents: OwnerContents, lane: Lane, turn: TurnRecord): void {
  contents.turns.get(turn.id)?.turns.delete(turn.id);
  contents.turns.set(turn.id, lane);
  lane.turns.set(turn.id, turn);
}

function putReceipt(contents: OwnerContents, lane: Lane, receipt: Receipt): void {
  lane.lastReceipt = receipt.id;
  if (contents.receipts.has(receipt.id)) return;
  contents.receipts.set(receipt.id, receipt);
  addTo(contents.receiptsByTurn, receipt.turn, receipt);
}

function keepUnknown<Key, Value>(known: Map<Key, Value>, offered: ReadonlyMap<Key, Value> | undefined): void {
  for (const [key, value] of offered ?? []) if (!known.has(key)) known.set(key, value);
}
