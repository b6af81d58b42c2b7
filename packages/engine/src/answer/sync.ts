/**
 * Stores the messages of hosts that own them and hand over the whole list each time.
 *
 * After each message the log holds a note with the hash of the list so far. A known hash means that the list up to
 * there is stored, so a few look-ups find the new part, however long the list is. Where the list departs from what is
 * stored, the entries after that point are withdrawn, never removed.
 */

import { ClewError } from "@clewline/core/errors.js";
import type { Draft, Entry, Note } from "@clewline/core/log/entry.js";
import type { LaneRef, TurnId } from "@clewline/core/log/keys.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import type { Change } from "@clewline/core/ports/index.js";
import type { Engine } from "../engine.js";
import { type Ingest, makeIngest, openIngest } from "../intake/ingest.js";
import { makeTurnRecord } from "../intake/new-turn.js";
import { prepareDrafts } from "../intake/shape-drafts.js";
import { makeAnewMark, makeMarkNote } from "../intake/sync-mark.js";
import type { ListedMessage } from "./list/listed-message.js";
import { makeOvertakenError } from "./list/overtaken.js";
import {
  findListPlace,
  isMark,
  keepStanding,
  type LaneEnd,
  type LaneMarks,
  openMarks,
  readAfter,
  readLaneEnd,
} from "./list/stored-prefix.js";
import { readProgress } from "./load-turn.js";
import { bindListed } from "./reasoning/bind-answer.js";

/** How often another process may write between our read and our write. */
export const syncTries = 8;

/** Options of a sync. */
export interface SyncRules {
  /** A list that shares nothing with the one before replaces it: the old one stays in the log, and in no view. */
  readonly mayBeginAnew?: boolean;
  /** The lane's end and marks, as they were just read: no write is made if the lane has moved since. */
  readonly look?: LaneMarks | undefined;
  /** Whether the list's requests carry a tool that opens what views leave out. */
  readonly opens?: boolean | undefined;
}

export async function syncMessages(
  engine: Engine,
  ref: LaneRef,
  messages: readonly ListedMessage[],
  rules: SyncRules = {},
): Promise<SyncedList> {
  for (let attempt = 1; attempt <= syncTries; attempt++) {
    const own = attempt === 1 ? rules : { ...rules, look: undefined };
    const outcome = await engine.presence.inOrder(ref.session, () => syncOnce(engine, ref, messages, own));
    if (outcome !== "overtaken") return outcome;
  }
  throw makeOvertakenError();
}

/** A list as the log has it. */
export interface SyncedList {
  /** The turn that its last message belongs to; null for an empty list. */
  readonly turn: TurnRecord | null;
  /** The lane's last seq then: if it has moved since, another list may stand there. */
  readonly last: number;
  /** Whether it brought anything new. */
  readonly isGrown: boolean;
}

/** Writes only if the lane is unchanged since it was read. */
async function syncOnce(
  engine: Engine,
  ref: LaneRef,
  messages: readonly ListedMessage[],
  { mayBeginAnew = false, look, opens }: SyncRules,
): Promise<SyncedList | "overtaken"> {
  const lane = look ?? openMarks(engine, ref, await readLaneEnd(engine, ref));
  const { last, lastReceipt } = lane.end;
  const marks = messages.map(({ mark }) => mark);
  const { stored, end, start } = await findListPlace(lane, marks, mayBeginAnew);
  const isAnew = mayBeginAnew && stored === 0 && (await holdsList(engine, ref, start, last));
  const withdrawn = isAnew ? 0 : await withdrawAfter(engine, ref, start, last);
  if (withdrawn === "overtaken") return withdrawn;
  const open = withdrawn > 0 ? await findTurnBefore(engine, ref, end) : await findHostedTurn(engine, ref, lane.end);
  const next = messages[stored];
  // A new question opens a turn of its own; anything else goes on with the last turn, even if that was answered.
  const turn = next !== undefined && (isAnew || isAsking(next)) ? open : await reopenTurn(engine, open);
  if (stored === messages.length) return { turn, last: last + withdrawn, isGrown: false };
  const fresh = await bindListed(engine, ref, messages.slice(stored), lastReceipt);
  return appendInBatches(engine, ref, fresh, { turn, next: last + withdrawn + 1, isAnew, end: lane.end, opens });
}

