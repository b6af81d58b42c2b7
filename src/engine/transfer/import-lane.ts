/**
 * One lane of an import. A message of a person waits until it is known whether the agent answers: then it opens a turn,
 * and everything of the agent's up to the next such message belongs to that.
 */

import type { Imported } from "../../core/importing/imported.js";
import { stableId } from "../../core/importing/stable-id.js";
import { saysTheSame, sourceOf } from "../../core/log/delivery.js";
import { type Draft, type Entry, messageOf, type Note } from "../../core/log/entry.js";
import { type BlobId, type EntryId, type Instant, type LaneRef, sameLane, type TurnId } from "../../core/log/keys.js";
import type { TurnRecord, TurnState } from "../../core/log/turn.js";
import type { House } from "../engine.js";
import type { Incoming } from "../intake/incoming.js";
import { type Ingest, ingestFor } from "../intake/ingest.js";
import { newTurn } from "../intake/new-turn.js";

export interface LaneImport {
  readonly ref: LaneRef;
  /** A promise only where the log has to be asked. */
  add(record: Imported): Promise<void> | undefined;
  /** The history has no more for this lane. */
  end(): void;
  /** What is ready to be written, by lane, which is then forgotten. */
  take(): readonly Batch[];
}

export interface Batch {
  readonly ref: LaneRef;
  readonly entries: readonly Draft[];
  readonly blobs: ReadonlyMap<BlobId, string>;
  readonly history: readonly TurnRecord[];
  /** How many records the log had in a form of its own. */
  readonly known: number;
}

type Item = Extract<Imported, { kind: "item" }>;

/** A turn of the history, while records of it come in. */
interface OpenTurn {
  readonly id: TurnId;
  /** A turn of the log's own, which keeps its record. */
  readonly isKnown: boolean;
  readonly began: Instant | null;
  readonly messages: EntryId[];
  readonly stepOfCall: Map<string, number>;
  step: number;
  call: string | null;
  ended: Instant | null;
  state: TurnState;
}

/** A person's message that may yet be answered, and the notes that came after it. */
interface Waiting {
  readonly record: Item;
  readonly id: EntryId;
  /** Null if the log has it. */
  readonly draft: Draft | null;
  readonly notes: Draft[];
}

/** What is being put together. */
interface Bench {
  readonly house: House;
  readonly ref: LaneRef;
  readonly fresh: boolean;
  /** The ids of what came in, for what takes it back later. */
  readonly ids: Map<string, EntryId>;
  ingest: Ingest;
  entries: Draft[];
  /** New versions of messages that are in other lanes. */
  elsewhere: { readonly ref: LaneRef; readonly draft: Draft }[];
  history: TurnRecord[];
  known: number;
  waiting: Waiting | null;
  turn: OpenTurn | null;
}

/** `fresh`: the log had nothing of the session before this import, so that no message can be there already. */
export function laneImport(house: House, ref: LaneRef, fresh: boolean): LaneImport {
  const bench: Bench = {
    house,
    ref,
    fresh,
    ids: new Map(),
    ingest: ingestOf(house),
    entries: [],
    elsewhere: [],
    history: [],
    known: 0,
    waiting: null,
    turn: null,
  };
  return {
    ref,
    add: (record) => add(bench, record),
    end() {
      letGo(bench);
      close(bench);
    },
    take: () => take(bench),
  };
}

function take(bench: Bench): readonly Batch[] {
  const { ref, entries, elsewhere, history, known, ingest } = bench;
  // A message that waits may have left its text in a blob, which is then still to be written.
  if (entries.length + elsewhere.length + history.length + known === 0) return [];
  Object.assign(bench, { entries: [], elsewhere: [], history: [], known: 0, ingest: ingestOf(bench.house) });
  const { blobs } = ingest;
  const others = elsewhere.map((each) => ({ ref: each.ref, entries: [each.draft], history: [], known: 0, blobs }));
  return [{ ref, entries, history, known, blobs }, ...others];
}

/** Every draft gets its id from its record, so the clock need not make one. */
function ingestOf(house: House): Ingest {
  return ingestFor({ ...house, clock: { ...house.clock, id: () => "" } });
}

