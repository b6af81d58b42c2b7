/**
 * Ranks the memories that don't fit into the prefix by how much a message needs them.
 *
 * 1. Where vectors are compared, likeness of meaning decides; shared words, a shared part of life and a plain statement count a little.
 * 2. Else a plain statement goes before a story or a mood, a shared part of life counts less than that, and shared words by how rare they are.
 * 3. Of equals the newer one goes first.
 * 4. A memory that is no plain statement is left out unless it shares a word, a part of life or the meaning.
 */

import { readContentStems } from "@clewline/text/content-words.js";
import type { Memory } from "../../log/memories/memory.js";
import { readSubjects } from "../subject-words.js";
import type { ToldIndex } from "./told-index.js";
import { compareNewest, type ToldMemory } from "./told-memory.js";

/** How near memories are to a question in meaning. */
export interface MemoryLikeness {
  /** 1 where the embedder knows the question's language, 0 where it knows none of its words. */
  readonly weight: number;
  /** The nearest ones that there are, best first. A reader may not be told all of them. */
  readonly nearest: readonly { readonly memory: Memory }[];
  /** The cosine; null for a memory without a vector. */
  of(memory: Memory): number | null;
}

/** The nearest in meaning among those that may be told. */
export function pickAlike<Told extends { readonly memory: Memory }>(
  index: ToldIndex<Told>,
  likeness: MemoryLikeness | null,
  mayBe: (told: Told) => boolean,
): ReturnType<ToldIndex<Told>["read"]> {
  return likeness === null ? [] : index.read(likeness.nearest).filter(({ told }) => mayBe(told));
}

export function rankTold(
  asked: string,
  index: ToldIndex<ToldMemory>,
  mayBe: (told: ToldMemory) => boolean,
  likeness: MemoryLikeness | null = null,
): readonly ToldMemory[] {
  const stems = [...readContentStems(asked)];
  const subjects = readSubjects(asked);
  const size = index.told.length;
  const worths = new Map(stems.map((stem) => [stem, Math.log(1 + size / Math.max(1, index.countHolding(stem)))]));
  const most = Math.log(1 + size) * Math.max(1, stems.length);
  const alike = pickAlike(index, likeness, mayBe).slice(0, mostAlike);
  const plain = index
    .byPlace("plain")
    .slice(0, mostPlain)
    .filter(({ told }) => mayBe(told));
  const near = new Set([...index.byStems(stems, mayBe), ...index.bySubjects(subjects, mayBe), ...plain, ...alike]);
  const meant = likeness?.weight ?? 0;
  const weigh = ([without, beside]: readonly [number, number]) => without + meant * (beside - without);
  const [wordWorth, partWorth, plainWorth] = [weigh(worth.words), weigh(worth.part), weigh(worth.plain)];
  const scored = [...near].map((each) => {
    const words = stems.reduce((sum, stem) => sum + (each.stems.has(stem) ? (worths.get(stem) ?? 0) : 0), 0);
    const isNear = (each.subjects & subjects) !== 0;
    const meaning = meant * (likeness?.of(each.memory) ?? 0);
    return {
      told: each.told,
      score: meaning + wordWorth * (words / most) + (isNear ? partWorth : 0) + (each.isPlain ? plainWorth : 0),
    };
  });
  return scored.sort((a, b) => b.score - a.score || compareNewest(a.told, b.told)).map(({ told }) => told);
}

const [mostAlike, mostPlain] = [60, 500];

/** Without vectors, and beside them. */
const worth = { words: [1, 0.1], part: [0.25, 0.1], plain: [0.6, 0.1] } as const;
