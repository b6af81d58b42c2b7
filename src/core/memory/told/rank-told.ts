/**
 * Which of the memories that don't fit into the prefix a message needs, best first.
 *
 * 1. Shared words count by how rare they are among the memories; a shared part of life counts as one word of four.
 * 2. A short plain statement goes before a story, and of equals the newer one.
 * 3. What shares neither a word nor a part of life is not needed.
 */
import { readContentStems } from "../../text/content-words.js";
import { readSubjects } from "../subject-words.js";
import type { ToldIndex } from "./told-index.js";
import { compareNewest, isShort, type ToldMemory } from "./told-memory.js";

export function rankTold(
  asked: string,
  index: ToldIndex<ToldMemory>,
  mayBe: (told: ToldMemory) => boolean,
): readonly ToldMemory[] {
  const stems = [...readContentStems(asked)];
  const subjects = readSubjects(asked);
  const size = index.told.length;
  const worths = new Map(stems.map((stem) => [stem, Math.log(1 + size / Math.max(1, index.countHolding(stem)))]));
  const most = Math.log(1 + size) * Math.max(1, stems.length);
  const near = new Set([...index.byStems(stems, mayBe), ...index.bySubjects(subjects, mayBe)]);
  const scored = [...near].map((each) => {
    const words = stems.reduce((sum, stem) => sum + (each.stems.has(stem) ? (worths.get(stem) ?? 0) : 0), 0);
    const isNear = (each.subjects & subjects) !== 0;
    const shape = isShort(each.memory) ? shapeWorth : 0;
    return { told: each.told, score: words / most + (isNear ? subjectWorth : 0) + shape };
  });
  return scored.sort((a, b) => b.score - a.score || compareNewest(a.told, b.told)).map(({ told }) => told);
}

const [subjectWorth, shapeWorth] = [0.25, 0.1];
