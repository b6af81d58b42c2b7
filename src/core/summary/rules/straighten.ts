/** A text as the cue tables read it. */
import { findCharacterTraits, traits } from "../../text/traits.js";
import { isInWord } from "./phrase.js";
import type { Beginnings, PhraseIndex } from "./phrase-index.js";

export interface StraightText {
  /** In small letters, with one kind of apostrophe. No character got longer or shorter, so that places stay. */
  readonly text: string;
  /** Where a phrase may begin, in order, and which ones. */
  readonly starts: readonly number[];
  readonly beginnings: readonly NonNullable<Beginnings>[];
}

/** Phrases without spaces around them begin with one of these. */
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
      // The mark behind a letter belongs to it; a second one stands for itself.
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