function add(bench: Bench, record: Imported): Promise<void> | undefined {
  if (record.kind === "note") return void noted(bench, record, record.note);
  if (record.kind === "withdrawn") return void withdrawn(bench, record);
  const isPersons = record.item.kind === "said" && record.item.role === "user";
  if (isPersons) letGo(bench);
  // The store itself knows the first version of a person's message from its repetition.
  const isNew = isPersons && (record.source?.revision ?? 0) === 0;
  const take = isPersons ? fromPerson : fromAgent;
  if (isNew || !mayBeKnown(bench, record)) return void take(bench, record, null);
  return meet(bench, record).then((met) => take(bench, record, met));
}

function fromPerson(bench: Bench, record: Item, met: Met | null): void {
  if (met === null) {
    const draft = placed(bench, saidBy(bench, record), record, null, null);
    bench.waiting = { record, id: draft.id, draft, notes: [] };
  } else {
    if (met.draft === null) bench.known += 1;
    bench.ids.set(record.key, met.id);
    bench.waiting = { record, id: met.id, draft: null, notes: [] };
  }
}

function fromAgent(bench: Bench, record: Item, met: Met | null): void {
  if (met === null) answered(bench, record);
  else meetAgain(bench, record, met);
}

/** Words of the agent that the log has. */
function meetAgain(bench: Bench, record: Item, met: Met): void {
  if (met.draft === null) bench.known += 1;
  bench.ids.set(record.key, met.id);
  if (met.id !== idOf(bench, record.key, record.at)) {
    goOn(bench, met.entry);
    return;
  }
  const turn = answering(bench, record);
  turn.ended = record.at ?? turn.ended;
  stepOf(turn, record);
}

/** The agent's words are the log's own: what follows belongs to the turn that they were said in. */
function goOn(bench: Bench, { turn, step, at }: Entry): void {
  letGo(bench);
  if (turn === null || bench.turn?.id === turn) return;
  close(bench);
  const counted = { stepOfCall: new Map(), step: step ?? -1, call: null };
  bench.turn = { id: turn, isKnown: true, began: at, messages: [], ...counted, ended: at, state: "completed" };
}

function answered(bench: Bench, record: Item): void {
  const turn = answering(bench, record);
  turn.ended = record.at ?? turn.ended;
  const step = stepOf(turn, record);
  const { source } = record;
  for (const draft of bench.ingest.fromModel([record.item], turn.id, step, () => step)) {
    const entry = placed(bench, draft, record, turn.id, draft.kind === "noted" ? null : step);
    const named = entry.kind === "said" && source !== undefined;
    bench.entries.push(
      named ? { ...entry, source: { message: source.id, revision: source.revision }, replyTo: source.replyTo } : entry,
    );
  }
}

function noted(bench: Bench, record: Imported, note: Note): void {
  const draft = bench.ingest.noted(note, null);
  if (bench.waiting !== null && note.kind !== "turn-ended") {
    bench.waiting.notes.push(placed(bench, draft, record, null, null));
    return;
  }
  const turn = note.kind === "turn-ended" ? answering(bench, record) : bench.turn;
  if (note.kind === "turn-ended" && turn !== null) turn.state = note.state;
  bench.entries.push(placed(bench, draft, record, turn?.id ?? null, null));
}

function withdrawn(bench: Bench, record: Extract<Imported, { kind: "withdrawn" }>): void {
  letGo(bench);
  const target = bench.ids.get(record.target);
  if (target !== undefined) bench.entries.push(placed(bench, bench.ingest.withdrawn(target), record, null, null));
}

/** The person's message was not answered: it stands for itself. */
function letGo(bench: Bench): void {
  const { waiting } = bench;
  if (waiting !== null) bench.entries.push(...(waiting.draft === null ? [] : [waiting.draft]), ...waiting.notes);
  bench.waiting = null;
}

