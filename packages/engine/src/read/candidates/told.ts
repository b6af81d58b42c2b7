/** How much of a question is in what the index of words found, and whether that leads to an answer. */
import type { SearchResult } from "@clewline/core/ports/index.js";
import { weighWord } from "@clewline/core/retrieval/weigh-word.js";
import { normaliseText } from "@clewline/text/normalise-text.js";
import { repeats } from "./repeats.js";

/** How much of a question is in what the index found. */
export interface Told {
  /** The part of the question's weight that is in the entry with most of it. */
  readonly told: number;
  /** How much of the question's weight these terms make up. */
  shareOf(held: readonly number[]): number;
  /** Whether few entries hold one of these terms. */
  hasRare(held: readonly number[]): boolean;
  /** Whether the words do not lead to the answer, so that the newest were ranked too: it may be in other words, or in several messages. */
  readonly isScattered: boolean;
}

interface Asked {
  readonly question: string;
  /** How many of the newest entries may be ranked besides; none without it. */
  readonly newest?: number;
}

/** A word is rare that this part of all entries hold, or so few. */
const [rarePart, fewHolders] = [0.03, 4];

/** Counts words that no entry holds, too: the question is then mostly about something else. */
export function measureTold(index: SearchResult, words: readonly string[], asked: Asked): Told {
  const { found, holders, entries } = index;
  const weights = words.map((_, place) => weighWord(holders[place] ?? 0, entries));
  const sum = (places: readonly number[]) => places.reduce((total, place) => total + (weights[place] ?? 0), 0);
  const all = sum(words.map((_, place) => place));
  const hasRare = (held: readonly number[]) =>
    held.some((place) => (holders[place] ?? 0) <= Math.max(fewHolders, entries * rarePart));
  const shareOf = (held: readonly number[]) => (all === 0 ? 0 : sum(held) / all);
  const told = found.reduce((best, { held }) => Math.max(best, shareOf(held)), 0);
  return { told, shareOf, hasRare, isScattered: isScattered(index, words, asked) };
}

/** If so many messages hold most of the words, the words are everyday ones. */
const manyTelling = 12;

/**
 * Hidden entries count for the rarity of a word, so words are only counted here. Entries that the view shows count as
 * an answer, too. A question that is asked every day, in the same words, looks for no statement.
 */
function isScattered({ found }: SearchResult, words: readonly string[], { newest = 0, question }: Asked): boolean {
  if (newest === 0) return false;
  const telling = found.filter(({ held }) => 2 * held.length > words.length);
  if (telling.length > 0 && telling.length <= manyTelling) return false;
  const asked = normaliseText(question);
  return !telling.some(({ entry }) => repeats(entry, asked));
}
