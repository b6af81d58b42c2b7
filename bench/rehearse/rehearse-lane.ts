/**
 * Replays a lane of a foreign history, each message and model call in order, as a host would have made them.
 * `engine/transfer/import-lane.ts` decides in the same way which messages open a turn; the two must agree.
 */

import type { ImportedRecord } from "../../src/core/importing/importer.js";
import type { Entry, Note } from "../../src/core/log/entry.js";
import type { HostItem } from "../../src/core/log/host-message.js";
import type { EntryId, Instant, LaneRef, TurnId } from "../../src/core/log/keys.js";
import type { ViewOutcome } from "../../src/core/view/view-result.js";
import { begin } from "../../src/engine/answer/begin.js";
import type { OpenTurn } from "../../src/engine/answer/open-turn.js";
import { openTurn } from "../../src/engine/answer/turn.js";
import type { Engine } from "../../src/engine/engine.js";
import type { Incoming } from "../../src/engine/intake/incoming.js";
import { makeIngest } from "../../src/engine/intake/ingest.js";
import { makeTurnRecord } from "../../src/engine/intake/new-turn.js";
import { editMessage, observe } from "../../src/engine/intake/write-message.js";
import { makeSdkMessage } from "./sdk-message.js";

export interface LaneRehearsal {
  add(record: ImportedRecord): Promise<void>;
  /** Call when the history has no more for this lane. */
  end(): Promise<void>;
}

type Item = Extract<ImportedRecord, { kind: "item" }>;

interface RehearsalState {
  readonly engine: Engine;
  readonly ref: LaneRef;
  readonly seen: (result: ViewOutcome) => void;
  /** What the store wrote last, in order. */
  readonly written: { entries: readonly Entry[] };
  readonly time: { now: Instant };
  /** Entry ids by record key, for later withdrawals. */
  readonly ids: Map<string, EntryId>;
  /** The channel's ids of the messages so far. */
  readonly known: Set<string>;
  /** What the current model call returned, and the notes that came with it. */
  pending: Item[];
  notes: Note[];
  waiting: { readonly record: Item; readonly notes: Note[] } | null;
  turn: OpenTurn | null;
  /** The current call; undefined before the first of a turn. */
  call: string | null | undefined;
}

/** `ref` is the root lane of a session without other content. */
export function startLaneRehearsal(base: Engine, ref: LaneRef, seen: (result: ViewOutcome) => void): LaneRehearsal {
  const written: RehearsalState["written"] = { entries: [] };
  const time = { now: base.clock.now() };
  const write: Engine["store"]["write"] = async (change) => {
    const result = await base.store.write(change);
    written.entries = result.entries;
    return result;
  };
  const engine = { ...base, store: { ...base.store, write }, clock: { ...base.clock, now: () => time.now } };
  const state = { ids: new Map(), known: new Set<string>(), pending: [], notes: [], waiting: null, turn: null };
  const life: RehearsalState = { engine, ref, seen, written, time, ...state, call: undefined };
  return {
    add: (record) => {
      time.now = record.at ?? time.now;
      return add(life, record);
    },
    async end() {
      await recordUnanswered(life);
      await close(life);
    },
  };
}

async function add(life: RehearsalState, record: ImportedRecord): Promise<void> {
  if (record.kind === "note") return addNote(life, record, record.note);
  if (record.kind === "withdrawn") return recordWithdrawal(life, record.target);
  if (record.item.kind !== "said" || record.item.role !== "user") return addAgentItem(life, record);
  await recordUnanswered(life);
  await keep(life);
  life.waiting = { record, notes: [] };
}

async function addAgentItem(life: RehearsalState, record: Item): Promise<void> {
  const turn = await resolveTurn(life, record);
  if (trackCall(life, record)) {
    await keep(life);
    life.seen(await turn.view({}));
  }
  life.pending.push(record);
}

function trackCall(life: RehearsalState, { item, call }: Item): boolean {
  if (item.kind === "returned") return false;
  const isNew = life.call === undefined || call === undefined || call !== life.call;
  life.call = call ?? null;
  return isNew;
}

async function addNote(life: RehearsalState, record: ImportedRecord, note: Note): Promise<void> {
  if (note.kind !== "turn-ended") {
    (life.waiting ?? life).notes.push(note);
    return;
  }
  const turn = await resolveTurn(life, record);
  await keep(life);
  await turn.end({ state: note.state, reason: note.reason, reply: [], usage: null });
  life.turn = null;
}

