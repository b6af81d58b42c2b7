import { ClewError } from "../../core/errors.js";
import type { Draft, Entry, Note } from "../../core/log/entry.js";
import { type HostItem, readHostMessage } from "../../core/log/host-message.js";
import type { Tokens } from "../../core/log/keys.js";
import { isRunningHolder, type LeaseHolder } from "../../core/log/lease.js";
import type { Ask } from "../../core/log/open-questions.js";
import { refuseEnded, type TurnRecord } from "../../core/log/turn.js";
import { type Budget, countAvailableTokens, makeBudget } from "../../core/policy/budget.js";
import type { Change } from "../../core/ports/index.js";
import type { Refusal, ViewInput, ViewRequest } from "../../core/view/view-input.js";
import type { ViewOutcome } from "../../core/view/view-result.js";
import type { Engine } from "../engine.js";
import { type Ingest, makeIngest } from "../intake/ingest.js";
import { makeAskChange } from "../intake/open-questions.js";
import { spillResults } from "../intake/spill-files.js";
import { addUserMessages } from "./add-messages.js";
import { makeCallAccounts, makeUnknownCall } from "./call-accounts.js";
import type { SentView } from "./call-usage-events.js";
import { keepLate, type LateWords } from "./late-entries.js";
import type { Ending, OpenTurn, TurnProgress } from "./open-turn.js";
import { makeLostTurnError, resume } from "./queue.js";
import { makeView } from "./view.js";
import { findRight, isTooLate, type WriteRight, writeByRight } from "./write-held.js";

const atBeginning: TurnProgress = {
  repeated: false,
  text: "",
  place: null,
  calls: 0,
  steps: 0,
  newest: [],
  stepOfCall: new Map(),
  open: new Set(),
};

/** Opens a turn for answering. `standing` is its progress so far; a new turn has none. */
export function openTurn(engine: Engine, begun: TurnRecord, standing: Partial<TurnProgress>): OpenTurn {
  const course: Course = {
    engine,
    turn: begun,
    standing: { ...atBeginning, ...(begun.hosted ? { place: "hosted" } : {}), ...standing },
    refusals: trackRefusals(),
    accounts: makeCallAccounts(engine),
    sent: null,
    compact: false,
    nearlyFull: null,
    refusal: null,
  };
  const { repeated, text } = course.standing;
  return {
    repeated,
    text,
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
    start: (signal) => tellingTruth(course, () => startWork(course, signal)),
    view: (request) => tellingTruth(course, () => makeNextView(course, request)),
    called: (report) => course.accounts.add(course.turn, course.sent, report),
    compactNext() {
      course.compact = true;
    },
    step: (messages) => keepStep(course, messages),
    addMessages: (messages) => tellingTruth(course, () => addWhileRunning(course, messages)),
    end: (ending) => endTurn(course, ending),
    async sent(ids) {
      if (ids.length === 0) return;
      const note = makeIngest(engine, course.turn).noted({ kind: "sent", messages: ids }, course.turn.id);
      await engine.store.write({ ref: course.turn.ref, entries: [note] });
    },
  };
}

/** What changes while a turn is answered. */
interface Course {
  readonly engine: Engine;
  turn: TurnRecord;
  standing: TurnProgress;
  readonly refusals: ReturnType<typeof trackRefusals>;
  readonly accounts: ReturnType<typeof makeCallAccounts>;
  sent: SentView | null;
  compact: boolean;
  nearlyFull: OpenTurn["nearlyFull"];
  refusal: OpenTurn["refusal"];
}

/** After a refusal the handle knows where its turn stands. */
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
  if (course.standing.place === null) await takePlace(course, signal);
  const { engine, turn } = course;
  const holder = pickHolder(course);
  if (holder === null || isRunningHolder(await engine.store.leases(turn.ref), holder)) return;
  refuseEnded(await engine.store.turn(turn.ref, turn.id), false);
  throw makeLostTurnError(turn.id);
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
  const budget = await resolveBudget(engine, turn, request);
  const input = {
    tools: [],
    ...request,
    turn,
    budget,
    compact: course.compact,
    ...refusals.after(request.refused, budget),
  };
  const { result, estimated, ...made } = await makeView(engine, input, number, pickHolder(course));
  course.turn = made.turn;
  course.sent =
    result.kind === "fits" ? { receipt: result.receipt, estimated, asked: readAskedWindow(engine, request) } : null;
  course.compact = false;
  refusals.sent(result);
  course.nearlyFull = made.nearlyFull ? dropOccasion({ ...input, turn: made.turn }) : null;
  return result;
}