/** One write keeps the event loop from everybody else until it is done, so that a long list needs several. */
const batchMessages = 30;

/** A list that is cut off between two writes is a shorter list, and goes on from there the next time. All of it arrives at one time. */
async function appendInBatches(
  opened: Engine,
  ref: LaneRef,
  messages: readonly ListedMessage[],
  first: Appending,
): Promise<SyncedList | "overtaken"> {
  if (messages.length <= batchMessages) return append(opened, ref, messages, first);
  const arrived = opened.clock.now();
  const engine: Engine = { ...opened, clock: { ...opened.clock, now: () => arrived } };
  let synced = await append(engine, ref, messages.slice(0, batchMessages), first);
  for (let from = batchMessages; from < messages.length && synced !== "overtaken"; from += batchMessages) {
    const end = await readLaneEnd(engine, ref);
    const next = { ...first, turn: synced.turn, next: synced.last + 1, isAnew: false, end };
    synced = await append(engine, ref, messages.slice(from, from + batchMessages), next);
  }
  return synced;
}

/** The newest turn of a list, which hardly ever has nothing among the lane's newest entries. */
async function findHostedTurn({ store }: Engine, ref: LaneRef, { turns }: LaneEnd): Promise<TurnRecord | null> {
  const isHosted = (turn: TurnRecord) => turn.hosted === true;
  return turns.findLast(isHosted) ?? (await store.turns(ref, mostTurns)).find(isHosted) ?? null;
}

/** Turns among which that of a list is looked for. */
const mostTurns = 50;

/** Whether any entry that sync stored after `from` was not withdrawn. */
async function holdsList(engine: Engine, ref: LaneRef, from: number, last: number): Promise<boolean> {
  const marks = (await readAfter(engine, ref, from, last)).filter(isMark);
  return (await keepStanding(engine, ref, marks)).length > 0;
}

/** Withdraws what sync stored after `end`, and returns how many entries it wrote. */
async function withdrawAfter(engine: Engine, ref: LaneRef, end: number, last: number): Promise<number | "overtaken"> {
  const own = await keepHosted(engine, ref, listOwnEntries(await readAfter(engine, ref, end, last)));
  const targets = await keepStanding(engine, ref, own);
  if (targets.length === 0) return 0;
  const ingest = makeIngest(engine);
  const entries = targets.map((target) => ingest.withdrawn(target.id));
  const { done } = await engine.store.write({ ref, entries, expectedSeq: last + 1 });
  return done ? entries.length : "overtaken";
}

/** Drops a bot's messages in its own turn right before a message without content, which look like part of that. */
async function keepHosted(engine: Engine, ref: LaneRef, own: readonly Entry[]): Promise<readonly Entry[]> {
  const ids = [...new Set(own.flatMap(({ turn }) => turn ?? []))];
  const turns = await Promise.all(ids.map((id) => engine.store.turn(ref, id)));
  const hosted = new Set(turns.flatMap((turn) => (turn?.hosted ? [turn.id] : [])));
  return own.filter(({ turn }) => turn === null || hosted.has(turn));
}

/**
 * Lists the entries that sync itself stored: each of its notes, and before it the entries that arrived with it in the
 * list's turn. A bot may write to the same lane, even in the same millisecond.
 */
function listOwnEntries(entries: readonly Entry[]): readonly Entry[] {
  return entries.flatMap((note, index) => {
    if (!isMark(note)) return [];
    const turn = entries[index - 1]?.turn ?? null;
    const isOwn = (entry: Entry | undefined) =>
      entry !== undefined && !isMark(entry) && entry.turn === turn && entry.arrived === note.arrived;
    let start = index;
    while (turn !== null && isOwn(entries[start - 1])) start -= 1;
    return entries.slice(start, index + 1);
  });
}

