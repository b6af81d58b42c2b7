import { firstEpoch } from "../../core/epoch.js";
import type { EntryId, LaneRef, OwnerKey, TurnId } from "../../core/keys.js";
import type { KeyOf, LaneState } from "../../core/ports.js";
import type { TurnRecord } from "../../core/turn.js";
import { leftThrough } from "../../core/view/reduce/reductions.js";
import { copyOf, count, entryOf, type Kept, keyOf, type Lane, type Log, laneKeyOf } from "./log.js";
import { preparedFor, settingsOf } from "./records.js";
import { newestTurnFirst, recordOf } from "./turns.js";

const nothing = { last: 0, lastReceipt: null, summary: null, candidate: null, cleared: 0, entries: [], turns: [] };

export function readLane(
  log: Log,
  ref: LaneRef,
  limit: number,
  forced: TurnId | null,
  epochKey: string | KeyOf | undefined,
): LaneState {
  const lane = log.lanes.get(laneKeyOf(ref));
  const settings = settingsOf(log, ref);
  const key = typeof epochKey === "function" ? epochKey(settings) : (epochKey ?? firstEpoch.key);
  if (lane === undefined) return { ...nothing, epoch: { ...firstEpoch, key }, settings };
  const last = lane.entries.length;
  const epoch = lane.epochs.get(key) ?? { ...firstEpoch, key };
  const from = Math.max(leftThrough(epoch.through), lane.cleared, last - count(limit));
  const held = epoch.held.flatMap((seq) => (seq > lane.cleared ? (lane.entries[seq - 1] ?? []) : []));
  const needed = [...held, ...(forced === null ? [] : forcedEntries(log, lane, forced))];
  const before = [...new Set(needed)].filter(({ seq }) => seq <= from).sort((a, b) => a.seq - b.seq);
  const shown = [...before, ...lane.entries.slice(from)];
  return {
    last,
    epoch: copyOf(epoch),
    lastReceipt: epochKey === undefined ? lane.lastReceipt : (lane.lastReceiptByKey.get(key) ?? null),
    ...preparedFor(lane, epoch),
    cleared: lane.cleared,
    settings,
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
