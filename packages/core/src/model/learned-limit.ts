/**
 * Learns the size of requests from a refusal.
 *
 * 1. A lesson belongs to its lane, to the model that refused and to the window that was assumed for it.
 * 2. It holds for a number of answered calls or for a time, whichever ends first, and then one request is whole again. A
 *    true limit is named anew by the next refusal; a false alarm is over.
 * 3. Nothing but stored events decides: a restart neither forgets a lesson nor makes it last longer.
 */

import { isObject, type Json } from "@clewline/text/json.js";
import type { Instant, Tokens } from "../log/keys.js";
import { type Budget, countAvailableTokens, makeBudget } from "../policy/budget.js";
import type { Refusal } from "../view/view-input.js";

/** The name of a lane's events about refusals that taught something. */
export const limitEvent = "model_limit";

/** How many answered calls, and how long, a lesson holds. */
export const lessonCalls = 20;
export const lessonMs = 24 * 3_600_000;

/** A lesson about the size of requests, from one refusal. */
export interface LimitLesson {
  /** As `provider:model`; "" where the host did not say. */
  readonly model: string;
  /** The window that requests are made for from now on. */
  readonly limit: Tokens;
  /** The window that was assumed before. */
  readonly window: Tokens;
  /** Whether the provider gave the figure itself; otherwise it follows from the size of the refused request. */
  readonly named: boolean;
}

/** A lesson that holds, and until when. */
export interface LearnedLimit extends LimitLesson {
  /** When it was learned. */
  readonly learned: Instant;
  /** When it ends at the latest. */
  readonly until: Instant;
  /** How many more answered calls it holds. */
  readonly calls: number;
}

/** An answered call, as far as it ends a lesson. */
export interface AnsweredCall {
  readonly at: Instant;
  readonly model: string | null;
  /** By the provider's own count; null where it gave none. */
  readonly counted: Tokens | null;
  /** By our estimate; null without one. */
  readonly estimated: Tokens | null;
}

/** The newest lesson about this model and window, if it still holds. `lessons` and `calls` come newest first. */
export function findHoldingLimit(
  lessons: readonly (LimitLesson & { readonly at: Instant })[],
  calls: readonly AnsweredCall[],
  { model, window, now }: { readonly model: string; readonly window: Tokens; readonly now: Instant },
): LearnedLimit | null {
  const lesson = lessons.find((each) => each.model === model && each.window === window);
  if (lesson === undefined) return null;
  const { at: learned, ...taught } = lesson;
  const until = learned + lessonMs;
  const since = calls.filter((call) => call.at >= learned && (model === "" || call.model === model));
  // A limit that follows from a refused size is in our own count.
  const isRefuted = since.some(({ counted, estimated }) => ((lesson.named ? counted : estimated) ?? 0) > lesson.limit);
  const left = lessonCalls - since.length;
  return now >= until || left <= 0 || isRefuted ? null : { ...taught, learned, until, calls: left };
}

/** Null for an event of another kind. Earlier versions wrote named limits alone, and said so by nothing. */
export function readLesson(event: Json): LimitLesson | null {
  if (!isObject(event)) return null;
  const { model, limit, window, named = true } = event;
  if (typeof model !== "string" || typeof limit !== "number" || typeof window !== "number") return null;
  return { model, limit, window, named: named === true };
}

/** A reply that takes more of what the provider accepts is the most that a client could bear, and none that it expects. */
const mostReply = 3 / 4;

/**
 * The budget for a window that the provider takes. The usual reply shrinks with the window; a host that makes its calls
 * itself (`model` is "") goes on to expect the reply that it reserved.
 */
export function limitBudget(asked: Budget, limit: Tokens, model: string): Budget {
  if (limit >= asked.window) return asked;
  if (isReplyUsual(asked, model)) return makeBudget({ window: limit });
  return makeBudget({ window: limit, reply: asked.reply <= limit * mostReply ? asked.reply : Math.floor(limit / 4) });
}

