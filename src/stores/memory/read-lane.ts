import type { EntryId, LaneRef, OwnerKey, TurnId } from "../../core/keys.js";
import type { LaneState } from "../../core/ports.js";
import { firstEpoch } from "../../core/snapshot.js";
import type { TurnRecord } from "../../core/turn.js";
import { copyOf, count, entryOf, type Kept, keyOf, type Lane, type Log, laneKeyOf } from "./log.js";
import { newestTurnFirst, recordOf } from "./turns.js";

export function readLane(
  log: Log,
  ref: LaneRef,
  limit: number,
  forced: TurnId | null,
  epochKey: string | undefined,
): LaneState {
  const key = epochKey ?? "";
  const lane = log.lanes.get(laneKeyOf(ref));
  if (lane === undefined) return { last: 0, epoch: { ...firstEpoch, key }, lastReceipt: null, entries: [], turns: [] };
  const last = lane.entries.length;
  const epoch = lane.epochs.get(key) ?? { ...firstEpoch, key };
  const from = Math.max(epoch.through["leave-out"], last - count(limit));
  const needed = forced === null ? [] : forcedEntries(log, lane, forced).filter(({ seq }) => seq <= from);
  const shown = [...needed, ...lane.entries.slice(from)];
  return {
    last,
    epoch: copyOf(epoch),
    lastReceipt: epochKey === undefined ? lane.lastReceipt : (lane.lastReceiptByKey.get(key) ?? null),
    entries: shown.map(entryOf),
    turns: turnsOf(log, ref.owner, new Set([forced, ...shown.map(({ draft }) => draft.turn)])),
  };
}

/** All of the turn, its messages, and what edits or withdraws any of those, by seq. */
function forcedEntries(log: Log, lane: Lane, forced: TurnId): readonly Kept[] {
  const messages = recordOf(log, lane.ref.owner, forced)?.messages ?? [];
  const own = [...(lane.byTurn.get(forced) ?? []), ...messages.flatMap((id) => lane.byId.get(id) ?? [])];
  const changes = changesIn(
    log,
    lane,
    own.map(({ draft }) => draft.id),
  );
  return [...new Set([...own, ...changes])].sort((a, b) => a.seq - b.seq);
}

/** What edits or withdraws any of these, by seq. */
export function changesIn(log: Log, lane: Lane, targets: readonly EntryId[]): readonly Kept[] {
  const { owner, session } = lane.ref;
  const aimed = targets.flatMap((id) => log.byTarget.get(keyOf(owner, session, id)) ?? []);
  return [...new Set(aimed)].filter(({ ref }) => ref === lane.ref).sort((a, b) => a.seq - b.seq);
}

function turnsOf(log: Log, owner: OwnerKey, ids: ReadonlySet<TurnId | null>): readonly TurnRecord[] {
  const turns = [...ids].flatMap((id) => (id === null ? [] : (recordOf(log, owner, id) ?? [])));
  return turns.sort(newestTurnFirst).reverse().map(copyOf);
}
