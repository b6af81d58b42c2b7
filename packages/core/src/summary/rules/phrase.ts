/**
 * One phrase of a cue table, and its matcher. It matches part by part, greedily, as a regular expression would:
 * thousands of expressions take longer to build than most texts to read.
 */
import { findCharacterTraits, findTraits, traits } from "@clewline/text/traits.js";

type Part =
  | { readonly kind: "literal"; readonly text: string }
  /** White space, at least one character. */
  | { readonly kind: "spaces" }
  /** Any letters, or none: `*`. */
  | { readonly kind: "letters" }
  /** A word in the past tense: `*ed`, but not "need" and "red". */
  | { readonly kind: "past" }
  /** Up to four words between: ` … `. */
  | { readonly kind: "gap" }
  /** The end of a word. */
  | { readonly kind: "end" };

export interface Phrase {
  readonly parts: readonly Part[];
  readonly table: number;
  /** Its order among all phrases. */
  readonly rank: number;
  /** Whether it may match within a word. */
  readonly anywhere: boolean;
}

const wordTraits = traits.letter | traits.number | traits.underscore;
const letterTraits = traits.letter | traits.mark;

/** Whether a character belongs to a word: no match begins or ends inside one. */
export function isInWord(bits: number): boolean {
  return (bits & wordTraits) !== 0;
}

export function readPhrase(source: string, { table, rank, anywhere }: Omit<Phrase, "parts">): Phrase {
  const parts: Part[] = [];
  for (const piece of source.split(/( … | |\*(?:ed)?)/)) {
    if (piece === " … ") parts.push({ kind: "gap" });
    else if (piece === " ") parts.push({ kind: "spaces" });
    else if (piece === "*") parts.push({ kind: "letters" });
    else if (piece === "*ed") parts.push({ kind: "past" });
    else if (piece !== "") parts.push({ kind: "literal", text: piece });
  }
  return { parts: anywhere ? parts : [...parts, { kind: "end" }], table, rank, anywhere };
}

/** The end of the phrase if it begins at this index, or -1. */
export function findPhraseEnd({ parts }: Phrase, text: string, at: number): number {
  return findEnd(parts, 0, text, at);
}

function findEnd(parts: readonly Part[], index: number, text: string, at: number): number {
  const part = parts[index];
  if (part === undefined) return at;
  switch (part.kind) {
    case "literal":
      return text.startsWith(part.text, at) ? findEnd(parts, index + 1, text, at + part.text.length) : -1;
    case "spaces":
      return backtrack(parts, index, text, { from: at + 1, to: skipSpaces(text, at, true) });
    case "letters":
      return backtrack(parts, index, text, { from: at, to: skipLetters(text, at, letterTraits) });
    case "past":
      return findPastEnd(parts, index, text, at);
    case "gap":
      return findGapEnd(parts, index, text, at);
    case "end":
      return isInWord(findCharacterTraits(text, at)) ? -1 : at;
    default:
      return part satisfies never;
  }
}

/** Tries the whole run first, then one character less, and so on. */
function backtrack(
  parts: readonly Part[],
  index: number,
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): number {
  for (let place = to; place >= from; place = moveBack(text, place)) {
    const end = findEnd(parts, index + 1, text, place);
    if (end !== -1) return end;
  }
  return -1;
}

function findPastEnd(parts: readonly Part[], index: number, text: string, at: number): number {
  const second = skipCharacter(text, skipCharacter(text, at));
  for (let place = skipLetters(text, at, traits.letter); place >= second; place = moveBack(text, place)) {
    if (!text.startsWith("ed", place) || text.charAt(place - 1) === "e") continue;
    const end = findEnd(parts, index + 1, text, place + 2);
    if (end !== -1) return end;
  }
  return -1;
}

const mostWordsBetween = 4;
const clauseMarks = ".!?;:,";

/** Matches as few words between as possible, all on one line and in one clause. */
function findGapEnd(parts: readonly Part[], index: number, text: string, at: number): number {
  let place = at;
  for (let words = 0; words <= mostWordsBetween; words += 1) {
    const next = skipSpaces(text, place, false);
    const end = backtrack(parts, index, text, { from: place + 1, to: next });
    if (end !== -1 || next === place) return end;
    place = next;
    while (place < text.length && !clauseMarks.includes(text.charAt(place)) && !isSpaceCharacter(text, place))
      place += 1;
    if (place === next) return -1;
  }
  return -1;
}

function skipSpaces(text: string, at: number, overLines: boolean): number {
  let end = at;
  while (isSpaceCharacter(text, end) && (overLines || text.charAt(end) !== "\n")) end += 1;
  return end;
}

function isSpaceCharacter(text: string, at: number): boolean {
  return at < text.length && (findTraits(text.charCodeAt(at)) & traits.space) !== 0;
}

function skipLetters(text: string, at: number, wanted: number): number {
  let end = at;
  while ((findCharacterTraits(text, end) & wanted) !== 0) end = skipCharacter(text, end);
  return end;
}

function skipCharacter(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}

function moveBack(text: string, at: number): number {
  return at - ((text.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1);
}
