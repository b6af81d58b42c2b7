import { ClewError } from "@clewline/core/errors.js";
import { type Entry, isErased } from "@clewline/core/log/entry.js";
import { type EntryId, isSameLane, type LaneKey, type LaneRef, type TurnId } from "@clewline/core/log/keys.js";
import type { TurnOrigin, TurnRecord } from "@clewline/core/log/turn.js";
import type { Change, ChangeResult } from "@clewline/core/ports/index.js";
import { describeError } from "@clewline/text/error-text.js";
import type { Engine } from "../engine.js";
import { gatherThread } from "../intake/gather-thread.js";
import type { Incoming } from "../intake/incoming.js";
import { openIngest } from "../intake/ingest.js";
import { noteGroup } from "../intake/memories/note-heard.js";
import { isOutdated, isTakenBack, type MessageStatus, pickSameVersion } from "../intake/message-status.js";
import { makeTurnRecord } from "../intake/new-turn.js";
import { clearOpenQuestions, resolveAnchor } from "../intake/open-questions.js";
import { resolveMessageLane } from "../intake/resolve-lane.js";
import { recogniseVoice } from "../intake/voice/own-voice.js";
import { type Branch, type BranchPoint, findBranch, leaveTurns } from "./branch.js";
import { dropRepeats, keepOwnVoice, listUnknownIds } from "./echo/own-messages.js";
import { findContents, keepContents } from "./keep-reading.js";
import type { Unanswered } from "./open-turn.js";
import { clearFront, findHolder, isHeld, makeClaim, type PlacedTurn, waitForPlace } from "./place/queue.js";
import { isTooLate, writeHeld } from "./place/write-held.js";
import { readMessageStatus } from "./read-message-status.js";

/** A turn that runs here; or `repeated`: another turn answers or has answered, or the message is not to be answered. */
export type BeginResult =
  | (PlacedTurn & { readonly repeated: false })
  | {
      readonly turn: TurnRecord;
      readonly repeated: true;
      readonly holder: null;
      readonly because?: Unanswered | null;
    };

export interface BeginOptions {
  readonly origin: TurnOrigin;
  /** If the lane has a running turn: wait for an own turn, join the last queued one, or refuse. */
  readonly whenBusy: "queue" | "merge" | "refuse";
  readonly signal: AbortSignal | undefined;
  /** Called once the messages are durable. */
  readonly onKept?: (() => void) | undefined;
  /** A page asks, which reads the answer in the log. */
  readonly onPage?: true;
  /** The lane of a new message; by default the message's own fields decide. */
  readonly lane?: LaneKey;
}

/** Makes the messages durable and opens the turn that answers them, in one write unless the lane is busy. */
export async function begin(
  engine: Engine,
  messages: readonly Incoming[],
  options: BeginOptions,
): Promise<BeginResult> {
  const [first] = messages;
  if (first === undefined) {
    throw new ClewError("message/bad", "There is no message to answer", {
      hint: "Give begin one message or a list of them",
    });
  }
  for (const { session, group } of messages) await noteGroup(engine, session, group);
  const heard = dropRepeats(messages).map((message) => recogniseVoice(engine, message));
  return openWhenSure(engine, first.session, options, () => open(engine, heard, options));
}

/**
 * Answers a message of the conversation again, or a new version of it; null if the conversation has none. It waits
 * until no other turn runs in the lane, so that those turns' words leave the views as well.
 */
export async function beginAnew(
  engine: Engine,
  point: BranchPoint,
  options: BeginOptions,
): Promise<BeginResult | null> {
  return openWhenSure(engine, point.ref.session, options, () => openBranch(engine, point, options));
}

async function openWhenSure<Result>(
  { presence }: Engine,
  session: LaneRef["session"],
  { signal, onKept }: BeginOptions,
  attempt: () => Promise<(() => Promise<Result>) | LaneRef>,
): Promise<Result> {
  signal?.throwIfAborted();
  for (;;) {
    const opened = await presence.inOrder(session, attempt);
    if (typeof opened === "function") {
      try {
        onKept?.();
      } catch (error) {
        presence.warn(`onKept failed, and the message goes on: ${describeError(error)}`);
      }
      return opened();
    }
    await presence.pause(opened, watchPauseMs, signal);
  }
}

/** How often a holder is looked at that may be gone. */
const watchPauseMs = 100;

/**
 * The work left once the messages are durable. It runs outside the session's order, so waiting delays no other message.
 */
type Rest = () => Promise<BeginResult>;

