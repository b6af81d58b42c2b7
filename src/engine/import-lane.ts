/**
 * One lane of an import. A message of a person waits until it is known whether the agent answers: then it opens a turn,
 * and everything of the agent's up to the next such message belongs to that.
 */
import { sourceOf } from "../core/delivery.js";
import type { Draft, Note } from "../core/entry.js";
import type { Imported } from "../core/importing/imported.js";
import { stableId } from "../core/importing/stable-id.js";
import type { BlobId, EntryId, Instant, LaneRef, TurnId } from "../core/keys.js";
import type { TurnRecord, TurnState } from "../core/turn.js";
import type { House } from "./house.js";
import { type Ingest, ingestFor } from "./ingest.js";
import { newTurn } from "./new-turn.js";

export interface LaneImport {
  readonly ref: LaneRef;
  add(record: Imported): Promise<void>;
  /** The history has no more for this lane. */
  end(): void;
  /** What is ready to be written, which is then forgotten. */
  take(): Batch;
}

interface Batch {
  readonly entries: readonly Draft[];
  readonly blobs: ReadonlyMap<BlobId, string>;
  readonly history: readonly TurnRecord[];
}

type Item = Extract<Imported, { kind: "item" }>;

/** A turn of the history, while records of it come in. */
interface OpenTurn {
  readonly id: TurnId;
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
  readonly draft: Draft;
  readonly notes: Draft[];
}

/** What is being put together. */
interface Bench {
  readonly house: House;
  readonly ref: LaneRef;
  /** The ids of what came in, for what takes it back later. */
  readonly ids: Map<string, EntryId>;
  ingest: Ingest;
  entries: Draft[];
  history: TurnRecord[];
  waiting: Waiting | null;
  turn: OpenTurn | null;
}

export function laneImport(house: House, ref: LaneRef): LaneImport {
  const bench: Bench = {
    house,
    ref,
    ids: new Map(),
    ingest: ingestOf(house),
    entries: [],
    history: [],
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
    take() {
      const { entries, history, ingest } = bench;
      // A message that waits may have left its text in a blob, which is then still to be written.
      if (entries.length === 0 && history.length === 0) return { entries, history, blobs: new Map() };
      Object.assign(bench, { entries: [], history: [], ingest: ingestOf(house) });
      return { entries, history, blobs: ingest.blobs };
    },
  };
}

/** Every draft gets its id from its record, so the clock need not make one. */
function ingestOf(house: House): Ingest {
  return ingestFor({ ...house, clock: { ...house.clock, id: () => "" } });
}

async function add(bench: Bench, record: Imported): Promise<void> {
  if (record.kind === "note") return noted(bench, record, record.note);
  if (record.kind === "withdrawn") return withdrawn(bench, record);
  if (record.item.kind === "said" && record.item.role === "user") return fromPerson(bench, record);
  return fromAgent(bench, record);
}

async function fromPerson(bench: Bench, record: Item): Promise<void> {
  letGo(bench);
  const draft = await personDraft(bench, record);
  bench.waiting = { record, draft: placed(bench, draft, record, null, null), notes: [] };
}

function fromAgent(bench: Bench, record: Item): void {
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
  const draft = bench.ingest.noted(bench.ingest.note(note), null);
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
  if (bench.waiting !== null) bench.entries.push(bench.waiting.draft, ...bench.waiting.notes);
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
    began: first.at,
    messages: waiting === null ? [] : [waiting.draft.id],
    stepOfCall: new Map(),
    step: -1,
    call: null,
    ended: first.at,
    state: "completed",
  };
  if (waiting !== null) bench.entries.push({ ...waiting.draft, turn: id }, ...waiting.notes);
  bench.waiting = null;
  bench.turn = turn;
  return turn;
}

function close(bench: Bench): void {
  const { house, ref, turn } = bench;
  bench.turn = null;
  if (turn === null) return;
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

/** An edited message that the log has in its first version is an edit of that. */
async function personDraft({ house, ref, ingest }: Bench, record: Item): Promise<Draft> {
  const { source = null, from = null, at } = record;
  const parts = record.item.kind === "said" ? record.item.parts : [];
  const id = source?.id ?? null;
  const revision = source?.revision ?? 0;
  const { session } = ref;
  const message = { session, id, from, topic: null, replyTo: source?.replyTo ?? null, at, revision, parts };
  const known = revision === 0 || id === null ? null : await house.store.bySource(ref.owner, session, id);
  const first = known === null || (sourceOf(known.entry)?.revision ?? 0) >= revision ? null : known.entry;
  if (first === null) return ingest.said(message, null);
  return ingest.revised(message, first.kind === "revised" || first.kind === "withdrawn" ? first.target : first.id);
}

function placed(bench: Bench, draft: Draft, record: Imported, turn: TurnId | null, step: number | null): Draft {
  const { session } = bench.ref;
  const id = stableId(`${session} ${record.key}`, record.at, bench.house.kit.hash) as EntryId;
  bench.ids.set(record.key, id);
  return { ...draft, id, turn, step, ...(record.at === null ? {} : { at: record.at }) };
}