/** The turn of the last message that was not withdrawn, after its answer was. */
async function findTurnBefore(engine: Engine, ref: LaneRef, end: number): Promise<TurnRecord | null> {
  const before = await engine.store.range(ref, Math.max(1, end - 199), end);
  const id = before.findLast((entry) => entry.turn !== null)?.turn ?? null;
  const turn = id === null ? null : await engine.store.turn(ref, id);
  return turn?.hosted ? turn : null;
}

async function reopenTurn(engine: Engine, turn: TurnRecord | null): Promise<TurnRecord | null> {
  if (turn === null || turn.state === "running") return turn;
  const reopened: TurnRecord = { ...turn, state: "running", ended: null };
  await engine.store.write({ ref: turn.ref, turn: reopened, reopen: true });
  return reopened;
}

/** The entries that a list adds to the log, collected message by message. */
interface Growth {
  readonly ingest: Ingest;
  readonly entries: Draft[];
  readonly history: TurnRecord[];
  /** The turn that was open before. */
  readonly current: TurnRecord | null;
  turn: TurnRecord | null;
  /** The newest step of the turn; -1 before its first. */
  step: number;
  stepOfCall: Map<string, number>;
}

interface Appending extends Pick<SyncRules, "opens"> {
  /** The newest turn of the list so far. */
  readonly turn: TurnRecord | null;
  /** The lane's next seq. */
  readonly next: number;
  /** Whether the lane's context begins here. */
  readonly isAnew: boolean;
  /** The lane's end before it. */
  readonly end: LaneEnd;
}

/** Appends in one write, after completing the turn that was open before. */
async function append(
  engine: Engine,
  ref: LaneRef,
  messages: readonly ListedMessage[],
  { turn: current, next, isAnew, end, opens }: Appending,
): Promise<SyncedList | "overtaken"> {
  const open = isAnew ? null : current;
  const { entries: newest, records } = end;
  const { steps, stepOfCall } = await readTurnSteps(engine, open, messages, newest);
  const known = { step: steps - 1, stepOfCall: new Map(stepOfCall) };
  const ingest = await openIngest(engine, ref, {}, records[0]);
  const growth: Growth = { ingest, entries: [], history: [], current: open, turn: open, ...known };
  if (isAnew) growth.entries.push(...makeAnewNotes(ref).map((note) => ingest.noted(note, null)));
  for (const each of messages) addMessage(engine, ref, growth, nameTools(each, newest));
  const { history, turn } = growth;
  const entries = await prepareDrafts(engine, ref, growth.entries, { blobs: ingest.blobs, opens });
  await engine.pause();
  const left = turn?.id !== current?.id && current?.state === "running";
  const isThere = !left || (await tryWrite(engine, { ref, turn: completeTurn(engine, current), expectedSeq: next }));
  if (!isThere) return "overtaken";
  const cleared = isAnew ? { cleared: next - 1 } : {};
  const grown = { ref, entries, blobs: ingest.blobs, history, ...(turn === null ? {} : { turn }), expectedSeq: next };
  const isDone = await tryWrite(engine, { ...grown, ...cleared });
  if (!isDone) return "overtaken";
  return { turn, last: next + entries.length - 1, isGrown: true };
}

/** A host that sends only new messages may leave out the tool of a call that the lane has. */
function nameTools(message: ListedMessage, newest: readonly Entry[]): ListedMessage {
  if (!message.items.some((item) => item.kind === "returned" && item.tool === "")) return message;
  const items = message.items.map((item) => {
    if (item.kind !== "returned" || item.tool !== "") return item;
    const call = newest.findLast((entry) => entry.kind === "called" && entry.call === item.call);
    return call?.kind === "called" ? { ...item, tool: call.tool } : item;
  });
  return { ...message, items };
}

type TurnSteps = Pick<ReturnType<typeof readProgress>, "steps" | "stepOfCall">;

/**
 * The steps of a turn so far. Its newest entries tell them as long as they have what opened its newest step and every call
 * that is answered now: a turn may have thousands of entries, and a list brings a few.
 */