/** Returns a lane instead if a process there may be answering already, or may be gone: only time shows which. */
async function open(engine: Engine, messages: readonly Incoming[], options: BeginOptions): Promise<Rest | LaneRef> {
  const all: MessageStatus[] = [];
  for (const message of messages) all.push(await readMessageStatus(engine, message));
  const statuses = all.filter(({ isOwn }) => !isOwn);
  const heard = await keepOwnVoice(engine, all);
  if (statuses.length === 0) return refuseOwnVoice(engine, all, heard);
  const ref = await resolveCommonLane(engine, statuses, options.lane);
  if (statuses.some(({ isUnsure }) => isUnsure)) {
    if (options.whenBusy === "refuse") throw makeBusyError(ref);
    return ref;
  }
  await checkRepeated(engine, ref, statuses);
  const due = statuses.filter((each) => each.answer === null && !isTakenBack(each));
  const [answer] = statuses.flatMap((each) => each.answer ?? []);
  if (due.length === 0)
    return async () => ({
      ...{ turn: answer ?? makeCancelledTurn(engine, ref), repeated: true, holder: null },
      because: statuses.every(({ known }) => known !== null && isErased(known.entry)) ? "erased" : null,
    });
  await gatherThread(engine, ref, listUnknownIds(due));
  const ahead = await clearFront(engine, ref);
  const joined = ahead !== undefined && options.whenBusy === "merge" ? await join(engine, ref, due, options) : null;
  return joined ?? openOwn(engine, ref, due, options);
}

/** The agent's own messages get no answer. */
async function refuseOwnVoice(
  engine: Engine,
  own: readonly MessageStatus[],
  because: "own answer" | "own message",
): Promise<Rest> {
  const ref = await resolveCommonLane(engine, own.slice(0, 1), undefined);
  return async () => ({ turn: makeCancelledTurn(engine, ref), repeated: true, holder: null, because });
}

/** Hands answered messages to the store, too: it ignores a repetition, and refuses the same id with other content. */
async function checkRepeated(engine: Engine, ref: LaneRef, statuses: readonly MessageStatus[]): Promise<void> {
  const again = statuses.filter((each) => each.answer !== null && pickSameVersion(each) !== null);
  if (again.length === 0) return;
  const { entries, blobs } = await makeMessageDrafts(engine, ref, again, engine.clock.id() as TurnId);
  await engine.store.write({ ref, entries, blobs });
}

async function openBranch(
  engine: Engine,
  point: BranchPoint,
  options: BeginOptions,
): Promise<(() => Promise<BeginResult | null>) | LaneRef> {
  const { ref } = point;
  if ((await clearFront(engine, ref)) !== undefined) {
    if (options.whenBusy === "refuse") throw makeBusyError(ref);
    return ref;
  }
  const branch = await findBranch(engine, point);
  if (branch === null) return async () => null;
  await leaveTurns(engine, ref, branch.left);
  return openOwn(engine, ref, branch.due, { ...options, branch });
}

function makeCancelledTurn(engine: Engine, ref: LaneRef): TurnRecord {
  const turn = makeTurnRecord(engine, { ref, id: engine.clock.id() as TurnId });
  return { ...turn, state: "cancelled", ended: turn.began };
}

/** With the branch that the turn opens, where it opens one. */
interface OwnOptions extends BeginOptions {
  readonly branch?: Branch;
}

async function openOwn(
  engine: Engine,
  ref: LaneRef,
  due: readonly MessageStatus[],
  options: OwnOptions,
): Promise<Rest> {
  const { whenBusy, signal, branch } = options;
  const id = engine.clock.id() as TurnId;
  const drafts = await makeMessageDrafts(engine, ref, due, id);
  const { blobs, answering } = drafts;
  const { anchor, change } = await understand(engine, { ref, id }, { due, answering }, options);
  const { origin, onPage } = options;
  const about = { ...pickSurface(due), ...(anchor === null ? {} : { anchor }), ...(onPage ? { onPage } : {}) };
  const entries = [...(branch?.entries ?? []), ...drafts.entries];
  const turn = () => ({ ...makeTurnRecord(engine, { ref, id, origin, messages: answering }), ...about });
  const begun = turn();
  const claim = makeClaim(engine, id, false);
  const written = await engine.store.write({ ref, entries, blobs, turn: begun, claim, ...change });
  // Its first view shows them.
  if (blobs.size > 0) keepContents(engine.store, ref, new Map([...findContents(engine.store, ref), ...blobs]));
  const others = listTakenEntries(due, written, id);
  /** This process stood still for so long that its place is gone, before there was anything to answer with: it takes another. */
  const openAgain = async (error: unknown): Promise<BeginResult> => {
    if (!isTooLate(error)) throw error;
    const kept = markKept(due, ref, written.entries.slice(branch?.entries.length ?? 0));
    const later = branch === undefined ? options : { ...options, branch: { ...branch, entries: [] } };
    const rest = await engine.presence.inOrder(ref.session, () => openOwn(engine, ref, kept, later));
    return rest();
  };
  const settle = (placed: PlacedTurn) => settleMessages(engine, placed, others, branch).catch(openAgain);
  const holder = findHolder(engine, written.leases, id);
  if (holder !== null) {
    const adopted = due.some(({ known }) => known !== null);
    const placed = { turn: begun, holder };
    if (!adopted && others.size === 0) return async () => ({ ...placed, repeated: false });
    return () => settle(placed);
  }
  if (whenBusy === "refuse") {
    await engine.store.write({ ref, release: id });
    throw makeBusyError(ref);
  }
  return async () => settle(await waitForPlace(engine, turn, written, signal));
}

