import { findWordMatches, matchReach, type WordMatch } from "@clewline/text/word-match.js";
import { fitLine, measureColumns } from "./text.js";

/** A piece of a text; `asked` marks a word of the search. */
export interface Piece {
  readonly text: string;
  readonly asked: boolean;
}

/** Places in a text to weigh at most. */
const placesAtMost = 200;

/** The part of a text, at most `columns` wide, that contains most of the words; in pieces. */
export function clipAroundWords(text: string, words: readonly string[], columns: number): readonly Piece[] {
  const line = fitLine(text.slice(0, matchReach), null);
  const matches = findWordMatches(line, words);
  const from = findStart(line, matches, columns);
  const shown = (from > 0 ? "…" : "") + line.slice(from);
  const cut = fitLine(shown, columns);
  const shift = from > 0 ? from - 1 : 0;
  const pieces: Piece[] = [];
  let place = 0;
  for (const match of matches) {
    const [start, end] = [match.from - shift, match.to - shift];
    if (start < place || end > cut.length) continue;
    pieces.push({ text: cut.slice(place, start), asked: false }, { text: cut.slice(start, end), asked: true });
    place = end;
  }
  return [...pieces, { text: cut.slice(place), asked: false }].filter((piece) => piece.text !== "");
}

/** The beginning, if that shows as many words as any other place; else the best place. */
function findStart(line: string, matches: readonly WordMatch[], columns: number): number {
  if (measureColumns(line) <= columns) return 0;
  const room = Math.max(8, columns - 2);
  const isShown = (match: WordMatch, from: number) =>
    match.from >= from && match.to - from <= room && measureColumns(line.slice(from, match.to)) <= room;
  const shownFrom = (from: number) =>
    new Set(matches.filter((match) => isShown(match, from)).map(({ word }) => word)).size;
  const last = findLastStart(line, room);
  let [best, most] = [0, shownFrom(0)];
  for (const match of matches.slice(0, placesAtMost)) {
    const start = findWordStart(line, Math.max(0, Math.min(match.from - Math.floor(room / 4), last)));
    const many = shownFrom(start);
    if (many > most) [best, most] = [start, many];
  }
  return best;
}

/** The place from which the rest of the line just fits the room. */
function findLastStart(line: string, room: number): number {
  let [place, width] = [line.length, 0];
  for (const character of [...line.slice(-2 * room)].reverse()) {
    width += measureColumns(character);
    if (width > room) break;
    place -= character.length;
  }
  return place;
}

/** Moves to the next word if it is near, so as not to begin inside one. */
function findWordStart(line: string, place: number): number {
  if (place === 0) return 0;
  const space = line.indexOf(" ", place);
  const start = space === -1 || space - place > 12 ? place : space + 1;
  return /^[\uDC00-\uDFFF]/.test(line.slice(start)) ? start + 1 : start;
}
