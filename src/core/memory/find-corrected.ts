/** Which memory a correction means: of its subject, of what it denies, else the last that a value of this kind may have been of. */
import { readContentStems } from "../text/content-words.js";
import { fold, isOfSubject, isShared, type Known, type NewMemory, newest } from "./known-memory.js";
import { readInstead } from "./learn/read-instead.js";
import { readSubject } from "./learn/read-subject.js";
import type { LearnedStatement, ToldMessage } from "./learned.js";

interface Corrected {
  readonly meant: Known;
  /** Else both are told. */
  readonly isSure: boolean;
}

export function findCorrected(
  known: readonly Known[],
  told: ToldMessage,
  statement: LearnedStatement,
): Corrected | null {
  const { subject, ends, endsNamedOnly, endsBesideOnly } = statement;
  const mine = known.filter(({ memory }) => memory.person === told.person || isShared(memory.subject));
  if (subject !== undefined) return asSure(newest(mine.filter(({ memory }) => isOfSubject(memory, subject))));
  const denied = typeof ends === "string" ? fold(ends) : "";
  const named = denied === "" ? [] : mine.filter(({ memory }) => isDenied(memory, denied));
  const here = mine.filter(({ memory }) => isFresh(memory, told));
  const own = here.filter(({ memory }) => memory.person === told.person);
  if (endsBesideOnly === true) return findJustSaid(own, told);
  if (endsNamedOnly === true) return asSure(newest(named.filter((each) => own.includes(each))));
  const byName = newest(named.filter((each) => here.includes(each))) ?? newest(named);
  if (byName !== null) return asSure(byName);
  const instead = readInstead(statement.text) ?? statement.text;
  const alike = own.concat(here).filter(({ memory }) => hasSameShape(readValue(memory), instead));
  return asSure(newest(alike.filter((each) => own.includes(each))) ?? newest(alike)) ?? findJustSaid(own, told);
}

/** By its words, or by its figures where nothing else names it: "not the 9th" of "on day 9". */
function isDenied({ text }: NewMemory, denied: string): boolean {
  if (fold(text).includes(denied)) return true;
  const figures = listFigures(denied);
  return (
    figures.length > 0 &&
    readContentStems(denied).size === 0 &&
    figures.every((each) => listFigures(text).includes(each))
  );
}

function listFigures(text: string): readonly string[] {
  return text.match(/\p{N}+/gu) ?? [];
}

function asSure(meant: Known | null): Corrected | null {
  return meant === null ? null : { meant, isSure: true };
}

function findJustSaid(own: readonly Known[], told: ToldMessage): Corrected | null {
  const meant = newest(own.filter(({ memory }) => isJustSaid(memory, told)));
  return meant === null ? null : { meant, isSure: false };
}

/** What it says beside the name of its thing. */
function readValue({ text }: NewMemory): string {
  const words = readSubject(text)?.words ?? "";
  return words === "" ? text : text.replace(words, "");
}

/**
 * Whether what is put right may be a value of the same kind as the one that was told: a figure for a figure, a name for a name,
 * a few plain words for others.
 */
function hasSameShape(told: string, instead: string): boolean {
  if (/\p{N}/u.test(told) !== /\p{N}/u.test(instead)) return false;
  if (/\p{N}/u.test(told)) return true;
  // The first letter is large wherever it begins a sentence.
  const isName = /\p{Lu}/u.test(told.slice(1));
  return isName ? /\p{Lu}/u.test(instead) : !/\p{Lu}/u.test(instead.slice(1)) && countWords(instead) <= mostPlain;
}

const mostPlain = 4;

function countWords(text: string): number {
  return text.trim().split(/\s+/u).length;
}

/** A correction without a name means what was just said in the same chat. */
const freshMs = 3_600_000;

export function isFresh({ sources, saidAt }: NewMemory, told: ToldMessage): boolean {
  return told.at - saidAt <= freshMs && sources.some(({ session }) => session === told.source.session);
}

/** Whoever puts something right without saying so does it at once. */
export const justSaidMs = 300_000;

function isJustSaid({ kind, saidAt }: NewMemory, { at }: ToldMessage): boolean {
  return kind === "fact" && at - saidAt <= justSaidMs;
}
