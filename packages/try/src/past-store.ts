/**
 * Shows a lane as it was at a moment of its past, for the engine to make views from.
 * 1. What came later is not there.
 * 2. Nothing is written to the log: what a view decides stays here, for the next ones.
 */

import { resolveMessageId } from "@clewline/core/log/entry.js";
import { type Epoch, firstEpoch } from "@clewline/core/log/epoch.js";
import { type BlobId, isSameLane, type ReceiptId, type Tokens, type TurnId } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import { findRepliedMessage } from "@clewline/core/log/replied-message.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import {
  type Change,
  type LaneRequest,
  type LaneState,
  type LogStore,
  type RecordRequest,
  summariesLookedAt,
} from "@clewline/core/ports/index.js";
import { normaliseLaneRequest } from "@clewline/core/ports/lane-request.js";
import { findLeaveBoundary } from "@clewline/core/view/reduce/reductions.js";
import { listEntriesAfter } from "@clewline/core/view/snapshot.js";
import type { LaneHistory, PastCall } from "./history.js";

export interface PastStore {
  readonly store: LogStore;
  /** Goes to the moment before this call, and returns the turn that asks. */
  goTo(call: PastCall, attachOver: Tokens): TurnRecord;
  /** Calls `listen` with the bytes of every view. */
  onChunks(listen: (chunks: ReadonlyMap<string, string>) => void): void;
}

interface HeldState {
  readonly epoch: Epoch | null;
  /** Of the view before, which the cache of receipts has. */
  readonly lastReceipt: ReceiptId | null;
  readonly records: readonly LaneRecord[];
  readonly turns: ReadonlyMap<TurnId, TurnRecord>;
}

/** `log` is the lane's origin; it is only read. */
export function makePastStore(log: LogStore, lane: LaneHistory): PastStore {
  let moment: PastCall | null = null;
  let held: HeldState = { epoch: null, lastReceipt: null, records: [], turns: lane.turns };
  const begun = new Set<TurnId>();
  let onChunks: (chunks: ReadonlyMap<string, string>) => void = () => undefined;
  const last = () => moment?.after ?? 0;
  const write: LogStore["write"] = async (change) => {
    held = applyChange(held, change);
    // Those of a long view come before its receipt.
    for (const chunks of [change.chunks, change.receipt?.chunks]) if (chunks !== undefined) onChunks(chunks);
    return { done: true, entries: [], leases: [] };
  };
  const isPast = (found: {
    readonly ref: LaneHistory["ref"];
    readonly entry: { readonly seq: number; readonly at: number };
  }) => (isSameLane(found.ref, lane.ref) ? found.entry.seq <= last() : found.entry.at <= (moment?.at ?? 0));
  const store: LogStore = {
    ...log,
    write,
    read: async (_ref, request, forced, key) => {
      const state = makeLaneState(lane, held, last(), normaliseLaneRequest(request, forced, key));
      return typeof request === "number" ? state : addRequested({ log, lane, held }, state, request);
    },
    range: async (_ref, from, to) => lane.entries.slice(Math.max(0, from - 1), Math.min(to, last())),
    at: async (ref, seqs) => (await log.at(ref, seqs)).filter((entry) => isPast({ ref, entry })),
    blobs: async (_session, ids) => pickBlobs(lane, ids),
    turn: async (_session, id) => held.turns.get(id) ?? null,
    records: async (_ref, kind, name, limit) => pickRecords(held, { kind, name, limit }),
    changesOf: async (ref, targets) => (await log.changesOf(ref, targets)).filter((entry) => isPast({ ref, entry })),
    search: async (scope, words, limit) => {
      const { found, ...common } = await log.search(scope, words, limit);
      return { ...common, found: found.filter(isPast) };
    },
    receipt: async () => [],
    close: async () => undefined,
  };
  return {
    store,
    goTo(call, attachOver) {
      moment = call;
      const known = held.turns.get(call.turn);
      if (known === undefined) throw new RangeError(`There is no turn ${call.turn}`);
      const isNew = !begun.has(call.turn);
      const turn: TurnRecord = isNew ? { ...known, state: "running", ended: null, asides: [], attachOver } : known;
      begun.add(turn.id);
      held = { ...held, turns: endPastTurns(lane, held.turns).set(turn.id, turn) };
      return turn;
    },
    onChunks(listen) {
      onChunks = listen;
    },
  };
}

