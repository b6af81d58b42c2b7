/** Handles refusals of a turn's views as too large: sizes the next view, teaches later turns, and warns the host. */

import type { Instant, LaneRef, Tokens, TurnId } from "@clewline/core/log/keys.js";
import type { LaneRecord } from "@clewline/core/log/record.js";
import type { TurnRecord } from "@clewline/core/log/turn.js";
import { type CallReport, usageEvent } from "@clewline/core/model/call-usage.js";
import {
  aimAfterRefusal,
  computeWindow,
  findHoldingLimit,
  isLastResort,
  isLesson,
  type LearnedLimit,
  type LimitLesson,
  lessonCalls,
  lessonMs,
  limitBudget,
  limitEvent,
  readLesson,
} from "@clewline/core/model/learned-limit.js";
import { type Budget, countAvailableTokens, makeBudget } from "@clewline/core/policy/budget.js";
import { findLeaveBoundary } from "@clewline/core/view/reduce/reductions.js";
import type { LimitInForce, Refusal, ViewInput, ViewRequest } from "@clewline/core/view/view-input.js";
import type { ViewOutcome } from "@clewline/core/view/view-result.js";
import { toJson } from "@clewline/text/json.js";
import type { Engine } from "../engine.js";
import { makeEventRecord } from "../growth/compaction.js";
import type { SentView } from "./call-usage-events.js";
import { readCountFactor } from "./counting.js";
import { readAnsweredCalls, readCallUsage } from "./learned-limits.js";

type Request = ViewRequest<AbortSignal>;

/** How large the next view may be, and why. */
export type SizedView = Pick<ViewInput<AbortSignal>, "budget" | "refusals" | "roomLimit" | "roomFactor" | "limit">;

export interface RefusalTracker {
  /** The size of the next view; after a refusal, also its lesson, as a record to write. */
  size(
    ref: LaneRef,
    request: Request,
    last: SentView | null,
  ): Promise<SizedView & { readonly records: readonly LaneRecord[] }>;
  /**
   * Makes a view of that size. Where it does not fit what a refusal left, it is as small as it can be: within the limit that was named,
   * and where none was, whatever that is.
   */
  fit<Made extends { readonly result: ViewOutcome }>(
    sized: SizedView,
    request: RequestAfter,
    make: (sized: SizedView) => Promise<Made>,
  ): Promise<Made>;
}

/** With the turn's last view, which may be the one that was refused. */
type RequestAfter = Request & { readonly last: SentView | null };

/** A wider room may need more tokens, because a message then is no attachment any longer; but only a few times. */
const mostWidenings = 3;

/** The state of one model's refusals at one window within a turn. */
interface Course {
  readonly budget: Budget;
  readonly roomLimit: Tokens;
  readonly roomFactor?: number;
  /** How often in a row, and the size of the first; both start again with an answer. */
  readonly times: number;
  readonly first: Tokens;
  readonly limit: SizedView["limit"];
}

