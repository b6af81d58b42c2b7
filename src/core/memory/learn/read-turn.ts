/**
 * What a sentence says has turned, without naming whose value it was: "I'm not vegetarian any more", "I quit Siemens", "Dr. Nowak
 * retired, so I see Dr. Patel now".
 *
 * 1. Only the speaker's own: a clause in the first person; or somebody who is gone, who is then looked for among what is the speaker's.
 * 2. Nothing that is only thought of, planned, feared, heard or supposed.
 */
import { isNegative } from "../../summary/rules/classify.js";
import type { Turn } from "../turn.js";
import { cues } from "./learn-cues.js";
import { speaksOfSelf } from "./speaks-of-self.js";
import { turnCues } from "./turn-cues.js";
import { listTurnedWords } from "./turned-words.js";

export function readTurns(text: string): readonly Turn[] {
  if (text.length > longest || turnCues.unsure.isIn(text) || comes.test(text)) return [];
  const clauses = splitClauses(text);
  return clauses.flatMap((clause, index) => {
    const kinds = listKinds(clause, text);
    const words = kinds.length === 0 ? [] : listTurnedWords(kinds.includes("parted") ? cutAtPrice(clause) : clause);
    const isFollowed = clauses.some((other, place) => place > index && goesOn(other));
    return words.length === 0 || words.length > mostWords
      ? []
      : kinds.map((kind) => ({ kind, clause, words, ...(isFollowed ? { isFollowed } : {}) }));
  });
}

/** "I traded the Volvo in for a Kia": what came instead is not what is gone. */
function cutAtPrice(clause: string): string {
  const before = clause.split(price)[0] ?? "";
  return listTurnedWords(before).length === 0 ? clause : before;
}

const price = /\s(?:in for|for|to|gegen|durch|auf|por|par|contre|pour|на)\s|换成/iu;

/** Of the matter of one clause. */
const mostWords = 6;

/** In characters: who says more at once tells of something else, and words of it are in everything. */
const longest = 160;

/** "Voy a dejar …", "je vais quitter …". */
const comes =
  /(?<![\p{L}])(?:voy|vamos) a \p{L}+[aei]r(?:\p{L}{2})?(?![\p{L}])|(?<![\p{L}])(?:vais|va|allons) \p{L}+(?:er|ir|re)(?![\p{L}])/iu;

const clauseBreaks =
  /[,;:，；：]|\s[—–-]\s|(?<![\p{L}])(?:and|so|but|because|und|aber|weil|deshalb|also|et|mais|donc|car|y|pero|así que|porque|и|а|но|поэтому|потому что)(?![\p{L}])/giu;

function splitClauses(text: string): readonly string[] {
  const bare = text.replace(/[.!。！\s]+$/u, "");
  return bare
    .split(clauseBreaks)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== "");
}

function listKinds(clause: string, text: string): readonly Turn["kind"][] {
  const isOver = turnCues.over.isIn(clause) || turnCues.overAround.isIn(clause) || easternOver.test(clause);
  if (!speaksOfSelf(clause) && !beginsWithDeed(clause))
    return turnCues.gone.isIn(clause) && !namesTime.test(clause) ? ["gone"] : [];
  const isDenied = isNegative(dropLack(clause));
  const kinds: Turn["kind"][] = [];
  if (isOver || (isDenied && turnCues.found.isIn(text))) kinds.push("denied");
  if (!isDenied && (turnCues.again.isIn(clause) || turnCues.found.isIn(text))) kinds.push("again");
  if (!isDenied && turnCues.left.isIn(clause) && !namesTime.test(clause)) kinds.push("left");
  if (!isDenied && turnCues.parted.isIn(clause)) kinds.push("parted");
  if (!isOver && cues.change.isIn(clause) && (turnCues.number.isIn(clause) || /\p{N}/u.test(clause)))
    kinds.push("counted");
  return kinds;
}

/** Without what something is told to be without: a diet without gluten is one. */
export function dropLack(text: string): string {
  return text.replace(lack, (found) => " ".repeat(found.length));
}

const lack = /(?<![\p{L}])(?:without|ohne|sans|sin|без)\s+\p{L}+|无\p{sc=Han}{2}/giu;

const easternOver = /[不没].{1,10}了$/u;

/** "Moved out of …", "Продал …": whoever acts is not named, and so is the speaker. */
function beginsWithDeed(clause: string): boolean {
  return [turnCues.left, turnCues.parted].some((deed) => deed.spansIn(clause).some(({ start }) => start === 0));
}

/** Whoever leaves the office at five comes back. */
const namesTime =
  /\d|(?<![\p{L}])(?:(?:at|um|à|a las?|в) (?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|deux|trois|quatre|cinq|sept|huit|neuf|dix|onze|midi|una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|два|три|четыре|пять|шесть|семь|восемь|девять|десять|одиннадцать|двенадцать)|early|late|home|früh|spät|nach hause|tôt|tard|temprano|tarde|рано|поздно|домой)(?![\p{L}])|点|回家/iu;

function goesOn(clause: string): boolean {
  return (speaksOfSelf(clause) || cues.change.isIn(clause)) && listTurnedWords(clause).length > 0;
}