async function readTurnSteps(
  { store }: Engine,
  turn: TurnRecord | null,
  messages: readonly ListedMessage[],
  newest: readonly Entry[],
): Promise<TurnSteps> {
  if (turn === null) return { steps: 0, stepOfCall: new Map() };
  const isOwn = (entry: Entry) => entry.turn === turn.id;
  const progress = readProgress(newest.filter(isOwn), 0);
  const isEnough = newest.some((entry) => isOwn(entry) && opensStep(entry)) && knowsCalls(messages, progress);
  return isEnough ? progress : readProgress((await store.read(turn.ref, 0, turn.id)).entries.filter(isOwn), 0);
}

/** Only the model's words and calls open a step: a result stays in the step of its call. */
function opensStep(entry: Entry): boolean {
  return entry.step !== null && (entry.kind === "called" || (entry.kind === "said" && entry.by.role === "agent"));
}

function knowsCalls(messages: readonly ListedMessage[], { stepOfCall }: TurnSteps): boolean {
  const items = messages.flatMap((message) => message.items);
  const own = new Set(items.flatMap((item) => (item.kind === "called" ? [item.call] : [])));
  return items.every((item) => !("call" in item) || own.has(item.call) || stepOfCall.has(item.call));
}

/** The host has summarised its list, or started another: its first messages replace all earlier ones. */
function makeAnewNotes({ lane }: LaneRef): readonly Note[] {
  return [
    { kind: "compacted", by: "host", tokens: null },
    { kind: "sent", messages: [makeAnewMark(lane)] },
  ];
}

/** False where another process has written to the lane, or ended the turn, in the meantime. */
async function tryWrite({ store }: Engine, change: Change): Promise<boolean> {
  try {
    return (await store.write(change)).done;
  } catch (error) {
    if (error instanceof ClewError && error.code === "turn/not-running") return false;
    throw error;
  }
}

/** A user's message opens a turn; everything else belongs to the open one. */
function addMessage(engine: Engine, ref: LaneRef, growth: Growth, message: ListedMessage): void {
  const { items, id, mark, names } = message;
  if (growth.turn === null || isAsking(message)) openHostedTurn(engine, ref, growth);
  // Results and approvals stay in the step of their calls; the model's next message opens the next step.
  const late = items.every((item) => item.kind === "returned" || item.kind === "approved");
  const step = late ? Math.max(0, growth.step) : growth.step + 1;
  const turn = growth.turn ?? makeHostedTurn(engine, ref);
  const drafts = growth.ingest.fromModel(items, turn.id, step, (call) => growth.stepOfCall.get(call) ?? step);
  for (const item of items) if (item.kind === "called") growth.stepOfCall.set(item.call, step);
  const said = drafts.filter((draft) => draft.kind === "said" && draft.by.role === "user");
  if (drafts.some((draft) => draft.step !== null)) growth.step = step;
  growth.entries.push(...drafts);
  growth.entries.push(growth.ingest.noted(makeMarkNote(mark, id, names), null));
  growth.turn = { ...turn, messages: [...turn.messages, ...said.map((draft) => draft.id)] };
}

function isAsking({ items }: ListedMessage): boolean {
  return items.some((item) => item.kind === "said" && item.role === "user");
}

function openHostedTurn(engine: Engine, ref: LaneRef, growth: Growth): void {
  const { turn, current } = growth;
  if (turn !== null && turn.id !== current?.id) growth.history.push(completeTurn(engine, turn));
  growth.turn = makeHostedTurn(engine, ref);
  growth.step = -1;
  growth.stepOfCall = new Map();
}

function makeHostedTurn(engine: Engine, ref: LaneRef): TurnRecord {
  return { ...makeTurnRecord(engine, { ref, id: engine.clock.id() as TurnId }), hosted: true };
}

function completeTurn(engine: Engine, turn: TurnRecord): TurnRecord {
  return { ...turn, state: "completed", ended: engine.clock.now() };
}
