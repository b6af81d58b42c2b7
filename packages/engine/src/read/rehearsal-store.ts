/**
 * The same log for a turn that is only rehearsed: only this store shows the turn's writes. It works on one lane at
 * a time. Places of running turns are hidden, because a rehearsal does not wait for them.
 */
import { type Entry, resolveMessageId } from "@clewline/core/log/entry.js";
import { isSameLane, type LaneRef, type TurnId } from "@clewline/core/log/keys.js";
import type { Lease } from "@clewline/core/log/lease.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import { findRepliedMessage } from "@clewline/core/log/replied-message.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Change, LaneRequest, LaneState, LogStore, RecordRequest } from "@clewline/core/ports/index.js";
import { normaliseLaneRequest } from "@clewline/core/ports/lane-request.js";

interface Held {
  readonly ref: LaneRef | null;
  readonly entries: readonly Entry[];
  readonly turns: ReadonlyMap<TurnId, TurnRecord>;
  readonly blobs: NonNullable<Change["blobs"]>;
  readonly records: readonly LaneRecord[];
  readonly leases: readonly Lease[];
  readonly released: ReadonlySet<TurnId>;
  readonly chunks: ReadonlyMap<string, string>;
}

const nothingHeld: Held = {
  ref: null,
  entries: [],
  turns: new Map(),
  blobs: new Map(),
  records: [],
  leases: [],
  released: new Set(),
  chunks: new Map(),
};

export function makeRehearsalStore(log: LogStore, isHeld: (lease: Lease) => boolean): LogStore {
  let held = nothingHeld;
  const isOurs = (ref: LaneRef) => held.ref !== null && isSameLane(ref, held.ref);
  const listLeases = (leases: readonly Lease[], ref: LaneRef) => [
    ...leases.filter((lease) => !held.released.has(lease.turn) && !isHeld(lease)),
    ...(isOurs(ref) ? held.leases : []),
  ];
  return {
    ...log,
    write: async (change) => {
      const { last } = await log.read(change.ref, { limit: 0 });
      const seq = last + 1 + held.entries.length;
      const entries = (change.entries ?? []).map((draft, index) => ({ ...draft, seq: seq + index }));
      held = applyChange(held, change, entries);
      return { done: true, entries, leases: held.leases };
    },
    read: async (ref, request, forced, key) => {
      const wanted = normaliseLaneRequest(request, forced, key);
      const state = isOurs(ref) ? await readHeld(log, ref, held, wanted) : await log.read(ref, wanted);
      return { ...state, leases: listLeases(state.leases, ref) };
    },
    range: async (ref, from, to) => [
      ...(await log.range(ref, from, to)),
      ...(isOurs(ref) ? held.entries.filter(({ seq }) => seq >= from && seq <= to) : []),
    ],
    at: async (ref, seqs) => [
      ...(await log.at(ref, seqs)),
      ...(isOurs(ref) ? held.entries.filter(({ seq }) => seqs.includes(seq)) : []),
    ],
    byId: async (ref, id) => held.entries.find((entry) => entry.id === id) ?? log.byId(ref, id),
    blobs: async (session, ids) => new Map([...(await log.blobs(session, ids)), ...held.blobs]),
    turn: async (session, id) => held.turns.get(id) ?? log.turn(session, id),
    leases: async (ref) => listLeases(await log.leases(ref), ref),
    records: async (ref, kind, name, limit) => {
      const own = isOurs(ref) ? pickRecords(held, { kind, name, limit }) : [];
      return [...own, ...(await log.records(ref, kind, name, limit))].slice(0, limit);
    },
    chunks: async (session, hashes) => new Map([...(await log.chunks(session, hashes)), ...held.chunks]),
    erase: async () => undefined,
    close: async () => undefined,
  };
}

function applyChange(held: Held, change: Change, entries: readonly Entry[]): Held {
  const { ref, turn, blobs, records = [], claim, release, receipt, chunks = [] } = change;
  const isOver = turn !== undefined && turn.state !== "running";
  const gone = [release, isOver ? turn.id : undefined].filter((id) => id !== undefined);
  const own = claim === undefined ? null : ({ ...claim, state: "running", token: 1 } as const);
  return {
    ref,
    entries: [...held.entries, ...entries],
    turns: turn === undefined ? held.turns : new Map(held.turns).set(turn.id, turn),
    blobs: new Map([...held.blobs, ...(blobs ?? [])]),
    records: [...held.records, ...records],
    leases: own === null ? held.leases : [own],
    released: new Set([...held.released, ...gone]),
    chunks: new Map([...held.chunks, ...chunks, ...(receipt?.chunks ?? [])]),
  };
}

/** As `LogStore.read` specifies: first the log's entries, then those written here. */
async function readHeld(log: LogStore, ref: LaneRef, held: Held, request: LaneRequest): Promise<LaneState> {
  const { limit, forced = null, blobsOf, records = [] } = request;
  const turn = forced === null ? undefined : held.turns.get(forced);
  const isOwn = (entry: Entry) => turn !== undefined && (entry.turn === turn.id || turn.messages.includes(entry.id));
  const newest = new Set(limit === 0 ? [] : held.entries.slice(-limit));
  const own = held.entries.filter((entry) => newest.has(entry) || isOwn(entry));
  const replied = turn !== undefined && request.replied === true ? await findReplied(log, ref, held, turn) : null;
  const state = await log.read(ref, {
    ...request,
    limit: Math.max(0, limit - held.entries.length),
    ...(turn === undefined ? {} : { forced: null, replied: false }),
    ...(blobsOf === undefined
      ? {}
      : {
          blobsOf: (found) =>
            blobsOf({ ...found, entries: [...found.entries, ...own], replied: found.replied ?? replied }),
        }),
  });
  const named = new Set<TurnId | null>([...own.map((entry) => entry.turn), forced]);
  const turns = [...held.turns.values()].filter(({ id }) => named.has(id));
  return {
    ...state,
    last: state.last + held.entries.length,
    entries: [...state.entries, ...own],
    turns: [...state.turns.filter(({ id }) => !held.turns.has(id)), ...turns],
    records: records.map((wanted, index) =>
      [...pickRecords(held, wanted), ...(state.records[index] ?? [])].slice(0, wanted.limit),
    ),
    replied: state.replied ?? replied,
    blobs: new Map([...state.blobs, ...held.blobs]),
  };
}

async function findReplied(
  log: LogStore,
  ref: LaneRef,
  { entries }: Held,
  { messages }: TurnRecord,
): Promise<LaneState["replied"]> {
  const message = findRepliedMessage(entries, messages);
  const found = message === null ? null : await log.bySource(ref, message);
  return found === null ? null : { ...found, first: await log.byId(found.ref, resolveMessageId(found.entry)) };
}

function pickRecords({ records }: Held, { kind, name, limit }: RecordRequest): readonly LaneRecord[] {
  const own = records.filter((each) => each.kind === kind && (name === null || each.name === name));
  return own.slice(-limit).reverse();
}
