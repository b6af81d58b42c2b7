/**
 * One lane of an import. A message of a person waits until it is known whether the agent answers: then it opens a turn,
 * and everything of the agent's up to the next such message belongs to that.
 */

import type { ImportedRecord } from "../../core/importing/importer.js";
import { makeStableId } from "../../core/importing/stable-id.js";
import { findEntrySource, isUnchangedEdit } from "../../core/log/delivery.js";
import { type Draft, type Entry, type Note, resolveMessageId } from "../../core/log/entry.js";
import { type BlobId, type EntryId, type Instant, isSameLane, type LaneRef, type TurnId } from "../../core/log/keys.js";
import type { TurnRecord, TurnState } from "../../core/log/turn.js";
import type { Engine } from "../engine.js";
import type { Incoming } from "../intake/incoming.js";
import { type Ingest, makeIngest } from "../intake/ingest.js";
import { makeTurnRecord } from "../intake/new-turn.js";

export interface LaneImport {
  readonly ref: LaneRef;
  /** A promise only where the log has to be asked. */
  add(record: ImportedRecord): Promise<void> | undefined;
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

type Item = Extract<ImportedRecord, { kind: "item" }>;

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
interface WaitingMessage {
  readonly record: Item;
  readonly id: EntryId;
  /** Null if the log has it. */
  readonly draft: Draft | null;
  readonly notes: Draft[];
}

/** What is being put together. */
interface ImportState {
  readonly engine: Engine;
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
  waiting: WaitingMessage | null;
  turn: OpenTurn | null;
}

/** `fresh`: the log had nothing of the session before this import, so that no message can be there already. */
export function makeLaneImport(engine: Engine, ref: LaneRef, fresh: boolean): LaneImport {
  const bench: ImportState = {
    engine,
    ref,
    fresh,
    ids: new Map(),
    ingest: makeImportIngest(engine),
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
      releaseWaiting(bench);
      close(bench);
    },
    take: () => take(bench),
  };
}

function take(bench: ImportState): readonly Batch[] {
  const { ref, entries, elsewhere, history, known, ingest } = bench;
  // A message that waits may have left its text in a blob, which is then still to be written.
  if (entries.length + elsewhere.length + history.length + known === 0) return [];
  Object.assign(bench, { entries: [], elsewhere: [], history: [], known: 0, ingest: makeImportIngest(bench.engine) });
  const { blobs } = ingest;
  const others = elsewhere.map((each) => ({ ref: each.ref, entries: [each.draft], history: [], known: 0, blobs }));
  return [{ ref, entries, history, known, blobs }, ...others];
}

/** Every draft gets its id from its record, so the clock need not make one. */
function makeImportIngest(engine: Engine): Ingest {
  return makeIngest({ ...engine, clock: { ...engine.clock, id: () => "" } });
}

function add(bench: ImportState, record: ImportedRecord): Promise<void> | undefined {
  if (record.kind === "note") return void addNote(bench, record, record.note);
  if (record.kind === "withdrawn") return void addWithdrawal(bench, record);
  const isPersons = record.item.kind === "said" && record.item.role === "user";
  if (isPersons) releaseWaiting(bench);
  // The store itself knows the first version of a person's message from its repetition.
  const isNew = isPersons && (record.source?.revision ?? 0) === 0;
  const take = isPersons ? takePersonItem : takeAgentItem;
  if (isNew || !mayBeKnown(bench, record)) return void take(bench, record, null);
  return findKnownMessage(bench, record).then((met) => take(bench, record, met));
}

function takePersonItem(bench: ImportState, record: Item, met: KnownMessage | null): void {
  if (met === null) {
    const draft = placeDraft(bench, makePersonDraft(bench, record), record);
    bench.waiting = { record, id: draft.id, draft, notes: [] };
  } else {
    if (met.draft === null) bench.known += 1;
    bench.ids.set(record.key, met.id);
    bench.waiting = { record, id: met.id, draft: null, notes: [] };
  }
}

function takeAgentItem(bench: ImportState, record: Item, met: KnownMessage | null): void {
  if (met === null) addAnswer(bench, record);
  else mergeKnownItem(bench, record, met);
}

/** Words of the agent that the log has. */
function mergeKnownItem(bench: ImportState, record: Item, met: KnownMessage): void {
  if (met.draft === null) bench.known += 1;
  bench.ids.set(record.key, met.id);
  if (met.id !== makeEntryId(bench, record.key, record.at)) {
    resumeKnownTurn(bench, met.entry);
    return;
  }
  const turn = resolveAnsweringTurn(bench, record);
  turn.ended = record.at ?? turn.ended;
  resolveStep(turn, record);
}

/** The agent's words are the log's own: what follows belongs to the turn that they were said in. */
function resumeKnownTurn(bench: ImportState, { turn, step, at }: Entry): void {
  releaseWaiting(bench);
  if (turn === null || bench.turn?.id === turn) return;
  close(bench);
  const counted = { stepOfCall: new Map(), step: step ?? -1, call: null };
  bench.turn = { id: turn, isKnown: true, began: at, messages: [], ...counted, ended: at, state: "completed" };
}

function addAnswer(bench: ImportState, record: Item): void {
  const turn = resolveAnsweringTurn(bench, record);
  turn.ended = record.at ?? turn.ended;
  const step = resolveStep(turn, record);
  const { source } = record;
  for (const draft of bench.ingest.fromModel([record.item], turn.id, step, () => step)) {
    const entry = placeDraft(bench, draft, record, { turn: turn.id, step: draft.kind === "noted" ? null : step });
    const named = entry.kind === "said" && source !== undefined;
    bench.entries.push(
      named ? { ...entry, source: { message: source.id, revision: source.revision }, replyTo: source.replyTo } : entry,
    );
  }
}

