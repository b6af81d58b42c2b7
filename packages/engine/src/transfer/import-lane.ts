/**
 * Imports one lane. A person's message waits until it is known whether the agent answers it: then it opens a turn, and
 * everything of the agent's up to the next such message belongs to that turn.
 */

import type { ImportedRecord } from "@clewline/core/importing/importer.js";
import { makeStableId } from "@clewline/core/importing/stable-id.js";
import { findEntrySource, isUnchangedEdit } from "@clewline/core/log/delivery.js";
import {
  type Draft,
  type Entry,
  isErased,
  listBlobIds,
  type Note,
  resolveMessageId,
} from "@clewline/core/log/entry.js";
import {
  type BlobId,
  type EntryId,
  type Instant,
  isSameLane,
  type LaneRef,
  type TurnId,
} from "@clewline/core/log/keys.js";
import type { TurnRecord, TurnState } from "@clewline/core/log/turn.js";
import type { Engine } from "../engine.js";
import type { Incoming } from "../intake/incoming.js";
import { type Ingest, makeIngest } from "../intake/ingest.js";
import { makeTurnRecord } from "../intake/new-turn.js";
import type { KnownSecrets } from "../intake/secret-register.js";

export interface LaneImport {
  readonly ref: LaneRef;
  /** A promise only where the log has to be read. */
  add(record: ImportedRecord): Promise<void> | undefined;
  /** Call when the history has no more for this lane. */
  end(): void;
  /** Takes out the changes that are ready to be written, by lane. */
  take(): readonly Batch[];
}

export interface Batch {
  readonly ref: LaneRef;
  readonly entries: readonly Draft[];
  readonly blobs: ReadonlyMap<BlobId, string>;
  readonly history: readonly TurnRecord[];
  /** How many records the log already had in another form. */
  readonly known: number;
}

type Item = Extract<ImportedRecord, { kind: "item" }>;

interface OpenTurn {
  readonly id: TurnId;
  /** Whether it is one of the log's own turns, which keeps its record. */
  readonly isKnown: boolean;
  readonly began: Instant | null;
  readonly messages: EntryId[];
  readonly stepOfCall: Map<string, number>;
  step: number;
  call: string | null;
  ended: Instant | null;
  state: TurnState;
}

/** A person's message that may yet be answered, and the notes after it. */
interface WaitingMessage {
  readonly record: Item;
  readonly id: EntryId;
  /** Null if the log has it. */
  readonly draft: Draft | null;
  readonly notes: Draft[];
}

interface ImportState {
  readonly engine: Engine;
  readonly ref: LaneRef;
  readonly fresh: boolean;
  /** Entry ids by record key, for later withdrawals. */
  readonly ids: Map<string, EntryId>;
  /** Known secrets of the session. */
  readonly secrets: KnownSecrets;
  ingest: Ingest;
  entries: Draft[];
  /** New versions of messages that are in other lanes. */
  elsewhere: { readonly ref: LaneRef; readonly draft: Draft }[];
  history: TurnRecord[];
  known: number;
  waiting: WaitingMessage | null;
  turn: OpenTurn | null;
}

/** `fresh` means that the log had nothing of the session before this import, so no message can be there already. */
export async function makeLaneImport(engine: Engine, ref: LaneRef, fresh: boolean): Promise<LaneImport> {
  const secrets = await engine.secrets.load(ref);
  const lane: ImportState = {
    engine,
    ref,
    fresh,
    ids: new Map(),
    secrets,
    ingest: makeImportIngest(engine, secrets),
    entries: [],
    elsewhere: [],
    history: [],
    known: 0,
    waiting: null,
    turn: null,
  };
  return {
    ref,
    add: (record) => add(lane, record),
    end() {
      releaseWaiting(lane);
      close(lane);
    },
    take: () => take(lane),
  };
}

function take(lane: ImportState): readonly Batch[] {
  const { ref, elsewhere, history, known, ingest } = lane;
  const [entries, held] = splitAtOpenTurn(lane);
  // Keeps the blobs of a waiting message, which are still to be written.
  if (entries.length + elsewhere.length + history.length + known === 0) return [];
  Object.assign(lane, {
    entries: held,
    elsewhere: [],
    history: [],
    known: 0,
    ingest: makeImportIngest(lane.engine, lane.secrets),
  });
  const { blobs } = ingest;
  for (const id of held.flatMap(listBlobIds)) {
    const content = blobs.get(id);
    if (content !== undefined) lane.ingest.blobs.set(id, content);
  }
  const others = elsewhere.map((each) => ({ ref: each.ref, entries: [each.draft], history: [], known: 0, blobs }));
  return [{ ref, entries, history, known, blobs }, ...others];
}

