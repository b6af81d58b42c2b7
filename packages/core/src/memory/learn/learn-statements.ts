/**
 * Which sentences of a message may be kept, each in its own words (decision 0094).
 *
 * 1. What is surely nothing is refused first: questions, errands, suppositions, moods, others' words, programs, texts with our marks.
 * 2. A wish is of level 3. What the speaker says of themselves that lasts is of level 2, of themselves or the household of level
 *    1, anything else of level 0. Whoever plans decides which level is kept where.
 */
import type { MemoryKind } from "../../log/memories/memory.js";
import { decision } from "../../summary/rules/cues.js";
import { asksToRemember } from "../../summary/rules/weight.js";
import type { LearnedStatement, Level, ToldMessage } from "../learned.js";
import {
  answers,
  exact,
  isIdle,
  isOfHere,
  isReply,
  longestNews,
  longestValue,
  mayCorrect,
  needsContext,
  pointsElsewhere,
} from "./idle.js";
import { isOfSpeaker } from "./of-speaker.js";
import { asksToForget, readForget } from "./read-forget.js";
import { readValidity, type Validity } from "./read-validity.js";
import { endsWish, readWish } from "./read-wish.js";
import { corrects, isMood, isPast, isRefused, isTooLate, saysLittle, shape } from "./refuse.js";
import { listToldParts } from "./told-parts.js";

/** A message, as far as what it says depends on it. */
export type SaidWords = Pick<ToldMessage, "text" | "at" | "zone">;

export function learnStatements(told: SaidWords): readonly LearnedStatement[] {
  const answersAgent = isReply(told.text);
  return listToldParts(told.text).flatMap((text) => learnPart(text, told, answersAgent) ?? []);
}

/** Whether a text states something by itself, whenever it was said. */
export function statesPlainly(text: string): boolean {
  return !isRefused(text, text) && findLevel(text, {}, false) > 0;
}

function learnPart(text: string, told: SaidWords, answersAgent: boolean): LearnedStatement | null {
  const forgets = readForget(text);
  if (forgets !== null) return { kind: "fact", text, level: 0, forgets };
  if (asksToForget(text)) return null;
  const wish = readWish(text);
  if (wish === null && endsWish(text)) return { kind: "instruction", text, level: 0 };
  if (wish === null && isRefused(text, told.text)) return null;
  const validity = readValidity(text, told.at, told.zone);
  if (wish !== null && validity.isOver !== true) {
    return { kind: wish, text, level: pointsElsewhere(text) || isOfHere(text) ? 1 : 3, ...pickTimes(validity, wish) };
  }
  if (isTooLate(text, validity)) return null;
  const level = findLevel(text, validity, answersAgent);
  const follows =
    corrects(text) || (told.text.length <= longestValue && mayCorrect(text)) ? { follows: true as const } : {};
  if (level === 0 && follows.follows !== true && passesBy(text, told.text)) return null;
  const kind = findKind(text, validity);
  return { kind, text, level, ...follows, ...pickTimes(validity, kind) };
}

/** Not worth keeping beside a memory that shares a word with it either. */
function passesBy(text: string, message: string): boolean {
  if (message.length > longestNews) return !isOfSpeaker(text) || isMood(text);
  if (/\p{N}/u.test(text)) return false;
  return (needsContext(text) && !exact.test(text)) || saysLittle(text) || isMood(text);
}

function findLevel(text: string, { until, isOfTheTime }: Validity, answersAgent: boolean): Level {
  const passes = isMood(text) || isPast(text);
  if (until !== undefined && (isOfTheTime !== true || !passes || isOfSpeaker(text))) return 1;
  if (asksToRemember(text)) return 1;
  if (passes || saysLittle(text)) return 0;
  if (shape.test(text)) return pointsElsewhere(text) ? 1 : 2;
  if (isOfSpeaker(text)) return answers(text) || (answersAgent && pointsElsewhere(text)) ? 0 : 1;
  return answersAgent || corrects(text) || isIdle(text) ? 0 : 1;
}

function pickTimes({ from, until, on }: Validity, kind: MemoryKind): Pick<LearnedStatement, "from" | "until"> {
  if (until === undefined) return kind === "event" && on !== undefined ? { from: on } : {};
  return { ...(from === undefined ? {} : { from }), until };
}

function findKind(text: string, { on }: Validity): MemoryKind {
  if (decision.isIn(text)) return "outcome";
  return on === undefined ? "fact" : "event";
}
