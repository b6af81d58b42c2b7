/**
 * What a message says that lasts, by rule.
 *
 * 1. One sentence is one statement at most, in its own words. Of a sentence that tells something and then asks, what it tells.
 * 2. Nothing is learned from questions, suppositions, errands, other people's words, code, and texts with our marks.
 * 3. A wish with a word of time ("always", "from now on") or of manner ("I want you to") is an instruction; taste is a preference.
 */
import type { MemoryKind } from "../../log/memories/memory.js";
import { decision } from "../../summary/rules/cues.js";
import { listHardTokens } from "../../summary/rules/hard-tokens.js";
import { isWeather } from "../../summary/rules/small-talk.js";
import { asksToRemember } from "../../summary/rules/weight.js";
import { listContentWords } from "../../text/content-words.js";
import type { LearnedStatement, ToldMessage } from "../learned.js";
import { cues } from "./learn-cues.js";
import { readCorrection } from "./read-correction.js";
import { readSubject, type ToldSubject } from "./read-subject.js";
import { readValidity, type Validity } from "./read-validity.js";
import { listToldParts } from "./told-parts.js";

export function learnStatements(told: ToldMessage): readonly LearnedStatement[] {
  return listToldParts(told.text).flatMap((part) => learnPart(part, told) ?? []);
}

function learnPart(text: string, told: ToldMessage): LearnedStatement | null {
  const wish = readEnd(text) ?? readWish(text);
  const validity = readValidity(text, told.at, told.zone);
  if (validity.isOver === true) return null;
  const subject = readSubject(cues.correction.blankedIn(validity.rest));
  if (wish !== null && !(subject?.isNamed === true && isStated(text)))
    return { ...wish, ...pickTimes(validity, wish.kind) };
  return readCorrection(text, subject) ?? readStatement(text, validity, subject);
}

/** "From now on my dentist is …" has a word of time and is no wish. */
function isStated(text: string): boolean {
  return (
    cues.copula.isIn(cues.standing.blankedIn(text)) &&
    !cues.asked.isIn(text) &&
    !cues.manner.isIn(text) &&
    !cues.taste.isIn(text)
  );
}

function readEnd(text: string): LearnedStatement | null {
  const span = cues.stop.spansIn(text)[0];
  return span === undefined ? null : { kind: "instruction", text, ends: text };
}