/** Ends the turns before the moment as they ended. */
function endPastTurns({ turns: past }: LaneHistory, turns: HeldState["turns"]): Map<TurnId, TurnRecord> {
  return new Map(
    [...turns].map(([id, turn]) => {
      const { state, ended: at } = past.get(id) ?? turn;
      return [id, turn.state === state ? turn : { ...turn, state, ended: at }];
    }),
  );
}

function applyChange(held: HeldState, { turn, epoch, receipt, records }: Change): HeldState {
  return {
    epoch: epoch ?? held.epoch,
    lastReceipt: receipt?.receipt.id ?? held.lastReceipt,
    records: [...held.records, ...(records ?? [])],
    turns: turn === undefined ? held.turns : new Map(held.turns).set(turn.id, turn),
  };
}

/** As `LogStore.read` specifies. */
function makeLaneState(
  { entries }: LaneHistory,
  { epoch: stored, lastReceipt, records, turns }: HeldState,
  last: number,
  { limit, forced = null, epochKey }: LaneRequest,
): LaneState {
  const key = typeof epochKey === "function" ? epochKey({}) : (epochKey ?? firstEpoch.key);
  const epoch = stored ?? { ...firstEpoch, key };
  const from = Math.max(findLeaveBoundary(epoch.through), last - limit);
  const turn = forced === null ? null : (turns.get(forced) ?? null);
  const held = new Set(epoch.held);
  const there = entries.slice(0, last);
  const behind = new Set(listEntriesAfter(there, ({ seq }) => seq > from, turn));
  const shown = there.filter((entry) => behind.has(entry) || held.has(entry.seq));
  const summary = records.findLast((each) => each.kind === "summary" && each.id === epoch.summary?.id);
  const named = new Set(shown.map((entry) => entry.turn));
  // One whose messages still waited at that moment has no record yet.
  const isBegun = ({ placed = 0 }: TurnRecord) => placed <= last;
  return {
    last,
    epoch,
    lastReceipt,
    summary: summary?.kind === "summary" ? summary.summary : null,
    candidate: null,
    cleared: 0,
    settings: {},
    entries: shown,
    turns: [...turns.values()].filter((each) => (named.has(each.id) && isBegun(each)) || each.id === forced),
    ...noneAsked,
  };
}

const noneAsked = {
  furthest: null,
  records: [],
  replied: null,
  blobs: new Map<BlobId, string>(),
  chain: [],
  leases: [],
};

/** Adds what else the request asks for. The past has no receipts to build on and no other running turns. */
async function addRequested(
  { log, lane, held }: { readonly log: LogStore; readonly lane: LaneHistory; readonly held: HeldState },
  state: LaneState,
  request: LaneRequest,
): Promise<LaneState> {
  const { isOwnSummary = () => false, forced = null, blobsOf, records = [] } = request;
  const newest = pickRecords(held, { kind: "summary", name: null, limit: summariesLookedAt });
  const own = newest.find(({ name }) => isOwnSummary(name));
  const furthest =
    own?.kind === "summary" && own.summary.to > findLeaveBoundary(state.epoch.through) ? own.summary : null;
  const messages = forced === null ? [] : (held.turns.get(forced)?.messages ?? []);
  const message = request.replied ? findRepliedMessage(state.entries, messages) : null;
  const found = message === null ? null : await log.bySource(lane.ref, message);
  const replied = found === null ? null : { ...found, first: await log.byId(found.ref, resolveMessageId(found.entry)) };
  const { settings, entries } = state;
  return {
    ...state,
    furthest,
    records: records.map((wanted) => pickRecords(held, wanted)),
    replied,
    blobs: pickBlobs(lane, blobsOf?.({ settings, entries, replied }) ?? []),
  };
}

function pickBlobs({ blobs }: LaneHistory, ids: readonly BlobId[]): ReadonlyMap<BlobId, string> {
  return new Map(ids.flatMap((id) => (blobs.has(id) ? [[id, blobs.get(id) ?? ""]] : [])));
}

function pickRecords({ records }: HeldState, { kind, name, limit }: RecordRequest): readonly LaneRecord[] {
  return records
    .filter((each) => each.kind === kind && (name === null || each.name === name))
    .slice(-limit)
    .reverse();
}