export function trackRefusals(engine: Engine, turn: TurnRecord): RefusalTracker {
  const courses = new Map<string, Course>();
  const widen = (needed: Tokens, sized: SizedView, request: Request): SizedView | null => {
    if (sized.limit === undefined) return null;
    const { refusals = 0 } = sized;
    const isLast = isLastResort(refusals);
    if (sized.limit.named && !isLast) return widenNamed(needed, sized, courses.get(nameCourse(engine, request)));
    // Our own loop tries a few times, and a false alarm may be over; a host that goes on until it fits has to come to an end.
    if (request.model === undefined && (refusals === 0 || isLastResort(refusals - 1))) return null;
    const asked = makeBudget({ ...engine.budget, ...request.budget });
    // The same window, where it has the room: later turns go on from the epoch that the view starts.
    const isWide = countAvailableTokens(sized.budget) >= needed;
    const budget = isWide ? sized.budget : makeBudgetFor(asked, needed, sized.limit.model);
    return budget === null ? null : { ...sized, budget, roomLimit: needed, roomFactor: undefined };
  };
  return {
    async size(ref, request, last) {
      const asked = makeBudget({ ...engine.budget, ...request.budget });
      const { refused } = request;
      const key = nameCourse(engine, request);
      const before = courses.get(key);
      if (refused === undefined || last === null) {
        if (before === undefined) return { ...(await sizeAnew(engine, ref, request, asked)), records: [] };
        const { times: _times, first: _first, ...lasting } = before;
        courses.set(key, { ...before, times: 0 });
        return { ...lasting, refusals: 0, records: [] };
      }
      const earlier = await findRefusedBefore(engine, ref, request.model?.name ?? null, turn.id);
      const { course, room, lesson } = mend(engine, request, refused, { asked, last, course: before, earlier });
      courses.set(key, course);
      const { times, first: _first, ...sized } = course;
      // If Clew called the model, the account of the refused call already has the limit that its provider named.
      const isKept = lesson === null || (lesson.named && request.model !== undefined);
      const records = isKept ? [] : [makeLessonRecord(engine, ref, lesson)];
      return { ...sized, refusals: times, roomLimit: room, records };
    },
    async fit(sized, request, make) {
      let made = await make(sized);
      for (let times = 0; times < mostWidenings && made.result.kind === "too-small"; times++) {
        const wider = widen(made.result.needed, sized, request);
        if (wider === null) break;
        made = await make(wider);
      }
      const { limit, refusals = 0 } = sized;
      if (refusals > 0 && limit !== undefined && request.last !== null) {
        const isEmpty = await isEmptied(engine, turn, made.result);
        engine.presence.warn(describeRefusal(limit, request.last.receipt.tokens, isEmpty));
      }
      return made;
    },
  };
}

/** The size of a view of a turn that was not refused yet. */
async function sizeAnew(engine: Engine, ref: LaneRef, { model }: Request, asked: Budget): Promise<SizedView> {
  const learned = await findLearnedLimit(engine, ref, model?.name ?? "", asked.window);
  const whole = { refusals: 0, roomLimit: Number.POSITIVE_INFINITY };
  if (learned === null) return { budget: asked, ...whole };
  const budget = limitBudget(asked, learned.limit, learned.model);
  return { budget, ...whole, limit: { ...learned, because: "learned" } };
}

function nameCourse(engine: Engine, { model, budget }: Request): string {
  return `${model?.name ?? ""} ${makeBudget({ ...engine.budget, ...budget }).window}`;
}

/** Whether the view shows nothing from before the turn, though there is something. */
async function isEmptied({ store }: Engine, { ref, messages }: TurnRecord, result: ViewOutcome): Promise<boolean> {
  if (result.kind !== "fits" || findLeaveBoundary(result.receipt.epoch.through) === 0) return false;
  const [first] = messages;
  const own = first === undefined ? null : await store.byId(ref, first);
  if (own === null) return false;
  return result.shown.every(({ seqs, summarised }) => summarised.length === 0 && seqs.every((seq) => seq >= own.seq));
}

/** Less than what was named is aimed at, because counts differ; what is as small as it can be is tried up to what was named. */
function widenNamed(needed: Tokens, sized: SizedView, course: Course | undefined): SizedView | null {
  const isWithin = course !== undefined && needed > (sized.roomLimit ?? 0) && needed <= course.roomLimit;
  return isWithin ? { ...sized, roomLimit: needed } : null;
}

interface RefusedView {
  readonly asked: Budget;
  readonly last: SentView;
  readonly course: Course | undefined;
  /** The smallest view that an earlier turn was refused, by our plain estimate. */
  readonly earlier: Tokens | null;
}

/** The next step of a turn after a refusal, and the lesson to remember. */
function mend(engine: Engine, request: Request, refused: Refusal, given: RefusedView) {
  const { asked, last } = given;
  const model = request.model?.name ?? "";
  const { tokens: sent } = last.receipt;
  const factor = readCountFactor(engine, last.receipt);
  const row = given.course ?? { times: 0, first: 0 };
  const [times, first] = [row.times + 1, row.times === 0 ? sent : row.first];
  const before = given.earlier === null ? null : given.earlier * factor;
  const call = { asked, model, isKnown: isWindowKnown(engine, request), sent, first, times, before };
  const { budget, room, lasting, lesson } = aimAfterRefusal(refused, call);
  const limit: LimitInForce = {
    model,
    window: asked.window,
    limit: budget.window,
    named: lesson?.named ?? refused.limit !== undefined,
    because: lesson === null ? "refused" : "learned",
  };
  const count = refused.limit === undefined ? { roomFactor: factor } : {};
  const course = { budget, roomLimit: lasting, ...count, times, first, limit };
  return { course, room, lesson: lesson === null ? null : { model, window: asked.window, ...lesson } };
}