function addNote(bench: ImportState, record: ImportedRecord, note: Note): void {
  const draft = bench.ingest.noted(note, null);
  if (bench.waiting !== null && note.kind !== "turn-ended") {
    bench.waiting.notes.push(placeDraft(bench, draft, record));
    return;
  }
  const turn = note.kind === "turn-ended" ? resolveAnsweringTurn(bench, record) : bench.turn;
  if (note.kind === "turn-ended" && turn !== null) turn.state = note.state;
  bench.entries.push(placeDraft(bench, draft, record, { turn: turn?.id ?? null, step: null }));
}

function addWithdrawal(bench: ImportState, record: Extract<ImportedRecord, { kind: "withdrawn" }>): void {
  releaseWaiting(bench);
  const target = bench.ids.get(record.target);
  if (target !== undefined) bench.entries.push(placeDraft(bench, bench.ingest.withdrawn(target), record));
}

/** The person's message was not answered: it stands for itself. */
function releaseWaiting(bench: ImportState): void {
  const { waiting } = bench;
  if (waiting !== null) bench.entries.push(...(waiting.draft === null ? [] : [waiting.draft]), ...waiting.notes);
  bench.waiting = null;
}

/** The turn that the agent's words belong to. */
function resolveAnsweringTurn(bench: ImportState, record: ImportedRecord): OpenTurn {
  const { waiting } = bench;
  if (waiting === null && bench.turn !== null) return bench.turn;
  close(bench);
  const first = waiting?.record ?? record;
  const id = makeStableId(`${bench.ref.session} turn ${first.key}`, first.at, bench.engine.fns.hash) as TurnId;
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
  releaseWaiting(bench);
  bench.turn = turn;
  return turn;
}

function close(bench: ImportState): void {
  const { engine, ref, turn } = bench;
  bench.turn = null;
  if (turn === null || turn.isKnown) return;
  const { id, messages, state } = turn;
  const record = makeTurnRecord(engine, { ref, id, messages });
  const ended = turn.ended ?? record.began;
  bench.history.push({ ...record, state, began: turn.began ?? record.began, ended });
}

/** Items of one model call are one step; a result belongs to the step of its call. */
function resolveStep(turn: OpenTurn, { item, call }: Item): number {
  if (item.kind === "returned") return turn.stepOfCall.get(item.call) ?? Math.max(0, turn.step);
  if (turn.step < 0 || call === undefined || call !== turn.call) turn.step += 1;
  turn.call = call ?? null;
  if (item.kind === "called") turn.stepOfCall.set(item.call, turn.step);
  return turn.step;
}

/** What the log has of a message. */
interface KnownMessage {
  /** Of its first version. */
  readonly id: EntryId;
  /** Its newest version. */
  readonly entry: Entry;
  /** What is written because the history has a newer one. */
  readonly draft: Draft | null;
}

function mayBeKnown({ fresh }: ImportState, { source, item }: Item): boolean {
  return !fresh && source !== undefined && item.kind === "said";
}

/** Null if the message is to be written as it is: it is new, or the store tells whether it is a repetition. */
async function findKnownMessage(bench: ImportState, record: Item): Promise<KnownMessage | null> {
  const { source } = record;
  if (source === undefined) return null;
  const found = await bench.engine.store.bySource(bench.ref, source.id);
  if (found === null) return null;
  const { entry, ref } = found;
  const id = resolveMessageId(entry);
  const own = findEntrySource(entry);
  // What a bot sent has no versions: its channel shows it in another form than the model wrote it.
  if (own === null || own.revision > source.revision || entry.kind === "withdrawn") return { id, entry, draft: null };
  if (own.revision === source.revision && entry.kind === "said") return null;
  const revised = bench.ingest.revised(makeIncoming(bench, record), id);
  if (isUnchangedEdit(entry, revised)) return { id, entry, draft: null };
  const key = `${record.key}@${source.revision}`;
  const draft = { ...revised, id: makeEntryId(bench, key, record.at), at: source.revision };
  if (isSameLane(ref, bench.ref)) bench.entries.push(draft);
  else bench.elsewhere.push({ ref, draft });
  return { id, entry, draft };
}

function makePersonDraft(bench: ImportState, record: Item): Draft {
  return bench.ingest.said(makeIncoming(bench, record), null);
}

function makeIncoming({ ref }: ImportState, record: Item): Incoming {
  const { source, at, item } = record;
  const from = record.from ?? null;
  const { id, revision, replyTo } = source ?? { id: null, revision: 0, replyTo: null };
  const parts = item.kind === "said" ? item.parts : [];
  const raw = item.raw === undefined ? {} : { raw: item.raw };
  return { session: ref.session, id, from, topic: null, replyTo, at, revision, parts, ...raw };
}

/** Of what belongs to no turn. */
const nowhere = { turn: null, step: null };

function placeDraft(
  bench: ImportState,
  draft: Draft,
  record: ImportedRecord,
  { turn, step }: Pick<Draft, "turn" | "step"> = nowhere,
): Draft {
  const id = makeEntryId(bench, record.key, record.at);
  bench.ids.set(record.key, id);
  // Nobody else has the draft yet, and a copy of each would be a good part of an import.
  return Object.assign(draft, { id, turn, step, at: record.at ?? draft.at });
}

function makeEntryId({ engine, ref }: ImportState, key: string, at: Instant | null): EntryId {
  return makeStableId(`${ref.session} ${key}`, at, engine.fns.hash) as EntryId;
}
