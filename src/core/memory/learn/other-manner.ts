/**
 * Whether two wishes are about one manner of answering, of which there can be one at a time: "answer me in French" and
 * "reply in German from now on".
 *
 * 1. Both name a value of the same matter (a language, a length, a measure, a tone, a form of text, what somebody is called),
 *    and the values differ.
 * 2. Beyond that they speak of the same: "mails to the school in French" and "answer me in German" stand side by side.
 */
import { isNegative } from "../../summary/rules/classify.js";
import { type Matcher, makeMatchers } from "../../summary/rules/phrases.js";
import { countShared, foldWord, readContentStems } from "../../text/content-words.js";
import { cues } from "./learn-cues.js";
import { mannerTables } from "./manner-tables.js";
import { turnCues } from "./turn-cues.js";

const manners = makeMatchers(mannerTables);
/** Of these a wish has to say that it is about answers: a language is also that of a film. */
const ofAnswers: readonly Matcher[] = [manners.language, manners.length, manners.tone, manners.form];

export function isOtherManner(before: string, after: string): boolean {
  const [old, now] = [dropFormer(before), dropFormer(after)];
  if (isOtherAddress(old, now)) return true;
  if (isNegative(old) !== isNegative(now)) return false;
  return [...ofAnswers, manners.units].some((matter) => isOtherValue(matter, old, now));
}

/** Without what the wish says is over: the words after "no longer" up to the end of their clause. */
function dropFormer(text: string): string {
  const clauses = text.split(/(?<=[,;，；、])/u);
  const kept = clauses.map((clause) => {
    const start = manners.former.spansIn(clause)[0]?.start;
    return start === undefined || !namesValue(clause.slice(start)) ? clause : clause.slice(0, start);
  });
  const rest = kept.join("");
  return namesValue(rest) ? rest : text;
}

function namesValue(text: string): boolean {
  return [...ofAnswers, manners.units, manners.address].some((matter) => matter.isIn(text));
}

function isOtherAddress(old: string, now: string): boolean {
  const isBoth = manners.address.isIn(old) && manners.address.isIn(now);
  return isBoth && !isNegative(old) && !isNegative(now) && readRest(old).join(" ") !== readRest(now).join(" ");
}

function readRest(text: string): readonly string[] {
  return [...readContentStems(cues.standing.blankedIn(text))];
}

/** The part of what two wishes say beside their values that must be in both. */
const leastShared = 0.5;

function isOtherValue(matter: Matcher, old: string, now: string): boolean {
  const [some, others] = [readValues(matter, old), readValues(matter, now)];
  if (some.size === 0 || others.size === 0 || countShared(some, others) > 0) return false;
  const [first, second] = [readBeside(matter, old), readBeside(matter, now)];
  const isOfAnswers = manners.reply.isIn(old) && (manners.reply.isIn(now) || second.size === 0);
  if (ofAnswers.includes(matter) && !isOfAnswers) return false;
  const all = new Set([...first, ...second]).size;
  return all === 0 || countShared(first, second) / all >= leastShared;
}

function readValues(matter: Matcher, text: string): ReadonlySet<string> {
  return new Set(matter.spansIn(text).map(({ start, end }) => foldWord(text.slice(start, end)).slice(0, 5)));
}

const saying = [
  cues.asked,
  cues.taste,
  cues.manner,
  cues.standing,
  cues.change,
  cues.filler,
  cues.doubt,
  turnCues.again,
  manners.reply,
];

function readBeside(matter: Matcher, text: string): ReadonlySet<string> {
  return readContentStems(saying.reduce((rest, words) => words.blankedIn(rest), matter.blankedIn(text)));
}