/** The window with this much room beside its reply. */
export function computeWindow(asked: Budget, room: number, model: string): Tokens {
  const isWhole = asked.reply <= room * (isReplyUsual(asked, model) ? 1 / 3 : mostReply / (1 - mostReply));
  return Math.ceil(isWhole ? room + asked.reply : (room * 4) / 3);
}

function isReplyUsual({ window, reply }: Budget, model: string): boolean {
  return model !== "" && reply === makeBudget({ window }).reply;
}

/** The size of the requests after a refusal. */
export interface Aim {
  readonly budget: Budget;
  /** The most tokens of the next view, and of those that follow it in the turn. */
  readonly room: Tokens;
  readonly lasting: Tokens;
  /** The lesson for later turns; null if there is none. */
  readonly lesson: Pick<LimitLesson, "limit" | "named"> | null;
}

export interface RefusedCall {
  readonly model: string;
  readonly asked: Budget;
  /** Whether the window's size is known; otherwise it is a guess. */
  readonly isKnown: boolean;
  /** The tokens of the refused view, by our count. */
  readonly sent: Tokens;
  /** The tokens of the first view that was refused in a row. */
  readonly first: Tokens;
  /** How often in a row it was refused, this time included. */
  readonly times: number;
  /** The smallest view that an earlier turn was refused, if nothing as large was answered since; else null. */
  readonly before: Tokens | null;
}

/** A smaller figure is a mistake, or about something else, such as a batch. */
const leastLimit: Tokens = 1_024;
/** No tokenizer makes more tokens of a text than this many times ours: a larger figure is about something else. */
const mostWorth = 3;
/** Requests aim at this part of the room that the provider named, because its count differs from ours. */
const aimed = 0.9;
/** How much of the first refused view is left after each refusal, where no limit was named. */
const steps = [0.8, 0.5, 0.25] as const;
/** A single refusal of less than this part of a known window says nothing about the window. */
const plausible = 0.5;

export function aimAfterRefusal(refused: Refusal, call: RefusedCall): Aim {
  const { limit } = refused;
  const aim =
    limit === undefined || limit < leastLimit ? aimBySize(refused, call) : aimByLimit(limit, refused.requested, call);
  return isLastResort(call.times) ? { ...aim, room: 1 } : aim;
}

/** After so many refusals in a row the view starts an empty epoch: it is as small as it can be. */
export function isLastResort(times: number): boolean {
  return times > steps.length;
}

/** Whether a limit says anything about a window. */
export function isLesson(limit: Tokens, window: Tokens): boolean {
  return limit >= leastLimit && limit < window;
}

function aimByLimit(limit: Tokens, requested: Tokens | undefined, { model, asked, sent }: RefusedCall): Aim {
  const budget = limitBudget(asked, limit, model);
  const worth = requested === undefined ? 1 : Math.min(mostWorth, Math.max(1, requested / sent));
  const named = countAvailableTokens(budget) / worth;
  // Below the limit by our count, and refused all the same: the provider counts more than we do.
  const lasting = named * aimed < sent ? named : sent * steps[0];
  return {
    budget,
    ...roundRoom(lasting),
    lesson: isLesson(limit, asked.window) ? { limit, named: true } : null,
  };
}

function aimBySize({ bytes = false }: Refusal, call: RefusedCall): Aim {
  const { model, asked, isKnown, sent, first, times } = call;
  // A refused view may be far below the step before, and so may one of an earlier turn.
  const smallest = Math.min(sent, call.before ?? sent) * steps[0];
  const lasting = Math.min(first * (steps[times - 1] ?? 1 / 2 ** times), smallest);
  const limit = Math.max(leastLimit, computeWindow(asked, lasting, model));
  const isPlausible = bytes || !isKnown || call.before !== null || first >= countAvailableTokens(asked) * plausible;
  const budget = limitBudget(asked, limit, model);
  return {
    budget,
    ...roundRoom(Math.min(lasting, countAvailableTokens(budget))),
    lesson: isPlausible && isLesson(limit, asked.window) ? { limit, named: false } : null,
  };
}

function roundRoom(lasting: number): Pick<Aim, "room" | "lasting"> {
  return { room: Math.max(1, Math.floor(lasting * aimed)), lasting: Math.max(1, Math.floor(lasting)) };
}
