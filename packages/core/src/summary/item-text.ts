import { decision, done, failure, lower, negation, promise, restriction, upper } from "./rules/cues.js";
import { listHardTokens } from "./rules/hard-tokens.js";
import type { Span } from "./rules/phrases.js";

/** In characters. */
export const longestItem = 240;

/** Makes one line: no breaks, no control characters, no lone surrogates, no marks of writing direction. */
export function makeOneLine(text: string): string {
  if (!uneven.test(text)) return text;
  return text
    .replace(/[\p{Cc}\s\u2028\u2029]+/gu, " ")
    .replace(/[\p{Cs}\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, "")
    .trim();
}

/** Everything that makeOneLine may remove, and more; most texts have none of it. */
const uneven =
  /[\p{Cc}\u1680\u2000-\u200a\u2028-\u202f\u205f\u2066-\u2069\u3000\ufeff\u{d800}-\u{dfff}\u{e0000}-\u{e007f}\u00a0]| {2}|^ | $/u;

/**
 * Splits a sentence into the texts of items: itself if it is short enough, else the surroundings of its hard tokens and
 * cues. If even those are too long for one line, they continue in another that begins with the same cues.
 */
export function splitItemTexts(sentence: string): readonly string[] {
  const text = makeOneLine(sentence);
  if (text.length <= longestItem) return text === "" ? [] : [text];
  const words = findWordSpans(text);
  const cues = findTouchedWords(words, findCueSpans(text)).slice(0, mostCues);
  const tokens = findTouchedWords(words, listHardTokens(text));
  const wanted = inOrder([0, ...cues, ...tokens]);
  for (const around of [12, 8, 5, 3, 2, 1, 0]) {
    const shown = writeExcerpt(text, words, wanted, around);
    if (shown.length <= longestItem) return [shown];
  }
  return writeItemChunks(text, words, cues, tokens);
}

/** Two cues show what kind of sentence it is; the rest of the room is for its content. */
const mostCues = 2;

/** Cuts a text at a word within the limit, with a sign that there is more. */
export function cutAtWord(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = text.slice(0, limit - 1).replace(/[\uD800-\uDBFF]$/, "");
  const space = head.lastIndexOf(" ");
  return `${(space > limit / 2 ? head.slice(0, space) : head).trimEnd()}…`;
}

function findCueSpans(text: string): readonly Span[] {
  return [negation, upper, lower, restriction, promise, decision, failure, done].flatMap((cue) => cue.spansIn(text));
}

/** In scripts without spaces, every few characters count as a word. */
function findWordSpans(text: string): readonly Span[] {
  return [
    ...text.matchAll(
      /[^\s\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]+|[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]{1,4}/gu,
    ),
  ].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

function findTouchedWords(words: readonly Span[], spans: readonly Span[]): readonly number[] {
  return words.flatMap((word, index) =>
    spans.some(({ start, end }) => start < word.end && end > word.start) ? [index] : [],
  );
}

function inOrder(places: readonly number[]): readonly number[] {
  return [...places].sort((a, b) => a - b);
}

/** The wanted words, in their order, with those around them. What is too long for an item is not written to its end. */
function writeExcerpt(text: string, words: readonly Span[], wanted: readonly number[], around: number): string {
  let line = "";
  let last = -1;
  for (const index of wanted) {
    const through = Math.min(index + around, words.length - 1);
    for (let place = Math.max(index - around, last + 1); place <= through && line.length < longestItem + 2; place++) {
      const { start, end } = words[place] as Span;
      line += place === last + 1 ? text.slice(last === -1 ? start : words[last]?.end, start) : " … ";
      line += text.slice(start, end);
      last = place;
    }
  }
  return `${line.trim()}${last === words.length - 1 ? "" : " …"}`;
}

function writeItemChunks(
  text: string,
  words: readonly Span[],
  cues: readonly number[],
  tokens: readonly number[],
): readonly string[] {
  const lines: string[] = [];
  let chunk: number[] = [];
  const line = () => writeExcerpt(text, words, inOrder([...cues, ...chunk]), 0);
  for (const token of tokens) {
    chunk.push(token);
    if (line().length <= longestItem || chunk.length === 1) continue;
    chunk.pop();
    lines.push(cutAtWord(line(), longestItem));
    chunk = [token];
  }
  return [...lines, cutAtWord(line(), longestItem)];
}