/** A turn of more entries is written in parts. */
const mostHeld = 2_000;

/** A turn that is not over yet waits for its end, so that an import that is cut off leaves whole turns behind. */
function splitAtOpenTurn({ entries, turn }: ImportState): readonly [ready: Draft[], held: Draft[]] {
  const first = turn === null || turn.isKnown ? -1 : entries.findIndex((entry) => entry.turn === turn.id);
  if (first < 0 || entries.length - first > mostHeld) return [entries, []];
  return [entries.slice(0, first), entries.slice(first)];
}

/** Every draft gets its id from its record, so the clock makes none. */
function makeImportIngest(engine: Engine, secrets: KnownSecrets): Ingest {
  return makeIngest({ ...engine, clock: { ...engine.clock, id: () => "" } }, {}, secrets);
}

function add(lane: ImportState, record: ImportedRecord): Promise<void> | undefined {
  if (record.kind === "note") return void addNote(lane, record, record.note);
  if (record.kind === "withdrawn") return void addWithdrawal(lane, record);
  const isPersons = record.item.kind === "said" && record.item.role === "user";
  if (isPersons) releaseWaiting(lane);
  // The store itself recognises a repetition of the first version of a person's message.
  const isNew = isPersons && (record.source?.revision ?? 0) === 0;
  const take = isPersons ? takePersonItem : takeAgentItem;
  if (isNew || !mayBeKnown(lane, record)) return void take(lane, record, null);
  return findKnownMessage(lane, record).then((found) => take(lane, record, found));
}

function takePersonItem(lane: ImportState, record: Item, found: KnownMessage | null): void {
  if (found === null) {
    const draft = placeDraft(lane, makePersonDraft(lane, record), record);
    lane.waiting = { record, id: draft.id, draft, notes: [] };
  } else {
    if (found.draft === null) lane.known += 1;
    lane.ids.set(record.key, found.id);
    lane.waiting = { record, id: found.id, draft: null, notes: [] };
  }
}

function takeAgentItem(lane: ImportState, record: Item, found: KnownMessage | null): void {
  if (found === null) addAnswer(lane, record);
  else mergeKnownItem(lane, record, found);
}

/** Handles words of the agent that the log already has. */
function mergeKnownItem(lane: ImportState, record: Item, found: KnownMessage): void {
  if (found.draft === null) lane.known += 1;
  lane.ids.set(record.key, found.id);
  if (found.id !== makeEntryId(lane, record.key, record.at)) {
    resumeKnownTurn(lane, found.entry);
    return;
  }
  const turn = resolveAnsweringTurn(lane, record);
  turn.ended = record.at ?? turn.ended;
  resolveStep(turn, record);
}

/** The log itself has the agent's words: what follows belongs to the turn that they were said in. */
function resumeKnownTurn(lane: ImportState, { turn, step, at }: Entry): void {
  releaseWaiting(lane);
  if (turn === null || lane.turn?.id === turn) return;
  close(lane);
  const counted = { stepOfCall: new Map(), step: step ?? -1, call: null };
  lane.turn = { id: turn, isKnown: true, began: at, messages: [], ...counted, ended: at, state: "completed" };
}

function addAnswer(lane: ImportState, record: Item): void {
  const turn = resolveAnsweringTurn(lane, record);
  turn.ended = record.at ?? turn.ended;
  const step = resolveStep(turn, record);
  const { source } = record;
  for (const draft of lane.ingest.fromModel([record.item], turn.id, step, () => step)) {
    const entry = placeDraft(lane, draft, record, { turn: turn.id, step: draft.kind === "noted" ? null : step });
    const named = entry.kind === "said" && source !== undefined;
    lane.entries.push(
      named ? { ...entry, source: { message: source.id, revision: source.revision }, replyTo: source.replyTo } : entry,
    );
  }
}

function addNote(lane: ImportState, record: ImportedRecord, note: Note): void {
  const draft = lane.ingest.noted(note, null);
  if (lane.waiting !== null && note.kind !== "turn-ended") {
    lane.waiting.notes.push(placeDraft(lane, draft, record));
    return;
  }
  const turn = note.kind === "turn-ended" ? resolveAnsweringTurn(lane, record) : lane.turn;
  if (note.kind === "turn-ended" && turn !== null) turn.state = note.state;
  lane.entries.push(placeDraft(lane, draft, record, { turn: turn?.id ?? null, step: null }));
}

function addWithdrawal(lane: ImportState, record: Extract<ImportedRecord, { kind: "withdrawn" }>): void {
  releaseWaiting(lane);
  const target = lane.ids.get(record.target);
  if (target !== undefined) lane.entries.push(placeDraft(lane, lane.ingest.withdrawn(target), record));
}