/** The input for preparing the next compaction, without what is about this call alone. */
function dropOccasion(input: ViewInput<AbortSignal>): ViewInput<AbortSignal> {
  const { closing: _closing, refused: _refused, refusals: _refusals, compact: _compact, ...lasting } = input;
  return lasting;
}

async function takePlace(course: Course, signal: AbortSignal | undefined): Promise<void> {
  const { turn, holder } = await resume(course.engine, course.turn, signal);
  course.turn = turn;
  course.standing = { ...course.standing, place: holder };
}

function pickHolder({ standing: { place } }: Course): LeaseHolder | null {
  return place === "hosted" ? null : place;
}

async function keepStep(course: Course, messages: readonly unknown[]): Promise<void> {
  const { engine, turn, accounts } = course;
  const { ingest, entries, keep } = await prepareEntries(course, messages);
  await accounts.with(async (records) => {
    if (entries.length + records.length === 0) return null;
    const change = { ref: turn.ref, entries, blobs: ingest.blobs, records };
    return writeOrKeepLate(course, change, async () => {
      await writeByRight(engine, turn.id, await findStepRight(course), change);
    });
  });
  keep();
  const { newest } = course.standing;
  course.standing = { ...course.standing, newest: isAnswer(messages) ? messages : [...newest, ...messages] };
}

/** What a waiting turn waited for may come while another turn runs; a running one is added to by whoever has its place. */
async function findStepRight(course: Course): Promise<WriteRight> {
  const { engine, turn } = course;
  if (course.standing.place === null) {
    const stored = await engine.store.turn(turn.ref, turn.id);
    refuseEnded(stored, false);
    if (stored?.state === "running") await takePlace(course, undefined);
  }
  return findRight(engine, turn, course.standing.place, false);
}

/** What was said too late is kept in the log and refused as an answer: the error says so. */
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

/** A new answer of the model begins a new step; results and approvals belong to the one before. */
function isAnswer([first]: readonly unknown[]): boolean {
  return (first as { readonly role?: unknown } | undefined)?.role === "assistant";
}

async function endTurn(course: Course, ending: Ending): Promise<void> {
  const { engine, turn, accounts } = course;
  const { ingest, entries: said, keep } = await prepareEntries(course, ending.reply);
  // A host that makes the calls itself may report their cost only at the end.
  if (ending.usage !== null && accounts.isEmpty) accounts.add(turn, course.sent, makeUnknownCall(ending.usage));
  const entries = [...said, ...makeEndingNotes(ending).map((note) => ingest.noted(note, turn.id))];
  const ended: TurnRecord = { ...turn, state: ending.state, ended: engine.clock.now() };
  await accounts.with((records) => {
    const change = { ref: turn.ref, entries, blobs: ingest.blobs, turn: ended, records };
    return writeOrKeepLate(course, { ...change, entries: said }, async () => {
      refuseEnded(turn, false);
      await writeEnding(course, change, said, ending.asks ?? []);
    });
  });
  course.turn = ended;
  // A turn that waits has given up its place, and takes another when it continues.
  if (course.standing.place !== "hosted") course.standing = { ...course.standing, place: null };
  keep();
}

/** Turns messages into entries with their files. `keep` is for after the write, so that it can be tried again. */
async function prepareEntries(course: Course, messages: readonly unknown[]) {
  const { engine, turn } = course;
  const ingest = makeIngest(engine, turn);
  const { entries, keep } = takeEntries(course, ingest, messages);
  return { ingest, entries: await spillResults(engine, turn.ref, entries, ingest.blobs), keep };
}

function makeEndingNotes({ state, reason, usage }: Ending): readonly Note[] {
  const cost: readonly Note[] = usage === null ? [] : [{ kind: "usage", usage }];
  return state === "completed" ? cost : [...cost, { kind: "turn-ended", state, reason: formatReason(reason) }];
}

/** The requested budget, limited to the window that the provider itself named. */
async function resolveBudget(
  engine: Engine,
  { ref }: TurnRecord,
  { budget, model }: ViewRequest<AbortSignal>,
): Promise<Budget> {
  const asked = makeBudget({ ...engine.budget, ...budget });
  const window = model === undefined ? null : await engine.limits.of(ref, model.name, asked.window);
  return window === null ? asked : makeBudget({ window, reply: Math.min(asked.reply, Math.floor(window / 4)) });
}

/** The requested window, before anything that the provider has said about it. */
function readAskedWindow(engine: Engine, { budget }: ViewRequest<AbortSignal>): Tokens {
  return makeBudget({ ...engine.budget, ...budget }).window;
}

