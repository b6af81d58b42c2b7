import type { ClewError } from "@clewline/core/errors.js";
import type { Draft } from "@clewline/core/log/entry.js";
import type { HostItem } from "@clewline/core/log/host-message.js";
import { isRunningHolder, type LeaseHolder } from "@clewline/core/log/lease.js";
import type { Ask } from "@clewline/core/log/open-questions.js";
import { hasRecall } from "@clewline/core/log/own-tools.js";
import { hasReader, isOpen, refuseEnded, type TurnRecord } from "@clewline/core/log/turn.js";
import { makeBudget } from "@clewline/core/policy/budget.js";
import type { Change } from "@clewline/core/ports/index.js";
import type { ViewRequest } from "@clewline/core/view/view-input.js";
import type { ViewOutcome } from "@clewline/core/view/view-result.js";
import type { Engine } from "../engine.js";
import { apartFromErasing } from "../intake/apart-from-erasing.js";
import { gatherThread } from "../intake/gather-thread.js";
import { type Ingest, makeIngest, openIngest } from "../intake/ingest.js";
import { makeAskChange } from "../intake/open-questions.js";
import { cleanId } from "../intake/redact/clean-ids.js";
import { prepareDrafts } from "../intake/shape-drafts.js";
import { pickReplyText } from "../intake/voice/stored-reply.js";
import { addUserMessages } from "./add-messages.js";
import { noteBackgroundTurn } from "./background.js";
import { makeCallAccounts, makeRefusedCall } from "./call-accounts.js";
import { joinEchoes, joinHeard } from "./echo/echoes.js";
import { makeEndingNotes } from "./ending-notes.js";
import { findSentView } from "./list/report-call.js";
import { loadTurn, refreshStep, rememberCalls } from "./load-turn.js";
import { atBeginning, type Ending, type KeptBeside, type OpenTurn, type TurnProgress } from "./open-turn.js";
import { keepLate, type LateWords } from "./place/late-entries.js";
import type { TurnHandle } from "./place/presence.js";
import { makeClaim, makeLostTurnError, resume } from "./place/queue.js";
import { findRight, isTooLate, type WriteRight, writeByRight } from "./place/write-held.js";
import { readAnswer } from "./reasoning/bind-answer.js";
import { type RefusalTracker, type SizedView, trackRefusals } from "./refusals.js";
import { dropOccasion, makeView } from "./view.js";

/** Opens a turn for answering. `standing` is its progress so far; a new turn has none. */
export function openTurn(engine: Engine, begun: TurnRecord, standing: Partial<TurnProgress>): OpenTurn {
  const course: Course = {
    engine,
    handle: Symbol(begun.id),
    turn: begun,
    standing: { ...atBeginning, ...(begun.hosted ? { place: "hosted" } : {}), ...standing },
    refusals: trackRefusals(engine, begun),
    accounts: makeCallAccounts(engine),
    compact: false,
    nearlyFull: null,
    refusal: null,
  };
  const { repeated, because, text, answers } = course.standing;
  return {
    handle: course.handle,
    repeated,
    because,
    text,
    answers,
    get reply() {
      const { reply } = course.standing;
      return course.turn.state !== "completed" || reply.trim() === ""
        ? null
        : { text: reply, sent: !course.turn.unsent };
    },
    get newest() {
      return course.standing.newest;
    },
    get record() {
      return course.turn;
    },
    get nearlyFull() {
      return course.nearlyFull;
    },
    get refusal() {
      return course.refusal;
    },
    reload: () => reload(course),
    start: (signal) => tellingTruth(course, () => startWork(course, signal)),
    confirm: () => tellingTruth(course, () => confirmPlace(course)),
    view: (request) => tellingTruth(course, () => makeNextView(course, request)),
    called: (report) => course.accounts.add(course.turn, report),
    compactNext() {
      course.compact = true;
    },
    step: (messages, isViewed = true, kept) => keepStep(course, { messages, isViewed, kept }),
    addMessages: (messages) => tellingTruth(course, () => addWhileRunning(course, messages)),
    end: (ending) => endTurn(course, ending),
    // No echo of the answer comes between looking for it and noting the ids.
    sent: (ids) =>
      tellingTruth(course, () =>
        engine.presence.inOrder(begun.ref.session, () => apartFromErasing(engine, () => keepDelivery(course, ids))),
      ),
  };
}