/** The turn that the agent's words belong to. */
function answering(bench: Bench, record: Imported): OpenTurn {
  const { waiting } = bench;
  if (waiting === null && bench.turn !== null) return bench.turn;
  close(bench);
  const first = waiting?.record ?? record;
  const id = stableId(`${bench.ref.session} turn ${first.key}`, first.at, bench.house.kit.hash) as TurnId;
  const turn: OpenTurn = {
    id,
    isKnown: false,
    began: first.at,
    messages: waiting === null ? [] : [waiting.id],
    stepOfCall: new Map(),
    step: -1,
    call: null,
    ended: first.at,
    state: "completed",
  };
  if (waiting?.draft) bench.waiting = { ...waiting, draft: { ...waiting.draft, turn: id } };
  letGo(bench);
  bench.turn = turn;
  return turn;
}

function close(bench: Bench): void {
  const { house, ref, turn } = bench;
  bench.turn = null;
  if (turn === null || turn.isKnown) return;
  const { id, messages, state } = turn;
  const record = newTurn(house, ref, id, "interactive", messages);
  const ended = turn.ended ?? record.began;
  bench.history.push({ ...record, state, began: turn.began ?? record.began, ended });
}

/** Items of one model call are one step; a result belongs to the step of its call. */
function stepOf(turn: OpenTurn, { item, call }: Item): number {
  if (item.kind === "returned") return turn.stepOfCall.get(item.call) ?? Math.max(0, turn.step);
  if (turn.step < 0 || call === undefined || call !== turn.call) turn.step += 1;
  turn.call = call ?? null;
  if (item.kind === "called") turn.stepOfCall.set(item.call, turn.step);
  return turn.step;
}

/** What the log has of a message. */
interface Met {
  /** Of its first version. */
  readonly id: EntryId;
  /** Its newest version. */
  readonly entry: Entry;
  /** What is written because the history has a newer one. */
  readonly draft: Draft | null;
}

function mayBeKnown({ fresh }: Bench, { source, item }: Item): boolean {
  return !fresh && source !== undefined && item.kind === "said";
}

/** Null if the message is to be written as it is: it is new, or the store tells whether it is a repetition. */
async function meet(bench: Bench, record: Item): Promise<Met | null> {
  const { source } = record;
  if (source === undefined) return null;
  const found = await bench.house.store.bySource(bench.ref, source.id);
  if (found === null) return null;
  const { entry, ref } = found;
  const id = messageOf(entry);
  const own = sourceOf(entry);
  // What a bot sent has no versions: its channel shows it in another form than the model wrote it.
  if (own === null || own.revision > source.revision || entry.kind === "withdrawn") return { id, entry, draft: null };
  if (own.revision === source.revision && entry.kind === "said") return null;
  const revised = bench.ingest.revised(incoming(bench, record), id);
  if (saysTheSame(entry, revised)) return { id, entry, draft: null };
  const key = `${record.key}@${source.revision}`;
  const draft = { ...revised, id: idOf(bench, key, record.at), at: source.revision };
  if (sameLane(ref, bench.ref)) bench.entries.push(draft);
  else bench.elsewhere.push({ ref, draft });
  return { id, entry, draft };
}

function saidBy(bench: Bench, record: Item): Draft {
  return bench.ingest.said(incoming(bench, record), null);
}

function incoming({ ref }: Bench, record: Item): Incoming {
  const { source, at, item } = record;
  const from = record.from ?? null;
  const { id, revision, replyTo } = source ?? { id: null, revision: 0, replyTo: null };
  const parts = item.kind === "said" ? item.parts : [];
  return { session: ref.session, id, from, topic: null, replyTo, at, revision, parts };
}

function placed(bench: Bench, draft: Draft, record: Imported, turn: TurnId | null, step: number | null): Draft {
  const id = idOf(bench, record.key, record.at);
  bench.ids.set(record.key, id);
  // Nobody else has the draft yet, and a copy of each would be a good part of an import.
  return Object.assign(draft, { id, turn, step, at: record.at ?? draft.at });
}

function idOf({ house, ref }: Bench, key: string, at: Instant | null): EntryId {
  return stableId(`${ref.session} ${key}`, at, house.kit.hash) as EntryId;
}