interface TakenEntries {
  readonly entries: readonly Draft[];
  /** For after the write, so that a failed write can be tried again. */
  readonly keep: () => void;
}

/** Turns messages into entries. A late result may come with its call, which the log already has. */
function takeEntries(course: Course, ingest: Ingest, messages: readonly unknown[]): TakenEntries {
  const { steps, ...known } = course.standing;
  const items = readItems(messages).filter((item) => item.kind !== "called" || !known.open.has(item.call));
  if (items.length === 0) return { entries: [], keep: () => undefined };
  const next = rememberCalls(items, steps, known);
  const entries = ingest.fromModel(items, course.turn.id, steps, (call) => known.stepOfCall.get(call) ?? null);
  const keep = () => {
    course.standing = { ...course.standing, ...next, steps: course.standing.steps + 1 };
  };
  return { entries, keep };
}

/** Tracks how often a provider refused a view of this turn as too large, and the room that is left after that. */
function trackRefusals() {
  let times = 0;
  let roomLimit = Number.POSITIVE_INFINITY;
  let last: Tokens = Number.POSITIVE_INFINITY;
  return {
    sent(result: ViewOutcome): void {
      if (result.kind === "fits") last = result.tokens;
    },
    after(refused: Refusal | undefined, budget: Budget): { readonly refusals: number; readonly roomLimit: Tokens } {
      if (refused === undefined) return { refusals: 0, roomLimit };
      times += 1;
      roomLimit = shrinkRoom(refused, budget, Math.min(roomLimit, last));
      return { refusals: times, roomLimit };
    },
  };
}

/** No tokenizer makes more tokens of a text than this many times ours: a larger figure is about something else. */
const mostWorth = 3;

/**
 * At most four fifths of the room before and, if the provider named its limit, at most that limit less the reply. Where
 * the provider counted more than we did, its limit is converted into our tokens.
 */
function shrinkRoom({ limit, requested }: Refusal, budget: Budget, before: Tokens): Tokens {
  const room = Math.min(before, countAvailableTokens(budget));
  const worth = requested === undefined ? 1 : Math.min(mostWorth, Math.max(1, requested / before));
  const named = limit === undefined ? room : Math.max(limit - budget.reply, limit / 4) / worth;
  return Math.max(1, Math.floor(Math.min(room * 0.8, named)));
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
  // Whoever never had the place may stop the turn, but not with a handle that says itself that there is nothing to do.
  const mayStop = turn.state === "cancelled" && !standing.repeated;
  const right = await findRight(engine, turn, standing.place, mayStop);
  const write = (more: Partial<Change>) => writeByRight(engine, turn.id, right, { ...change, ...more });
  if (asks.length === 0) await write({});
  else
    await engine.presence.inOrder(change.ref.session, async () => {
      await write(await makeAskChange(engine, turn, asks, said));
    });
}

/** A value that JSON can't hold is the caller's mistake, and the error says so. */
function readItems(messages: readonly unknown[]): readonly HostItem[] {
  try {
    return messages.flatMap(readHostMessage);
  } catch (cause) {
    if (cause instanceof ClewError) throw cause;
    throw new ClewError("message/bad", "A tool's input or output can't be written as JSON", {
      hint: "Return plain values: no cycles, and no more than a thousand levels",
      cause,
    });
  }
}

/** How far a turn has come, from its entries and the number of its receipts. */
export function readProgress(entries: readonly Entry[], calls: number): Calls & Pick<TurnProgress, "calls" | "steps"> {
  let known: Calls = { stepOfCall: new Map(), open: new Set() };
  let steps = 0;
  for (const entry of entries) {
    if (entry.step === null) continue;
    steps = Math.max(steps, entry.step + 1);
    known = rememberCalls([entry], entry.step, known);
  }
  return { calls, steps, ...known };
}

type Calls = Pick<TurnProgress, "stepOfCall" | "open">;

function rememberCalls(items: readonly (HostItem | Entry)[], step: number, known: Calls): Calls {
  const stepOfCall = new Map(known.stepOfCall);
  const open = new Set(known.open);
  for (const item of items) {
    if (item.kind === "called") stepOfCall.set(item.call, step);
    if (item.kind === "called" && !item.hosted) open.add(item.call);
    if (item.kind === "returned") open.delete(item.call);
  }
  return { stepOfCall, open };
}

function formatReason(reason: string | null): string {
  return (reason ?? "").replace(/\s+/g, " ").trim().slice(0, 300);
}