/** Before the ending it is enough to remember that there is nothing left to send. */
async function keepDelivery(course: Course, ids: readonly string[]): Promise<void> {
  if (isOpen(course.turn.state) && course.standing.place === null) await catchUpUnlessForeign(course);
  const { engine, turn, standing } = course;
  // A late report of a delivery must not bring back an erased session.
  if (engine.fence.has(turn.messages) && (await engine.store.turn(turn.ref, turn.id)) === null) return;
  const isAhead = isOpen(turn.state) && !standing.repeated;
  const reply = standing.reply || pickReplyText(standing.newest);
  const own = await joinEchoes(engine, turn, { ids: ids.map((id) => cleanId(engine, id)), reply }, stopEcho);
  const note = makeIngest(engine, turn).noted({ kind: "sent", messages: own }, turn.id);
  const entries = own.length === 0 ? [] : [note];
  if (!isAhead || entries.length > 0) await engine.store.write({ ref: turn.ref, entries, sent: turn.id });
  await gatherThread(engine, turn.ref, own);
  const { unsent: _unsent, ...sent } = course.turn;
  course.turn = sent;
  course.standing = { ...course.standing, delivered: true };
}

/** Ends a turn that was begun for the agent's own words. */
async function stopEcho(engine: Engine, turn: TurnRecord): Promise<void> {
  try {
    await openTurn(engine, turn, {}).end({ state: "cancelled", reason: "own answer", reply: [], usage: null });
  } catch (error) {
    // It has ended meanwhile.
    if (!isTooLate(error)) throw error;
  }
}

/** Another process may have ended the turn since; while one answers it, there is no reply that could have been sent. */
async function catchUpUnlessForeign(course: Course): Promise<void> {
  await reloadTurn(course);
  if (course.turn.state === "running")
    await findRight(course.engine, course.turn, { handle: course.handle, place: null }, false);
}

/** The mutable state of a turn that is being answered. */
interface Course {
  readonly engine: Engine;
  readonly handle: TurnHandle;
  turn: TurnRecord;
  standing: TurnProgress;
  readonly refusals: RefusalTracker;
  readonly accounts: ReturnType<typeof makeCallAccounts>;
  compact: boolean;
  /** Whether the tools of the last view that had any open pointers. */
  opens?: boolean;
  nearlyFull: OpenTurn["nearlyFull"];
  refusal: OpenTurn["refusal"];
}

/** After a refusal, reads the state of the turn again. */
async function tellingTruth<Result>(course: Course, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await work();
    course.refusal = null;
    return result;
  } catch (error) {
    if (isTooLate(error)) await noteRefusal(course, error);
    throw error;
  }
}

async function noteRefusal(course: Course, refusal: ClewError): Promise<void> {
  const { engine, turn } = course;
  course.refusal = refusal;
  course.turn = (await engine.store.turn(turn.ref, turn.id)) ?? turn;
}

/** Before anything is sent to a model, or shown to a reader. */
async function startWork(course: Course, signal: AbortSignal | undefined): Promise<void> {
  refuseEnded(course.turn, false);
  if (course.standing.place === null) {
    await takePlace(course, signal);
    return reloadTurn(course);
  }
  const { engine, turn } = course;
  const holder = pickHolder(course);
  if (holder === null) return reload(course);
  if (isRunningHolder(await engine.store.leases(turn.ref), holder)) return;
  refuseEnded(await engine.store.turn(turn.ref, turn.id), false);
  throw makeLostTurnError(turn.id);
}

/** Renews the place, so that another process that is about to take it over is refused. */
async function confirmPlace({ engine, turn, standing: { place } }: Course): Promise<void> {
  if (place === "hosted") return;
  if (place === null) throw makeLostTurnError(turn.id);
  const claim = makeClaim(engine, turn.id, true);
  await writeByRight(engine, turn.id, { holder: place, whileOpen: turn.id }, { ref: turn.ref, claim });
}

async function addWhileRunning(course: Course, messages: readonly unknown[]): Promise<void> {
  if (course.standing.place === null) await takePlace(course, undefined);
  course.turn = await addUserMessages(course.engine, course.turn, pickHolder(course), messages);
}

