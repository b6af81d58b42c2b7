/**
 * Which sentences of a message may be kept, each in its own words (decision 0094).
 *
 * 1. What is surely nothing is refused first: questions, errands, suppositions, moods, others' words, programs, texts with our marks.
 * 2. A wish is of level 3. What the speaker says of themselves that lasts is of level 2, of themselves or the household of level
 *    1, anything else of level 0. Whoever plans decides which level is kept where.
 */
import type { MemoryKind } from "../../log/memories/memory.js";
import { decision } from "../../summary/rules/cues.js";
import { isWeather } from "../../summary/rules/small-talk.js";
import { asksToRemember } from "../../summary/rules/weight.js";
import type { LearnedStatement, Level, ToldMessage } from "../learned.js";
import { isAbout, isDefinite, isValue } from "./is-definite.js";
import { cues } from "./learn-cues.js";
import { isOfSpeaker } from "./of-speaker.js";
import { isOrder } from "./order.js";
import { readForget } from "./read-forget.js";
import { readValidity, type Validity } from "./read-validity.js";
import { endsWish, readWish, recurs } from "./read-wish.js";
import { corrects, isMood, isPast, isRefused, isTooLate, shape } from "./refuse.js";
import { listToldParts } from "./told-parts.js";

/** A message, as far as what it says depends on it. */
export type SaidWords = Pick<ToldMessage, "text" | "at" | "zone">;

export function learnStatements(told: SaidWords): readonly LearnedStatement[] {
  return listToldParts(told.text).flatMap((text) => learnPart(text, told) ?? []);
}

function learnPart(text: string, told: SaidWords): LearnedStatement | null {
  const forgets = readForget(text);
  if (forgets !== null) return { kind: "fact", text, level: 0, forgets };
  const wish = readWish(text);
  if (wish === null && endsWish(text)) return { kind: "instruction", text, level: 0 };
  if (wish === null && isRefused(text, told.text)) return null;
  const validity = readValidity(text, told.at, told.zone);
  if (wish !== null && validity.isOver !== true) return { kind: wish, text, level: 3, ...pickTimes(validity, wish) };
  if (isTooLate(text, validity)) return null;
  const level = findLevel(text, validity);
  const isCorrecting = corrects(text);
  if (level === 0 && !isCorrecting && !isAbout(text)) return null;
  if (isWeather(text)) return null;
  const follows = isCorrecting || isValue(text) ? { follows: true as const } : {};
  const kind = findKind(text, validity);
  return { kind, text, level, ...follows, ...pickTimes(validity, kind) };
}

function findLevel(text: string, { until, isOfTheTime }: Validity): Level {
  const passes = isMood(text) || isPast(text);
  if (until !== undefined && (isOfTheTime !== true || !passes || isOfSpeaker(text))) return 1;
  if (asksToRemember(text)) return 2;
  if (passes || corrects(text) || isOrder(text)) return 0;
  if (shape.test(text)) return 2;
  return isOfSpeaker(text) || cues.milestone.isIn(text) || recurs.test(text) || isDefinite(text) ? 1 : 0;
}

function pickTimes({ from, until, on }: Validity, kind: MemoryKind): Pick<LearnedStatement, "from" | "until"> {
  if (until === undefined) return kind === "event" && on !== undefined ? { from: on } : {};
  return { ...(from === undefined ? {} : { from }), until };
}

function findKind(text: string, { on, until }: Validity): MemoryKind {
  if (decision.isIn(text)) return "outcome";
  return (on !== undefined || until !== undefined) && cues.going.isIn(text) ? "event" : "fact";
}