async function recordWithdrawal(life: RehearsalState, key: string): Promise<void> {
  await recordUnanswered(life);
  await keep(life);
  const { engine, ref } = life;
  const target = life.ids.get(key);
  if (target !== undefined) await engine.store.write({ ref, entries: [makeIngest(engine).withdrawn(target)] });
}

async function recordUnanswered(life: RehearsalState): Promise<void> {
  const { waiting } = life;
  if (waiting === null) return;
  await keep(life);
  life.waiting = null;
  const message = makeIncoming(life, waiting.record);
  const isEdit = message.id !== null && life.known.has(message.id);
  const kept = isEdit ? await editMessage(life.engine, message, false) : await observe(life.engine, message);
  if (kept.kept) remember(life, waiting.record, kept.entry.id);
  await keepNotes(life, waiting.notes, null);
}

/** The turn that the model's words belong to. A waiting message opens a new one. */
async function resolveTurn(life: RehearsalState, record: ImportedRecord): Promise<OpenTurn> {
  const { engine, waiting } = life;
  if (waiting === null && life.turn !== null) return life.turn;
  await close(life);
  life.call = undefined;
  life.waiting = null;
  const { turn: begun, holder } =
    waiting === null
      ? { turn: await beginWithoutMessage(life), holder: null }
      : await beginFromMessage(life, waiting.record);
  life.turn = openTurn(engine, begun, { place: holder ?? "hosted" });
  if (waiting !== null) await keepNotes(life, waiting.notes, null);
  life.time.now = record.at ?? life.time.now;
  return life.turn;
}

async function beginFromMessage(life: RehearsalState, record: Item) {
  life.time.now = record.at ?? life.time.now;
  const message = makeIncoming(life, record);
  const options = { origin: "interactive", whenBusy: "refuse", signal: undefined } as const;
  const begun = await begin(life.engine, [message], options);
  const [id] = begun.turn.messages;
  if (id !== undefined) remember(life, record, id);
  return begun;
}

/** The history begins with the model's words, so no message begins the turn and it needs no place in the queue. */
async function beginWithoutMessage({ engine, ref }: RehearsalState) {
  const turn = { ...makeTurnRecord(engine, { ref, id: engine.clock.id() as TurnId }), hosted: true as const };
  await engine.store.write({ ref, turn });
  return turn;
}

async function close(life: RehearsalState): Promise<void> {
  await keep(life);
  await life.turn?.end({ state: "completed", reason: null, reply: [], usage: null });
  life.turn = null;
}

/** Writes what the current call returned as one step, with a message for each item, so that each stays an entry. */
async function keep(life: RehearsalState): Promise<void> {
  const { pending, notes, turn } = life;
  life.pending = [];
  life.notes = [];
  if (turn !== null && pending.length > 0) {
    await turn.step(pending.map(({ item }) => makeSdkMessage(item)));
    rememberAll(life, pending);
  }
  await keepNotes(life, notes, turn?.record.id ?? null);
}

async function keepNotes({ engine, ref }: RehearsalState, notes: readonly Note[], turn: TurnId | null): Promise<void> {
  if (notes.length === 0) return;
  const ingest = makeIngest(engine);
  const entries = notes.map((note) => ingest.noted(note, turn));
  await engine.store.write({ ref, entries, blobs: ingest.blobs });
}

function rememberAll(life: RehearsalState, records: readonly Item[]): void {
  const entries = [...life.written.entries];
  for (const record of records) {
    const [entry] = entries;
    if (entry === undefined || !isSameItem(entry, record.item)) continue;
    entries.shift();
    remember(life, record, entry.id);
  }
}

/** Whether the entry is the item's: a call that the log already has is not written again. */
function isSameItem(entry: Entry, item: HostItem): boolean {
  return entry.kind === item.kind && (!("call" in entry) || ("call" in item && entry.call === item.call));
}

function remember(life: RehearsalState, { key, source }: Item, id: EntryId): void {
  life.ids.set(key, id);
  if (source !== undefined) life.known.add(source.id);
}

function makeIncoming({ ref, known }: RehearsalState, { item, source, from, at }: Item): Incoming {
  const parts = item.kind === "said" ? item.parts : [];
  const replyTo = source?.replyTo ?? null;
  return {
    session: ref.session,
    id: source?.id ?? null,
    from: from ?? null,
    topic: null,
    // A reply into another lane would be answered there.
    replyTo: replyTo !== null && known.has(replyTo) ? replyTo : null,
    at,
    revision: source?.revision ?? 0,
    parts,
  };
}