async function makeNextView(course: Course, request: ViewRequest<AbortSignal>): Promise<ViewOutcome> {
  const { engine, refusals } = course;
  refuseEnded(course.turn, false);
  if (course.standing.place === null) await takePlace(course, request.signal);
  const { turn } = course;
  const number = course.standing.calls + 1;
  course.standing = { ...course.standing, calls: number };
  await noteRefused(course, request);
  const { last } = course.accounts;
  const { records, ...sized } = await refusals.size(turn.ref, request, last);
  course.accounts.keep(records);
  const asked = makeBudget({ ...engine.budget, ...request.budget });
  const input = { tools: [], ...request, turn, compact: course.compact, asked, ...sized };
  const make = (size: SizedView) => makeView(engine, { ...input, ...size }, number, pickHolder(course));
  const { result, estimated, prefix, ...made } = await refusals.fit(sized, { ...request, last }, make);
  course.turn = made.turn;
  if (result.kind === "fits") {
    const sent = { receipt: result.receipt, estimated, asked: asked.window, prefix };
    course.accounts.viewed(sent, request.model === undefined);
  }
  course.compact = false;
  if (input.tools.length > 0) course.opens = hasRecall(input.tools);
  course.nearlyFull = made.nearlyFull ? dropOccasion({ ...input, turn: made.turn }) : null;
  return result;
}

/** A host reports a refusal with the next view that it asks for, perhaps by another handle of the turn. */
async function noteRefused(
  { engine, turn, accounts }: Course,
  { refused, model }: ViewRequest<AbortSignal>,
): Promise<void> {
  if (refused === undefined || model !== undefined) return;
  const id = accounts.last === null ? (await engine.store.receiptsOf(turn.ref, turn.id)).at(-1) : undefined;
  const before = id === undefined ? null : await findSentView(engine, turn.ref, id);
  if (before !== null) accounts.viewed(before, true);
  if (accounts.last !== null) accounts.add(turn, makeRefusedCall());
}

async function takePlace(course: Course, signal: AbortSignal | undefined): Promise<void> {
  const { turn, holder } = await resume(course.engine, course.turn, course.handle, signal);
  // Text sent while the turn waited was its question, not its reply.
  const delivered = course.standing.delivered && course.turn.state !== "waiting";
  course.turn = turn;
  course.standing = { ...course.standing, place: holder, delivered };
}

async function reload(course: Course): Promise<void> {
  const { place } = course.standing;
  if (place === null || place === "hosted") await reloadTurn(course);
}

async function reloadTurn(course: Course): Promise<void> {
  const stored = await loadTurn(course.engine, course.turn.ref, course.turn.id);
  if (stored === null) return;
  course.turn = stored.record;
  const newest = refreshStep(course.standing.newest, stored.progress.newest);
  course.standing = { ...course.standing, ...stored.progress, newest };
}

function pickHolder({ standing: { place } }: Course): LeaseHolder | null {
  return place === "hosted" ? null : place;
}

interface TakenStep {
  readonly messages: readonly unknown[];
  readonly isViewed: boolean;
  readonly kept: KeptBeside | undefined;
}

/** A step of accounts alone. */
const none: TakenEntries & Pick<Ingest, "blobs"> = { blobs: new Map(), entries: [], keep: () => undefined };

async function keepStep(course: Course, { messages, isViewed, kept }: TakenStep): Promise<void> {
  const { engine, turn, accounts } = course;
  const { blobs, entries, keep } = messages.length === 0 ? none : await prepareEntries(course, messages, isViewed);
  await accounts.with(async (accounted) => {
    const records = [...accounted, ...(kept?.records ?? [])];
    if (entries.length + records.length === 0) return null;
    const change = { ref: turn.ref, entries, blobs, ...kept, records };
    return writeOrKeepLate(course, change, async () => {
      await writeByRight(engine, turn.id, await findStepRight(course), change);
    });
  });
  keep();
  const { newest } = course.standing;
  const delivered = course.standing.delivered && entries.length === 0;
  course.standing = { ...course.standing, delivered, newest: isAnswer(entries) ? messages : [...newest, ...messages] };
}

/** A waiting turn may get its result while another turn runs. Only the holder of the place adds to a running turn. */
async function findStepRight(course: Course): Promise<WriteRight> {
  const { engine, turn } = course;
  if (course.standing.place === null) {
    const stored = await engine.store.turn(turn.ref, turn.id);
    refuseEnded(stored, false);
    if (stored?.state === "running") await takePlace(course, undefined);
  }
  return findRight(engine, turn, { handle: course.handle, place: course.standing.place }, false);
}

/** Keeps late words in the log and returns the error that refuses them as an answer. */
async function writeOrKeepLate(
  course: Course,
  words: LateWords,
  write: () => Promise<void>,
): Promise<ClewError | null> {
  const { engine, turn } = course;
  try {
    await write();
    course.refusal = null;
    return null;
  } catch (error) {
    if (!isTooLate(error)) throw error;
    const refusal = error.code === "turn/not-running" ? error : makeLostTurnError(turn.id);
    await noteRefusal(course, refusal);
    await keepLate(engine, turn.id, words);
    return refusal;
  }
}

