/** The words of a question in texts: how rare each is, and what it adds to a text's score. */
import type { ReadText } from "./read-text.js";
import { weighWord } from "./weigh-word.js";

/** How rare words are in the scope. */
export interface Rarity {
  /** How many messages the scope has. */
  readonly messages: number;
  /** How many of them hold a word of the question; undefined to count them among those that are ranked. */
  readonly holders?: ReadonlyMap<string, number>;
}

/** How often a text holds each stem of the question that it holds, and how long it is. */
export interface Counted {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** A message's words: as a whole, and in each passage. */
export interface CountedText extends Counted {
  readonly passages: readonly Counted[];
}

/** `held` are stems that stand in it, wherever in a long text. */
export function countStems(
  { stems: own, passages: cut, length }: ReadText,
  stems: Iterable<string>,
  held: readonly string[] = [],
): CountedText {
  const counts = new Map<string, number>();
  const passages = cut.map((passage) => ({ counts: new Map<string, number>(), length: passage.length }));
  for (const stem of stems) {
    const places = own.get(stem) ?? [];
    if (places.length > 0 || held.includes(stem)) counts.set(stem, Math.max(1, places.length));
    for (const place of places) {
      const part = passages[place]?.counts;
      part?.set(stem, (part.get(stem) ?? 0) + 1);
    }
  }
  return { counts, length, passages };
}

/** A word that the question repeats weighs as often. */
export function weighStems(
  stems: ReadonlyMap<string, number>,
  texts: readonly Pick<Counted, "counts">[],
  { messages, holders }: Rarity,
): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const [stem, times] of stems) {
    const among = texts.reduce((sum, { counts }) => sum + (counts.has(stem) ? 1 : 0), 0);
    const held = Math.max(among, holders?.get(stem) ?? 0);
    weights.set(stem, held === 0 ? 0 : times * weighWord(held, messages));
  }
  return weights;
}

/** The part of a text's score that each word of the question adds, in the order of the words' weights. */
export type Parts = readonly number[];

/** How soon a repeated word stops counting, and how much a text's length counts: those of BM25. */
const [saturation, lengthPart] = [1.2, 0.75];

export function averageLength(texts: readonly Pick<Counted, "length">[]): number {
  return Math.max(1, texts.reduce((sum, { length }) => sum + length, 0) / texts.length);
}

export function scoreWords({ counts, length }: Counted, weights: ReadonlyMap<string, number>, mean: number): Parts {
  const long = 1 - lengthPart + (lengthPart * length) / mean;
  const parts: number[] = [];
  for (const [stem, weight] of weights) {
    const count = counts.get(stem) ?? 0;
    parts.push(count === 0 ? 0 : (weight * count * (saturation + 1)) / (count + saturation * long));
  }
  return parts;
}

export function sumParts(parts: Parts): number {
  let sum = 0;
  for (const part of parts) sum += part;
  return sum;
}

/** The part that the best passage of a long text has in its score; the text as a whole has the rest. */
const passagePart = 0.75;

/** The mean lengths of texts, and of passages: a short text is one. */
export interface Means {
  readonly text: number;
  readonly passage: number;
}

export function averageLengths(texts: readonly CountedText[]): Means {
  return { text: averageLength(texts), passage: averageLength(texts.flatMap(({ passages }) => passages)) };
}

export function scoreText(text: CountedText, weights: ReadonlyMap<string, number>, means: Means): Parts {
  if (text.passages.length < 2) return scoreWords(text, weights, means.passage);
  const whole = scoreWords(text, weights, means.text);
  const best = text.passages
    .map((passage) => scoreWords(passage, weights, means.passage))
    .reduce((one, other) => (sumParts(other) > sumParts(one) ? other : one));
  return whole.map((part, word) => passagePart * (best[word] ?? 0) + (1 - passagePart) * part);
}
