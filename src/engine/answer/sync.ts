/**
 * Stores the messages of hosts that own them and hand over the whole list each time.
 *
 * After each message the log holds a note with the hash of the list so far. A known hash means that the list up to
 * there is stored, so a few look-ups find the new part, however long the list is. Where the list departs from what is
 * stored, the entries after that point are withdrawn, never removed.
 */

import { ClewError } from "../../core/errors.js";
import type { Draft, Entry } from "../../core/log/entry.js";
import { readHostMessage } from "../../core/log/host-message.js";
import type { LaneRef, TurnId } from "../../core/log/keys.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { Change } from "../../core/ports/index.js";
import { encodeCanonicalJson, isObject } from "../../core/text/json.js";
import type { Engine } from "../engine.js";
import { type Ingest, makeIngest, openIngest } from "../intake/ingest.js";
import { makeTurnRecord } from "../intake/new-turn.js";
import { spillResults } from "../intake/spill-files.js";
import { findMark, formatMark, makeMarkNote } from "../intake/sync-mark.js";
import { readProgress } from "./load-turn.js";

/** How often another process may write between our read and our write. */
export const syncTries = 8;

export async function syncMessages(engine: Engine, ref: LaneRef, messages: readonly unknown[]): Promise<SyncedList> {
  const chain = hashPrefixes(engine, messages);
  for (let attempt = 1; attempt <= syncTries; attempt++) {
    const outcome = await engine.presence.inOrder(ref.session, () => syncOnce(engine, ref, messages, chain));
    if (outcome !== "overtaken") return outcome;
  }
  throw makeOvertakenError();
}

export function makeOvertakenError(): ClewError {
  return new ClewError("lane/busy", "Others keep writing to this chat, so the list could not be stored", {
    hint: "Try again; one process should sync a chat",
  });
}

/** A list as it stands in the log. */
export interface SyncedList {
  /** The turn that its last message belongs to; null for an empty list. */
  readonly turn: TurnRecord | null;
  /** The lane's last seq then: if it has moved since, another list may stand there. */
  readonly last: number;
}

/** Writes only if the lane is unchanged since it was read. */
async function syncOnce(
  engine: Engine,
  ref: LaneRef,
  messages: readonly unknown[],
  chain: readonly string[],
): Promise<SyncedList | "overtaken"> {
  const { last } = await engine.store.read(ref, 1, null);
  const isWithdrawn = makeWithdrawalCheck(engine, ref);
  const { stored, end } = await findStoredPrefix(engine, ref, chain, isWithdrawn);
  const withdrawn = await withdrawAfter(engine, ref, end, last);
  if (withdrawn === "overtaken") return withdrawn;
  const newest = (await engine.store.turns(ref, 50)).find(({ hosted }) => hosted) ?? null;
  const turn = withdrawn > 0 ? await reopenTurn(engine, ref, end) : newest;
  if (stored === messages.length) return { turn, last: last + withdrawn };
  const rest = messages.slice(stored).map((message, index) => ({ message, mark: chain[stored + index] ?? "" }));
  return append(engine, ref, rest, { turn, next: last + withdrawn + 1 });
}

function hashPrefixes(engine: Engine, messages: readonly unknown[]): readonly string[] {
  let before = "";
  return messages.map((message) => {
    const id = readHostId(message) ?? "";
    // A list is the same whatever originals travel with it.
    const items = readHostMessage(message).map(({ raw: _raw, ...item }) => item);
    before = engine.fns.hash(encodeCanonicalJson([before, id, items]));
    return formatMark(before.slice(0, 32));
  });
}

function readHostId(message: unknown): string | null {
  return isObject(message) && typeof message.id === "string" && message.id !== "" ? message.id : null;
}

interface StoredPrefix {
  readonly stored: number;
  /** Seq of the last entry of the stored part. */
  readonly end: number;
}

/**
 * If a prefix is stored, or stands (was not withdrawn), so does every shorter one: binary searches find the longest.
 */
async function findStoredPrefix(
  engine: Engine,
  ref: LaneRef,
  chain: readonly string[],
  isWithdrawn: IsWithdrawn,
): Promise<StoredPrefix> {
  const noteOf = async (length: number): Promise<Entry | null> => {
    const known = await engine.store.bySource(ref, chain[length - 1] ?? "");
    return known !== null && known.ref.lane === ref.lane ? known.entry : null;
  };
  const known = await findLongest(chain.length, async (length) => (await noteOf(length)) !== null);
  const stands = async (length: number) => {
    const note = await noteOf(length);
    return note !== null && !(await isWithdrawn(note));
  };
  // Most lists only grow, and then one check is enough.
  const stored = known > 0 && (await stands(known)) ? known : await findLongest(known, stands);
  return { stored, end: stored === 0 ? 0 : ((await noteOf(stored))?.seq ?? 0) };
}

