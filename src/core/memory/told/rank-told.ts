/**
 * Which of the memories that don't fit into the prefix a message needs, best first.
 *
 * 1. Where vectors are compared, likeness of meaning decides, and shared words and a shared part of life a little.
 * 2. Else shared words count by how rare they are among the memories, a shared part of life as one word of four, and a short plain
 *    statement goes before a story.
 * 3. Of equals the newer one goes first.
 * 4. A memory that shares neither a word, nor a part of life, nor the meaning is left out.
 */
import type { Memory } from "../../log/memories/memory.js";
import { readContentStems } from "../../text/content-words.js";
import { readSubjects } from "../subject-words.js";
import type { ToldIndex } from "./told-index.js";
import { compareNewest, isShort, type ToldMemory } from "./told-memory.js";

/** How near memories are to a question in meaning. */
export interface MemoryLikeness {
  /** 1 where the embedder knows the question's language, 0 where it knows none of its words. */
  readonly weight: number;
  /** The cosine; null for a memory without a vector. */
  of(memory: Memory): number | null;
}

/** The memories that are nearest in meaning. */
export function pickAlike<Told extends { readonly memory: Memory }>(
  told: readonly Told[],
  likeness: MemoryLikeness,
  most: number,
): readonly Told[] {
  const scored = told.flatMap((each) => {
    const score = likeness.of(each.memory);
    return score === null ? [] : [{ each, score }];
  });
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, most)
    .map(({ each }) => each);
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
  const alike = likeness === null ? [] : index.read(pickAlike(index.told.filter(mayBe), likeness, mostAlike));
  const near = new Set([...index.byStems(stems, mayBe), ...index.bySubjects(subjects, mayBe), ...alike]);
  const meant = likeness?.weight ?? 0;
  const lose = (worth: number, by: number) => worth - by * meant;
  const [wordWorth, partWorth, shortWorth] = [lose(1, 0.9), lose(subjectWorth, 0.15), lose(shapeWorth, shapeWorth)];
  const scored = [...near].map((each) => {
    const words = stems.reduce((sum, stem) => sum + (each.stems.has(stem) ? (worths.get(stem) ?? 0) : 0), 0);
    const isNear = (each.subjects & subjects) !== 0;
    const shape = isShort(each.memory) ? shortWorth : 0;
    const meaning = meant * (likeness?.of(each.memory) ?? 0);
    return { told: each.told, score: meaning + wordWorth * (words / most) + (isNear ? partWorth : 0) + shape };
  });
  return scored.sort((a, b) => b.score - a.score || compareNewest(a.told, b.told)).map(({ told }) => told);
}

const [subjectWorth, shapeWorth, mostAlike] = [0.25, 0.1, 60];