interface DueMessages {
  readonly due: readonly MessageStatus[];
  readonly answering: readonly EntryId[];
}

/** Finds what the messages answer or point at. Questions of an abandoned branch can't be answered any more. */
async function understand(
  engine: Engine,
  turn: Pick<TurnRecord, "ref" | "id">,
  { due, answering }: DueMessages,
  { origin, branch }: OwnOptions,
): Promise<{ readonly anchor: NonNullable<TurnRecord["anchor"]> | null; readonly change: Partial<Change> }> {
  if (origin !== "interactive") return { anchor: null, change: {} };
  if (branch === undefined) return resolveAnchor(engine, turn, due, answering[0]);
  return { anchor: branch.anchor ?? null, change: await clearOpenQuestions(engine, turn.ref, due) };
}

/** The messages as the log has them now. */
function markKept(due: readonly MessageStatus[], ref: LaneRef, entries: readonly Entry[]): readonly MessageStatus[] {
  const fresh = entries.values();
  return due.map((each) => {
    const entry = isToBeWritten(each) ? fresh.next().value : undefined;
    return entry === undefined || each.known !== null ? each : { ...each, known: { ref, entry, id: entry.id } };
  });
}

/** A burst with one private message is private as a whole. */
function pickSurface(due: readonly MessageStatus[]): Pick<TurnRecord, "surface" | "private"> {
  const secret = due.find(({ message }) => message.private);
  const surface = (secret ?? due[0])?.message.surface ?? undefined;
  return { ...(surface === undefined ? {} : { surface }), ...(secret === undefined ? {} : { private: true }) };
}

/** Entries that another process wrote for its own turn between our read and our write. */
function listTakenEntries(due: readonly MessageStatus[], { entries }: ChangeResult, id: TurnId): ReadonlySet<EntryId> {
  const before = new Set(due.flatMap(({ known }) => (known === null ? [] : [known.id])));
  const foreign = entries.filter((entry) => entry.turn !== id && entry.turn !== null && !before.has(entry.id));
  return new Set(foreign.map((entry) => entry.id));
}

async function makeMessageDrafts(engine: Engine, ref: LaneRef, due: readonly MessageStatus[], id: TurnId) {
  const ingest = await openIngest(engine, ref);
  const said = due.map((each) => ({ each, draft: ingest.said(each.message, id, pickSameVersion(each)) }));
  return {
    entries: said.filter(({ each }) => isToBeWritten(each)).map(({ draft }) => draft),
    blobs: ingest.blobs,
    answering: said.map(({ each, draft }) => each.known?.id ?? draft.id),
  };
}

/** The store knows a repetition by the channel's id; without one, a known message would be written a second time. */
function isToBeWritten(each: MessageStatus): boolean {
  return each.known === null || (each.message.id !== null && !isOutdated(each));
}

/**
 * Settles which messages the turn answers, once it has its place and none can join it any more: its own and those that
 * joined, without those that another turn answers or that were withdrawn meanwhile.
 */