/** The largest length up to `most` that passes, where every shorter one passes too. */
async function findLongest(most: number, passes: (length: number) => Promise<boolean>): Promise<number> {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (await passes(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

type IsWithdrawn = (entry: Entry) => Promise<boolean>;

function makeWithdrawalCheck(engine: Engine, ref: LaneRef): IsWithdrawn {
  return async ({ id }) => (await engine.store.changesOf(ref, [id])).some((change) => change.kind === "withdrawn");
}

/** Withdraws what sync stored after `end`, and returns how many entries it wrote. */
async function withdrawAfter(engine: Engine, ref: LaneRef, end: number, last: number): Promise<number | "overtaken"> {
  const after: Entry[] = [];
  for (let from = end + 1; from <= last; from += 1_000) {
    after.push(...(await engine.store.range(ref, from, Math.min(last, from + 999))));
  }
  const own = await keepHosted(engine, ref, listOwnEntries(after));
  const changes = await engine.store.changesOf(
    ref,
    own.map(({ id }) => id),
  );
  const gone = new Set(changes.flatMap((change) => (change.kind === "withdrawn" ? [change.target] : [])));
  const targets = own.filter(({ id }) => !gone.has(id));
  if (targets.length === 0) return 0;
  const ingest = makeIngest(engine);
  const entries = targets.map((target) => ingest.withdrawn(target.id));
  const { done } = await engine.store.write({ ref, entries, expectedSeq: last + 1 });
  return done ? entries.length : "overtaken";
}

/** Drops what a bot said in its own turn right before a message without content, which looks like part of that. */
async function keepHosted(engine: Engine, ref: LaneRef, own: readonly Entry[]): Promise<readonly Entry[]> {
  const ids = [...new Set(own.flatMap(({ turn }) => turn ?? []))];
  const turns = await Promise.all(ids.map((id) => engine.store.turn(ref, id)));
  const hosted = new Set(turns.flatMap((turn) => (turn?.hosted ? [turn.id] : [])));
  return own.filter(({ turn }) => turn === null || hosted.has(turn));
}

/**
 * What sync itself stored: each of its notes, and before it the entries that arrived with it in the list's turn. A bot
 * may write to the same lane, even in the same millisecond.
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

function isMark(entry: Entry): boolean {
  return findMark(entry) !== null;
}

/** Reopens the turn of the last message that stands, because its answer was withdrawn. */
async function reopenTurn(engine: Engine, ref: LaneRef, end: number): Promise<TurnRecord | null> {
  const before = await engine.store.range(ref, Math.max(1, end - 199), end);
  const id = before.findLast((entry) => entry.turn !== null)?.turn ?? null;
  const turn = id === null ? null : await engine.store.turn(ref, id);
  if (turn === null || !turn.hosted) return null;
  if (turn.state === "running") return turn;
  const reopened: TurnRecord = { ...turn, state: "running", ended: null };
  await engine.store.write({ ref, turn: reopened, reopen: true });
  return reopened;
}

/** What a list adds to the log, collected message by message. */
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

/** Appends in one write, after completing the turn that was open before. */
async function append(
  engine: Engine,
  ref: LaneRef,
  messages: readonly MarkedMessage[],
  { turn: current, next }: { readonly turn: TurnRecord | null; readonly next: number },
): Promise<SyncedList | "overtaken"> {
  const own = current === null ? [] : (await engine.store.read(ref, 0, current.id)).entries;
  const { steps, stepOfCall } = readProgress(
    own.filter((entry) => entry.turn === current?.id),
    0,
  );
  const known = { step: steps - 1, stepOfCall: new Map(stepOfCall) };
  const ingest = await openIngest(engine, ref);
  const growth: Growth = { ingest, entries: [], history: [], current, turn: current, ...known };
  for (const each of messages) addMessage(engine, ref, growth, each);
  const { history, turn } = growth;
  const entries = await spillResults(engine, ref, growth.entries, ingest.blobs);
  const left = turn?.id !== current?.id && current?.state === "running";
  const isThere = !left || (await tryWrite(engine, { ref, turn: completeTurn(engine, current), expectedSeq: next }));
  if (!isThere) return "overtaken";
  const grown = { ref, entries, blobs: ingest.blobs, history, ...(turn === null ? {} : { turn }), expectedSeq: next };
  return (await tryWrite(engine, grown)) ? { turn, last: next + entries.length - 1 } : "overtaken";
}

interface MarkedMessage {
  readonly message: unknown;
  /** The hash of the list up to this message. */
  readonly mark: string;
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
function addMessage(engine: Engine, ref: LaneRef, growth: Growth, { message, mark }: MarkedMessage): void {
  const items = readHostMessage(message);
  const asks = items.some((item) => item.kind === "said" && item.role === "user");
  if (growth.turn === null || asks) openHostedTurn(engine, ref, growth);
  // Results and approvals stay in the step of their calls; the model's next message opens the next step.
  const late = items.every((item) => item.kind === "returned" || item.kind === "approved");
  const step = late ? Math.max(0, growth.step) : growth.step + 1;
  const turn = growth.turn ?? makeHostedTurn(engine, ref);
  const drafts = growth.ingest.fromModel(items, turn.id, step, (call) => growth.stepOfCall.get(call) ?? step);
  for (const item of items) if (item.kind === "called") growth.stepOfCall.set(item.call, step);
  const said = drafts.filter((draft) => draft.kind === "said" && draft.by.role === "user");
  if (drafts.some((draft) => draft.step !== null)) growth.step = step;
  growth.entries.push(...drafts);
  growth.entries.push(growth.ingest.noted(makeMarkNote(mark, readHostId(message)), null));
  growth.turn = { ...turn, messages: [...turn.messages, ...said.map((draft) => draft.id)] };
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
