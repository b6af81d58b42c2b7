/** Which memory a correction means: of its subject, of what it denies, else the last that a value of this kind may have been of. */
import { readContentStems } from "../text/content-words.js";
import { givesOtherValue } from "./follow/find-followed.js";
import { readTelling } from "./follow/read-telling.js";
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
  const alike = () => own.filter(({ memory }) => givesSameSort(memory.text, statement.text));
  const beside = () => findJustSaid(endsBesideOnly === "alike" ? alike() : own, told);
  if (endsNamedOnly === true) {
    const meant = asSure(newest(named.filter((each) => own.includes(each))));
    return meant ?? (endsBesideOnly === undefined ? null : beside());
  }
  if (endsBesideOnly !== undefined) return beside();
  const byName = newest(named.filter((each) => here.includes(each))) ?? newest(named);
  if (byName !== null) return asSure(byName);
  const instead = readInstead(statement.text) ?? statement.text;
  const shaped = own.concat(here).filter(({ memory }) => hasSameShape(readValue(memory), instead));
  return asSure(newest(shaped.filter((each) => own.includes(each))) ?? newest(shaped)) ?? findJustSaid(own, told);
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

/** Whether a sentence with more than a value in it gives one that may be told in the place of another: a figure, a day, a name. */
function givesSameSort(told: string, later: string): boolean {
  const [old, now] = [readTelling(told), readTelling(later)];
  if (givesOtherValue(old, now)) return true;
  if (old.values.size > 0) return false;
  if (/\p{sc=Han}/u.test(told)) return later.length <= mostEastern;
  return listNames(told).length > 0 && listNames(later).some((name) => !told.includes(name));
}

/** Where a sentence begins, the first letter is always large. */
function listNames(text: string): readonly string[] {
  return text.match(/(?<=[\p{L}\p{N},:;]\s)\p{Lu}\p{L}+/gu) ?? [];
}

/** In characters. */
const mostEastern = 20;

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
