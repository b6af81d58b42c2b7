/** Prepares a text for the cue tables. */
import { findCharacterTraits, traits } from "@clewline/text/traits.js";
import { isInWord } from "./phrase.js";
import type { Beginnings, PhraseIndex } from "./phrase-index.js";

export interface StraightText {
  /** In lower case, with one kind of apostrophe. Every character keeps its length, so that places stay valid. */
  readonly text: string;
  /** Where phrases may begin, in order, and which ones. */
  readonly starts: readonly number[];
  readonly beginnings: readonly NonNullable<Beginnings>[];
}

/** Phrases without spaces around them begin at this code point or above. */
const firstIdeograph = 0x2e80;

export function straighten(raw: string, index: PhraseIndex): StraightText {
  const text = raw.replaceAll("İ", "I").toLowerCase().replace(/[’ʼ]/g, "'");
  const starts: number[] = [];
  const beginnings: NonNullable<Beginnings>[] = [];
  const note = (start: number, found: Beginnings) => {
    if (found === null) return;
    starts.push(start);
    beginnings.push(found);
  };
  let at = 0;
  while (at < text.length) {
    const bits = findCharacterTraits(text, at);
    if (isInWord(bits)) {
      const end = skipWord(text, at);
      const isOpen = isMark(findCharacterTraits(text, end));
      note(at, isOpen ? index.findOpenWord(text.slice(at, end)) : index.findWord(text.slice(at, end)));
      for (; at < end; at += 1) {
        if (text.charCodeAt(at) >= firstIdeograph) note(at, index.findCharacter(text.charAt(at)));
      }
      // A mark after a letter belongs to it; a second mark is looked up by itself.
      if (isOpen) at += measureWidth(text, at);
    } else {
      if (isMark(bits)) note(at, index.findOpenWord(""));
      at += measureWidth(text, at);
    }
  }
  return { text, starts, beginnings };
}

function skipWord(text: string, at: number): number {
  let end = at;
  while (isInWord(findCharacterTraits(text, end))) end += measureWidth(text, end);
  return end;
}

function isMark(bits: number): boolean {
  return (bits & traits.mark) !== 0;
}

function measureWidth(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}