async function settleMessages(
  engine: Engine,
  { turn, holder }: PlacedTurn,
  others: ReadonlySet<EntryId>,
  branch?: Branch,
): Promise<BeginResult> {
  const { ref, id } = turn;
  const left = new Set(branch?.left.map((each) => each.id));
  const { entries, last } = await engine.store.read(ref, 0, id);
  const joined = entries.filter((entry) => entry.kind === "said" && entry.by.role === "user" && entry.turn === id);
  const gone = new Set(entries.flatMap((entry) => (entry.kind === "withdrawn" ? [entry.target] : [])));
  const messages: EntryId[] = [];
  let rival: TurnRecord | null = null;
  for (const message of new Set([...turn.messages, ...joined.map((entry) => entry.id)])) {
    const answers = (await engine.store.turnsAnswering(ref, message)).filter(
      (each) => each.id !== id && !left.has(each.id),
    );
    const other = answers.find(({ state }) => state !== "failed") ?? null;
    rival ??= other;
    if (other === null && !gone.has(message) && !others.has(message)) messages.push(message);
  }
  const placed = findPlaceAfterWait(entries, messages, last);
  const isSettled = placed === null && messages.length === turn.messages.length;
  if (isSettled && messages.every((each, index) => each === turn.messages[index])) {
    return { turn, repeated: false, holder };
  }
  if (messages.length > 0) {
    // A joined message may have come from a channel, which has to be sent the answer.
    const { onPage, ...record } = turn;
    const isOwn = onPage && joined.every(({ id: each }) => turn.messages.includes(each));
    const whole = { ...record, messages, ...(isOwn ? { onPage } : {}), ...(placed === null ? {} : { placed }) };
    await writeHeld(engine, holder, { ref, turn: whole });
    return { turn: whole, repeated: false, holder };
  }
  const cancelled: TurnRecord = { ...turn, messages, state: "cancelled", ended: engine.clock.now() };
  await writeHeld(engine, holder, { ref, turn: cancelled });
  return { turn: rival ?? cancelled, repeated: true, holder: null };
}

/** The lane's last seq, if others wrote after the first of the messages; null if the turn's own entries are the newest. */
function findPlaceAfterWait(own: readonly Entry[], messages: readonly EntryId[], last: number): number | null {
  const first = own.find(({ id }) => messages.includes(id))?.seq;
  if (first === undefined) return null;
  return own.filter(({ seq }) => seq >= first).length === last - first + 1 ? null : last;
}

/** Adds the messages to the last queued turn and waits with it. Null where they need a turn of their own. */
async function join(
  engine: Engine,
  ref: LaneRef,
  due: readonly MessageStatus[],
  options: BeginOptions,
): Promise<Rest | null> {
  if (due.some(({ known, message }) => known !== null || message.surface)) return null;
  const leases = await engine.store.leases(ref);
  const next = leases.findLast((lease) => lease.state === "queued" && isHeld(engine, lease));
  if (next === undefined || (await isPrivate(engine, ref, next.turn))) return null;
  const { entries, blobs } = await makeMessageDrafts(engine, ref, due, next.turn);
  const over = options.origin === "interactive" ? await clearOpenQuestions(engine, ref, due) : {};
  const written = await engine.store.write({ ref, entries, blobs, expects: next, ...over });
  if (!written.done) return null;
  const kept = markKept(due, ref, written.entries);
  return () => awaitJoinedTurn(engine, { ref, id: next.turn }, kept, options);
}

/** A private turn answers its own surface alone, so nothing may join it. */
async function isPrivate({ store }: Engine, ref: LaneRef, turn: TurnId): Promise<boolean> {
  const { entries } = await store.read(ref, 0, turn);
  return entries.some((entry) => entry.turn === turn && entry.private !== undefined);
}

/** Waits until the joined turn runs. If that turn gives up its place, opens one for the messages. */
async function awaitJoinedTurn(
  engine: Engine,
  { ref, id }: Pick<TurnRecord, "ref" | "id">,
  due: readonly MessageStatus[],
  options: BeginOptions,
): Promise<BeginResult> {
  for (;;) {
    const record = await engine.store.turn(ref, id);
    if (record !== null) return { turn: record, repeated: true, holder: null };
    const lease = (await engine.store.leases(ref)).find((each) => each.turn === id);
    if (lease === undefined || !isHeld(engine, lease)) break;
    await engine.presence.pause(ref, 50, options.signal);
  }
  const rest = await engine.presence.inOrder(ref.session, () => openOwn(engine, ref, due, options));
  return rest();
}

function makeBusyError({ session }: LaneRef): ClewError {
  return new ClewError("lane/busy", `Another message of ${session} is being answered`, {
    hint: "The message is kept: begin it again later, or let it wait with whenBusy: queue",
  });
}

/** One turn answers in one lane. A known message stays in its lane. */
async function resolveCommonLane(
  engine: Engine,
  statuses: readonly MessageStatus[],
  lane: LaneKey | undefined,
): Promise<LaneRef> {
  const refs: LaneRef[] = [];
  for (const { known, message } of statuses) {
    const { owner } = engine;
    const named = lane === undefined ? undefined : { owner, session: message.session, lane };
    refs.push(known?.ref ?? named ?? (await resolveMessageLane(engine, message, refs.at(-1) ?? null)));
  }
  const [ref] = refs;
  if (ref !== undefined && refs.every((each) => isSameLane(each, ref))) return ref;
  throw new ClewError("message/bad", "The messages belong to different lanes", {
    hint: "Begin one turn for each session, topic or thread",
  });
}