/** A new answer of the model begins a new step; results, also such as repeat their call, and approvals belong to the one before. */
function isAnswer(entries: readonly Draft[]): boolean {
  return entries.some(({ kind }) => kind === "said" || kind === "called");
}

async function endTurn(course: Course, ending: Ending): Promise<void> {
  const { engine, turn, accounts } = course;
  const { ingest, entries: prepared, keep } = await prepareEntries(course, ending.reply, true);
  const { at } = ending;
  const said = at === undefined ? prepared : prepared.map((entry) => ({ ...entry, at }));
  // A host that makes the calls itself may report their cost only at the end.
  if (ending.usage !== null) accounts.close(turn, ending.usage);
  const entries = [...said, ...makeEndingNotes(ending).map((note) => ingest.noted(note, turn.id))];
  const reply = pickReplyText(ending.reply.length > 0 ? ending.reply : course.standing.newest);
  const isNew = turn.state === "waiting" && ending.reply.length > 0;
  const isSent = course.standing.delivered && !isNew;
  const isOwed = ending.state === "completed" && hasReader(turn) && !turn.onPage && reply.trim() !== "" && !isSent;
  const ended: TurnRecord = {
    ...turn,
    state: ending.state,
    ended: engine.clock.now(),
    ...(isOwed ? { unsent: true } : {}),
  };
  if (ending.state === "completed") await joinHeard(engine, turn, reply, stopEcho);
  await accounts.with((records) => {
    const change = { ref: turn.ref, entries, blobs: ingest.blobs, turn: ended, records };
    const { turn: _ended, ...words } = change;
    return writeOrKeepLate(course, { ...words, entries: said }, async () => {
      refuseEnded(turn, false);
      await writeEnding(course, change, said, ending.asks ?? []);
    });
  });
  course.turn = ended;
  course.standing = { ...course.standing, reply };
  if (ending.state !== "waiting") await noteBackgroundTurn(engine, ended);
  // A turn that waits has given up its place, and takes another when it continues.
  if (course.standing.place !== "hosted") course.standing = { ...course.standing, place: null };
  keep();
}

/** Turns messages into entries with their files. `keep` is for after the write, so that it can be tried again. */
async function prepareEntries(course: Course, messages: readonly unknown[], isViewed: boolean) {
  const { engine, turn } = course;
  const ingest = await openIngest(engine, turn.ref, turn);
  const { entries, keep } = takeEntries(
    course,
    ingest,
    await readAnswer(engine, turn, { messages, isViewed, last: course.accounts.last }),
  );
  const drafts = await prepareDrafts(engine, turn.ref, entries, { ...ingest, opens: course.opens });
  return { ingest, blobs: ingest.blobs, entries: drafts, keep };
}

interface TakenEntries {
  readonly entries: readonly Draft[];
  /** For after the write, so that a failed write can be tried again. */
  readonly keep: () => void;
}

/** Turns messages into entries. A late result may come with its call, which the log already has. */
function takeEntries(course: Course, ingest: Ingest, given: readonly HostItem[]): TakenEntries {
  const { steps, ...known } = course.standing;
  const items = given.filter((item) => item.kind !== "called" || !known.open.has(item.call));
  if (items.length === 0) return { entries: [], keep: () => undefined };
  const next = rememberCalls(items, steps, known);
  const entries = ingest.fromModel(items, course.turn.id, steps, (call) => known.stepOfCall.get(call) ?? null);
  const keep = () => {
    course.standing = { ...course.standing, ...next, steps: course.standing.steps + 1 };
  };
  return { entries, keep };
}

/** Writes questions in order with the session's messages: one that arrives meanwhile may answer earlier questions. */
async function writeEnding(
  course: Course,
  change: Change & { turn: TurnRecord },
  said: readonly Draft[],
  asks: readonly Ask[],
): Promise<void> {
  const { engine, standing } = course;
  const { turn } = change;
  // A handle without the place may stop the turn, unless it was begun as a repetition with nothing to do.
  const mayStop = turn.state === "cancelled" && !standing.repeated;
  const right = await findRight(engine, turn, { handle: course.handle, place: standing.place }, mayStop);
  const write = (more: Partial<Change>) => writeByRight(engine, turn.id, right, { ...change, ...more });
  if (asks.length === 0) await write({});
  else
    await engine.presence.inOrder(change.ref.session, async () => {
      await write(await makeAskChange(engine, turn, asks, said));
    });
}
