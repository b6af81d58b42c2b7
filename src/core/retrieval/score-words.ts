/** The words of a question in texts: how rare each is, and what it adds to a text's score. */
import { listContentWords } from "../text/content-words.js";
import { rememberByText } from "../text/remember.js";
import type { SaidMessage } from "./said-message.js";
import { weighWord } from "./weigh-word.js";

export interface ReadText {
  /** How often it holds each stem of the question that it holds. */
  readonly counts: ReadonlyMap<string, number>;
  /** How often it holds each of its own stems. */
  readonly stems: ReadonlyMap<string, number>;
  /** Its stems, each with the one that follows it first; the only one alone. */
  readonly pairs: readonly StemPair[];
  /** Its content words. */
  readonly length: number;
  readonly asks: boolean;
}

/** Two stems in a row. */
interface StemPair {
  readonly stems: readonly string[];
  readonly key: string;
}

/** How rare words are in the scope. */
export interface Rarity {
  /** How many messages the scope has. */
  readonly messages: number;
  /** How many of them hold a word of the question; undefined to count them among those that are ranked. */
  readonly holders?: ReadonlyMap<string, number>;
}

/** Only the beginning of a long text counts. */
const looked = 4_000;

export function readTexts(messages: readonly SaidMessage[], stems: readonly string[]): readonly ReadText[] {
  const asked = new Set(stems);
  return messages.map(({ text, held = [] }) => {
    const { stems: own, pairs, length, asks } = readText(text.slice(0, looked));
    const counts = new Map<string, number>();
    for (const stem of asked) {
      const count = own.get(stem);
      if (count !== undefined) counts.set(stem, count);
    }
    for (const stem of held) if (asked.has(stem) && !counts.has(stem)) counts.set(stem, 1);
    return { counts, stems: own, pairs, length, asks };
  });
}

/** What does not depend on a question is read once. */
const readText = rememberByText(
  (text: string): Omit<ReadText, "counts"> => {
    const words = listContentWords(text);
    const stems = new Map<string, number>();
    for (const { stem } of words) stems.set(stem, (stems.get(stem) ?? 0) + 1);
    return {
      stems,
      pairs: pairStems([...stems.keys()]),
      length: words.length,
      asks: /[?？]["'”’»)\]\s]*$/u.test(text.slice(-20)),
    };
  },
  { texts: 4_000, characters: 1_000_000 },
);

/** Whether a text holds one of the stems itself, not only a word that the index takes for it, as boil for boiler. */
export function holdsStem(text: string, stems: readonly string[]): boolean {
  const own = readText(text.slice(0, looked)).stems;
  return text.length >= looked || stems.some((stem) => own.has(stem));
}

function pairStems(stems: readonly string[]): readonly StemPair[] {
  const pairs = stems.length < 2 ? [stems] : stems.slice(1).map((stem, index) => [stems[index] ?? "", stem]);
  return pairs.flatMap((pair) => (pair.length === 0 ? [] : [{ stems: pair, key: pair.join(" ") }]));
}

export function weighStems(
  stems: readonly string[],
  texts: readonly Pick<ReadText, "counts">[],
  { messages, holders }: Rarity,
): ReadonlyMap<string, number> {
  return new Map(
    stems.map((stem) => {
      const among = texts.reduce((sum, { counts }) => sum + (counts.has(stem) ? 1 : 0), 0);
      const held = Math.max(among, holders?.get(stem) ?? 0);
      return [stem, held === 0 ? 0 : weighWord(held, messages)];
    }),
  );
}

/** How soon a repeated word stops counting, and how much a text's length counts. */
interface Saturation {
  readonly saturation: number;
  readonly lengthPart: number;
}

export const ofMessage: Saturation = { saturation: 0.9, lengthPart: 0.4 };
export const ofConversation: Saturation = { saturation: 1.2, lengthPart: 0.75 };

const nothing: ReadonlyMap<string, number> = new Map();

/** What each word of the question adds to a text's score. */
export function scoreWords(
  texts: readonly Pick<ReadText, "counts" | "length">[],
  weights: ReadonlyMap<string, number>,
  { saturation, lengthPart }: Saturation,
): readonly ReadonlyMap<string, number>[] {
  const mean = Math.max(1, texts.reduce((sum, { length }) => sum + length, 0) / texts.length);
  return texts.map(({ counts, length }) => {
    if (counts.size === 0) return nothing;
    const long = 1 - lengthPart + (lengthPart * length) / mean;
    const parts = new Map<string, number>();
    for (const [stem, count] of counts) {
      parts.set(stem, ((weights.get(stem) ?? 0) * count * (saturation + 1)) / (count + saturation * long));
    }
    return parts;
  });
}

export function sumParts(parts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const part of parts.values()) sum += part;
  return sum;
}