const firstPerson = /^(?:i|we|ich|wir|je|j['’]|nous|on|yo|nosotros|я|мы)(?![\p{L}])|^我(?!的时候)/iu;
const narrated =
  /^(?:you(?! (?:should|must|have|need|can))|the|my|our|he|she|it|they|this|that|there|der|die|das|mein|unser|er|sie|es|le|la|les|mon|ma|notre|il|elle|el|los|mi|nuestr[oa]|он|она|это|мой|моя|наш|наша)(?![\p{L}])/iu;
const addressed =
  /(?<![\p{L}])(?:you|your|me|mir|mich|dir|dich|du|dein\p{L}*|moi|tu|te|tes|ton|ta|me|tú|tus?|мне|меня|ты|тебя|тво\p{L}+)(?![\p{L}])|\p{L}(?:-moi|me|melo)(?![\p{L}])|m['’]|[我你]/iu;

function readWish(text: string): LearnedStatement | null {
  const told = cues.filler.spansIn(text).reduce((rest, { start, end }) => (start === 0 ? rest.slice(end) : rest), text);
  const bare = told.replace(/^[\s,，:：]+/u, "");
  if (cues.asked.isIn(text) || (!narrated.test(bare) && isOrdered(text))) return { kind: "instruction", text };
  if (cues.taste.isIn(text)) return { kind: "preference", text };
  if (!cues.standing.isIn(text) || firstPerson.test(bare) || narrated.test(bare)) return null;
  return isOrder(bare) ? { kind: "instruction", text } : null;
}

const speaker =
  /(?<![\p{L}])(?:i|we|(?:i|we)['’]\p{L}+|ich|wir|je|j['’]\p{L}+|nous|on|yo|nosotros|я|мы|to|zu|à|de|a)(?![\p{L}])|我/iu;

/** "Make sure to …" is an order, "I'll make sure to …" is none. */
function isOrdered(text: string): boolean {
  return cues.manner.spansIn(text).some(({ start }) => !speaker.test(text.slice(0, start)));
}

/** In English a verb never precedes the "always" of its order: "people always …" tells of people, "from now on always …" of no one. */
function tellsHabit(text: string): boolean {
  const adverb = /(?<![\p{L}])(?:always|never)(?![\p{L}])/iu.exec(text);
  if (adverb === null) return false;
  const before = cues.standing.blankedIn(text.slice(0, adverb.index)).trimEnd();
  return /\p{L}$/u.test(before) && !politely.test(before);
}

const politely = /(?:^|[\s,])(?:please|and|but|so|then|also|just)$/iu;

/** Speaks to the assistant: by a word for it, or as an order, which begins with its verb and so has nobody who acts. */
function isOrder(text: string): boolean {
  if (tellsHabit(text)) return false;
  return (
    addressed.test(text) ||
    cues.standing.spansIn(text).some(({ start }) => start === 0) ||
    /^\p{Lu}?\p{Ll}+(?:\s|$)/u.test(text)
  );
}

function pickTimes({ from, until, on }: Validity, kind: MemoryKind): Pick<LearnedStatement, "from" | "until"> {
  if (kind === "event" && on !== undefined) return { from: on };
  if (until === undefined) return {};
  return { ...(from === undefined ? {} : { from }), until };
}

function readStatement(text: string, validity: Validity, subject: ToldSubject | null): LearnedStatement | null {
  const kind = findKind(text, validity, subject);
  if (kind === null) return null;
  const state = subject?.isNamed === true ? null : readState(text);
  const key = kind === "event" || kind === "outcome" ? null : (state ?? subject?.key ?? null);
  return { kind, text, ...pickTimes(validity, kind), ...(key === null ? {} : { subject: key }) };
}

function findKind(text: string, { on, until }: Validity, subject: ToldSubject | null): MemoryKind | null {
  const isHabit = firstPerson.test(text) && cues.standing.isIn(text);
  const tells = cues.state.isIn(text) || asksToRemember(text) || isHabit;
  if (decision.isIn(text) && listContentWords(text).length > 1 && subject?.isNamed !== true) return "outcome";
  if ((on !== undefined || until !== undefined) && cues.going.isIn(text) && subject?.isNamed !== true) return "event";
  if (tells) return "fact";
  if (subject === null || isWeather(text)) return null;
  if (subject.isNamed && !subject.key.startsWith("our ")) return "fact";
  return subject.isNamed || listHardTokens(text).length > 0 || cues.mine.isIn(text) || cues.ours.isIn(text)
    ? "fact"
    : null;
}

/** What people are one of at a time, by the words that tell it in the first person. */
const states: readonly (readonly [string, RegExp])[] = [
  [
    "home",
    /(?<![\p{L}])(?:I live|we live|(?:I|we)(?:['’]ve)? moved to|ich wohne|wir wohnen|ich lebe|umgezogen|j['’]habite|nous habitons|on habite|déménagé|vivo en|vivimos en|mud(?:é|amos|ado)|я живу|мы жив[её]м|переехал[аи]?)(?![\p{L}])|我们?住|我们?搬到/iu,
  ],
  [
    "work",
    /(?<![\p{L}])(?:I work|I started working|ich arbeite|je travaille|trabajo (?:en|como|de)|я работаю)(?![\p{L}])|我(?:在.{1,8})?(?:工作|上班)/iu,
  ],
  ["name", /(?<![\p{L}])(?:I['’]m called|ich heiße|je m['’]appelle|me llamo|меня зовут)(?![\p{L}])|我叫/iu],
];

function readState(text: string): string | null {
  return states.find(([, words]) => words.test(text))?.[0] ?? null;
}