/** Adds the waiting message to the entries; without an answer, it belongs to no turn. */
function releaseWaiting(lane: ImportState): void {
  const { waiting } = lane;
  if (waiting !== null) lane.entries.push(...(waiting.draft === null ? [] : [waiting.draft]), ...waiting.notes);
  lane.waiting = null;
}

/** The turn that the agent's words belong to. A waiting message opens a new one. */
function resolveAnsweringTurn(lane: ImportState, record: ImportedRecord): OpenTurn {
  const { waiting } = lane;
  if (waiting === null && lane.turn !== null) return lane.turn;
  close(lane);
  const first = waiting?.record ?? record;
  const id = makeStableId(`${lane.ref.session} turn ${first.key}`, first.at, lane.engine.fns.hash) as TurnId;
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
  if (waiting?.draft) lane.waiting = { ...waiting, draft: { ...waiting.draft, turn: id } };
  releaseWaiting(lane);
  lane.turn = turn;
  return turn;
}

function close(lane: ImportState): void {
  const { engine, ref, turn } = lane;
  lane.turn = null;
  if (turn === null || turn.isKnown) return;
  const { id, messages, state } = turn;
  const record = makeTurnRecord(engine, { ref, id, messages });
  const ended = turn.ended ?? record.began;
  lane.history.push({ ...record, state, began: turn.began ?? record.began, ended });
}

/** Items of one model call form one step; a result belongs to the step of its call. */
function resolveStep(turn: OpenTurn, { item, call }: Item): number {
  if (item.kind === "returned") return turn.stepOfCall.get(item.call) ?? Math.max(0, turn.step);
  if (turn.step < 0 || call === undefined || call !== turn.call) turn.step += 1;
  turn.call = call ?? null;
  if (item.kind === "called") turn.stepOfCall.set(item.call, turn.step);
  return turn.step;
}

interface KnownMessage {
  /** Of its first version. */
  readonly id: EntryId;
  readonly entry: Entry;
  /** The edit to write because the history has a newer version; else null. */
  readonly draft: Draft | null;
}

function mayBeKnown({ fresh }: ImportState, { source, item }: Item): boolean {
  return !fresh && source !== undefined && item.kind === "said";
}

/** Null if the message is to be written as it is: it is new, or the store recognises it as a repetition. */
async function findKnownMessage(lane: ImportState, record: Item): Promise<KnownMessage | null> {
  const { source } = record;
  if (source === undefined) return null;
  const found = await lane.engine.store.bySource(lane.ref, source.id);
  if (found === null) return null;
  const { entry, ref } = found;
  const id = resolveMessageId(entry);
  const own = findEntrySource(entry);
  // A bot's own message has no versions, because its channel shows it in another form than the model wrote it.
  const isOver = own === null || entry.kind === "withdrawn" || isErased(entry);
  if (isOver || own.revision > source.revision) return { id, entry, draft: null };
  if (own.revision === source.revision && entry.kind === "said") return null;
  const revised = lane.ingest.revised(makeIncoming(lane, record), id);
  if (isUnchangedEdit(entry, revised)) return { id, entry, draft: null };
  const key = `${record.key}@${source.revision}`;
  const draft = { ...revised, id: makeEntryId(lane, key, record.at), at: source.revision };
  if (isSameLane(ref, lane.ref)) lane.entries.push(draft);
  else lane.elsewhere.push({ ref, draft });
  return { id, entry, draft };
}

function makePersonDraft(lane: ImportState, record: Item): Draft {
  return lane.ingest.said(makeIncoming(lane, record), null);
}

function makeIncoming({ ref }: ImportState, record: Item): Incoming {
  const { source, at, item } = record;
  const from = record.from ?? null;
  const { id, revision, replyTo } = source ?? { id: null, revision: 0, replyTo: null };
  const parts = item.kind === "said" ? item.parts : [];
  const raw = item.raw === undefined ? {} : { raw: item.raw };
  return { session: ref.session, id, from, topic: null, replyTo, at, revision, parts, ...raw };
}

/** For what belongs to no turn. */
const nowhere = { turn: null, step: null };

function placeDraft(
  lane: ImportState,
  draft: Draft,
  record: ImportedRecord,
  { turn, step }: Pick<Draft, "turn" | "step"> = nowhere,
): Draft {
  const id = makeEntryId(lane, record.key, record.at);
  lane.ids.set(record.key, id);
  // Changes the draft in place: it is not shared yet, and copying each would be a good part of an import.
  return Object.assign(draft, { id, turn, step, at: record.at ?? draft.at });
}

function makeEntryId({ engine, ref }: ImportState, key: string, at: Instant | null): EntryId {
  return makeStableId(`${ref.session} ${key}`, at, engine.fns.hash) as EntryId;
}
