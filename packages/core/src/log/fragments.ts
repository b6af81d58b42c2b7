import { findWordMatches, findWordPlace, matchReach, type WordMatch } from "@clewline/text/word-match.js";

const mostFragments = 3;
/** The most matches of each word that are tried as the start of a fragment. */
const mostPlaces = 40;
/** The part of a fragment's width that lies before its match. */
const leadPart = 0.25;

/** Cuts a text to the fragments around the words, as one line of about `room` characters. */
export function pickFragments(text: string, words: readonly string[], room: number): string {
  const start = text.length <= matchReach ? 0 : findStretchStart(text, words);
  const part = text.slice(start, start + matchReach);
  const isCut = part.length < text.length;
  const line = part.replace(/[\s\p{Cc}]+/gu, " ").trim();
  if (!isCut && line.length <= room) return line;
  const places = pickPlaces(line, findWordMatches(line, words), Math.max(40, Math.floor(room / mostFragments)));
  const width = Math.floor(room / Math.max(1, places.length));
  const spans = joinSpans(places.map((place) => fitSpan(line, place, width)));
  const shown = spans.length === 0 ? [[0, findWordEnd(line, room)] as const] : spans;
  const pieces = shown.map(([from, to]) => line.slice(from, to).trim());
  const [first, last] = [shown[0]?.[0] ?? 0, shown.at(-1)?.[1] ?? 0];
  return `${start + first > 0 ? "…" : ""}${pieces.join(" … ")}${last < line.length || start + part.length < text.length ? "…" : ""}`;
}

/** Finds the stretch of a very long text that contains the most of the words. */
function findStretchStart(text: string, words: readonly string[]): number {
  const lower = text.toLowerCase();
  const lead = matchReach / 20;
  const starts = words.map((word) => findWordPlace(lower, word, 0)).filter((place) => place !== -1);
  const countWithin = (start: number) => words.filter((word) => isWithin(lower, word, start)).length;
  return starts
    .map((place) => Math.max(0, place - lead))
    .reduce((best, start) => (countWithin(start) > countWithin(best) ? start : best), 0);
}

function isWithin(lower: string, word: string, start: number): boolean {
  const place = findWordPlace(lower, word, start);
  return place !== -1 && place < start + matchReach;
}

/** Picks matches to start fragments at, so that together the fragments show the most of the words. */
function pickPlaces(line: string, matches: readonly WordMatch[], width: number): readonly number[] {
  const places: number[] = [];
  const shown = new Set<number>();
  const weighed = capMatches(matches);
  while (places.length < mostFragments) {
    let [best, most] = [null as WordMatch | null, 0];
    for (const match of weighed) {
      const added = listSpanWords(line, matches, match.from, width).filter((word) => !shown.has(word)).length;
      if (added > most) [best, most] = [match, added];
    }
    if (best === null) break;
    places.push(best.from);
    for (const word of listSpanWords(line, matches, best.from, width)) shown.add(word);
  }
  return places;
}

/** Caps the matches of each word, so that a frequent word does not crowd out the others. */
function capMatches(matches: readonly WordMatch[]): readonly WordMatch[] {
  const counts = new Map<number, number>();
  return matches.filter(({ word }) => {
    const count = (counts.get(word) ?? 0) + 1;
    counts.set(word, count);
    return count <= mostPlaces;
  });
}

function listSpanWords(
  line: string,
  matches: readonly WordMatch[],
  place: number,
  width: number,
): readonly WordMatch["word"][] {
  const [from, to] = fitSpan(line, place, width);
  return [...new Set(matches.filter((match) => match.from >= from && match.to <= to).map(({ word }) => word))];
}

type Span = readonly [from: number, to: number];

/** Starts a little before the place, at the border of a word if one is near, and never inside a surrogate pair. */
function fitSpan(line: string, place: number, width: number): Span {
  const start = Math.max(0, Math.min(place - Math.floor(width * leadPart), line.length - width));
  const space = start === 0 ? -1 : line.indexOf(" ", start);
  const from = space === -1 || space >= place || space - start > 20 ? start : space + 1;
  const whole = /^[\uDC00-\uDFFF]/.test(line.slice(from, from + 1)) ? from + 1 : from;
  return [whole, findWordEnd(line, whole + width)];
}

function findWordEnd(line: string, end: number): number {
  if (end >= line.length) return line.length;
  const space = line.lastIndexOf(" ", end);
  const near = space === -1 || end - space > 20 ? end : space;
  return /[\uD800-\uDBFF]$/.test(line.slice(near - 1, near)) ? near - 1 : near;
}

function joinSpans(spans: readonly Span[]): readonly Span[] {
  const all: Span[] = [];
  for (const [from, to] of [...spans].sort((a, b) => a[0] - b[0])) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1] + 1) all[all.length - 1] = [last[0], Math.max(last[1], to)];
    else all.push([from, to]);
  }
  return all;
}
