/**
 * What a sentence that takes something back puts in its place, if it says nothing else: "Dr. Brandt" of "Oops, it's Dr. Brandt".
 *
 * 1. A clause with words of error and others before them is only about the error; what stands before or after them alone may be
 *    the value.
 * 2. What is left is a value if it is short, of nobody, and without a verb of being but for the one that it begins with.
 */
import { isNegative } from "../../summary/rules/classify.js";
import { listContentWords } from "../../text/content-words.js";
import { cues } from "./learn-cues.js";
import { speaksOfSelf } from "./speaks-of-self.js";

export function readInstead(text: string): string | null {
  const clauses = text
    .replace(/[.!。！\s]+$/u, "")
    .split(clauseBreaks)
    .filter((clause) => !refusal.test(clause) && !denial.test(clause))
    .map((clause) => dropError(clause).trim());
  const rest = clauses.map(dropBeing).filter(hasWords).join(", ");
  const isOfIt = clauses.some((clause) => itself.test(clause));
  return rest === "" || !isShort(rest) || (cues.copula.isIn(rest) && !isOfIt) || tellsElse(rest) ? null : rest;
}

/** Of somebody, of what is not, or an errand. */
function tellsElse(rest: string): boolean {
  const isOfSelf = speaksOfSelf(rest) && !name.test(rest);
  return isOfSelf || isNegative(rest) || cues.errand.isIn(rest) || others.test(rest);
}

const clauseBreaks = /[,;，；：—–]|:(?!\d)|\s-\s|(?<![\p{L}])(?:but|aber|mais|pero|но|sondern|sino)(?![\p{L}])/iu;
const refusal =
  /^\s*(?:(?:ah|oh|ach|mais|well|bueno|enfin|хотя|да|na ja)[\s,]+)?(?:no|nope|nein|nö|non|нет|不不?|bueno|well)(?:[\s-]+(?:no|nein|non|нет))*\s*$/iu;

/** Whom or what the words before were about. */
const itself = /^(?:she|he|they|er|sie|il|elle|él|ella|он|она|оно|他|她|它)(?![\p{L}](?<!\p{sc=Han}))/iu;
const others = /^(?:who|you|wer|qui|quién|tú|кто|se|me|谁|你)(?![\p{L}](?<!\p{sc=Han}))|了$/iu;

/** What was wrong, by its name. */
const denial = /^\s*(?:(?:and|und|et|y|e|и|а)\s+)?(?:(?:not|nicht|pas|no|non|не)\s|不是|别管|不要管)/iu;
/** "Puerto Azul" ends as a Spanish verb may. */
const name = /^\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)+$/u;

/** Without the words of error; nothing, if the clause is only about them. */
function dropError(clause: string): string {
  const bare = cues.doubt.blankedIn(clause);
  const [cue] = cues.correction.spansIn(bare);
  if (cue === undefined) return bare;
  const [before, after] = [bare.slice(0, cue.start), cues.correction.blankedIn(bare.slice(cue.end))];
  if (article.test(before)) return "";
  if (!hasWords(before)) return after;
  return hasWords(after) || speaksOfSelf(before) || startsVaguely(before) || judges.test(bare.slice(cue.start, cue.end))
    ? ""
    : before;
}

/** With a word that names nothing: "I mixed it all up". */
export function startsVaguely(text: string): boolean {
  return cues.pronoun.spansIn(text.trim()).some(({ start }) => start === 0);
}

/** "There's an error in the letter" tells of one. */
const article = /(?<![\p{L}])(?:an?|the|eine?[nrms]?|der|die|das|une?|l[ea]|una?|el)\s*$/iu;

/** Of these, what stands before them is what was wrong. */
const judges = /wrong|falsch|faux|(?<![\p{L}])mal|неверн|неправ|not right|stimmt|错/iu;

const being =
  /^\s*(?:(?:(?:it|that|this|das|es|ce|cela|ça|eso|esto)\s+)?(?:it['’]s|that['’]s|is|was|ist|war|c['’]est|est|es|era|это)(?![\p{L}])|的?是)\s*(?:aber|really|actually|wirklich|eigentlich|en fait|en realidad|на самом деле)?\s*/iu;

function dropBeing(clause: string): string {
  return cues.aside.blankedIn(clause).trim().replace(being, "").trim();
}

function hasWords(text: string): boolean {
  return listContentWords(text).length > 0 || /\p{N}/u.test(text);
}

/** In words; Chinese has no spaces. */
const most = 7;
const mostEastern = 12;

function isShort(text: string): boolean {
  const eastern = text.match(/\p{sc=Han}/gu)?.length ?? 0;
  return text.split(/\s+/u).length <= most && eastern <= mostEastern;
}