/** The limit that a model's refusals in this lane have taught, as far as it still holds. */
export async function findLearnedLimit(
  { store, clock }: Pick<Engine, "store" | "clock">,
  ref: LaneRef,
  model: string,
  window: Tokens,
): Promise<LearnedLimit | null> {
  const lessons = (await store.records(ref, "event", limitEvent, lessonsLookedAt)).flatMap((record) => {
    const lesson = record.kind === "event" ? readLesson(record.event) : null;
    return lesson === null ? [] : [{ ...lesson, at: record.at }];
  });
  if (!lessons.some((lesson) => lesson.model === model && lesson.window === window)) return null;
  const calls = readAnsweredCalls(await store.records(ref, "event", usageEvent, callsLookedAt));
  return findHoldingLimit(lessons, calls, { model, window, now: clock.now() });
}

/**
 * The smallest view that an earlier turn was refused, if nothing as large was answered since: then a refusal is no false
 * alarm. Null without one.
 */
async function findRefusedBefore(
  { store, clock }: Engine,
  ref: LaneRef,
  model: string | null,
  turn: TurnId,
): Promise<Tokens | null> {
  const since: Instant = clock.now() - lessonMs;
  let answered: Tokens = 0;
  let smallest = Number.POSITIVE_INFINITY;
  for (const record of await store.records(ref, "event", usageEvent, callsLookedAt)) {
    const [call] = record.at < since ? [] : readCallUsage(record);
    if (call === undefined || call.model !== model) continue;
    const estimated = call.estimated ?? 0;
    if (call.outcome === "refused" && call.turn !== turn && estimated > answered)
      smallest = Math.min(smallest, estimated);
    if (call.outcome === "answered") answered = Math.max(answered, estimated);
  }
  return smallest === Number.POSITIVE_INFINITY ? null : smallest;
}

function makeBudgetFor(asked: Budget, room: Tokens, model: string): Budget | null {
  const budget = limitBudget(asked, computeWindow(asked, room, model), model);
  return countAvailableTokens(budget) >= room ? budget : null;
}

/** Lessons of other models may lie in between, and so may refused calls and those for summaries. */
const lessonsLookedAt = 8;
const callsLookedAt = lessonCalls * 3;

/** True for a window that was given, or that the model is known for; otherwise it is our guess. */
function isWindowKnown({ windowTold, budget: guessed }: Engine, { model, budget }: Request): boolean {
  if (windowTold || (model?.facts.window ?? null) !== null) return true;
  return budget !== undefined && budget.window !== guessed.window;
}

/** Records the limit that the account of a refused call names, if it is below the window. */
export function makeLessonRecords(
  engine: Engine,
  ref: LaneRef,
  { model, limit = null }: CallReport,
  window: Tokens,
): readonly LaneRecord[] {
  if (model === null || limit === null || !isLesson(limit, window)) return [];
  return [makeLessonRecord(engine, ref, { model, limit, window, named: true })];
}

function makeLessonRecord(engine: Engine, ref: LaneRef, lesson: LimitLesson): LaneRecord {
  const at = engine.clock.now();
  return makeEventRecord(
    engine,
    { ref, epoch: { key: "", number: 0 } },
    { name: limitEvent, at, event: toJson(lesson) },
  );
}

function describeRefusal(
  { model, limit, window, named, because }: LimitInForce,
  sent: Tokens,
  isEmpty: boolean,
): string {
  const who = model === "" ? "The model" : model;
  if (isEmpty)
    return `${who} refused a request of about ${sent} tokens as too large, and nothing earlier fits beside the message. This answer starts with an empty context; nothing is deleted, and clew search still finds everything.`;
  const said = named ? `named ${limit} tokens as its limit` : "named no limit";
  const next =
    because === "learned"
      ? `This chat keeps to ${limit} of ${window} tokens for ${lessonCalls} answers or a day; clew model shows it.`
      : "This turn goes on with less; the next one is whole again.";
  return `${who} refused a request of about ${sent} tokens as too large and ${said}. ${next}`;
}
