/**
 * Which of the memories that don't fit into the prefix a message needs, best first.
 *
 * 1. Shared words count by how rare they are among the memories; a shared part of life counts as one word of four.
 * 2. A short plain statement goes before a story, and of equals the newer one.
 * 3. What shares neither a word nor a part of life is not needed.
 */
import { readContentStems } from "../text/content-words.js";
import { rememberByText } from "../text/remember.js";
import type { ToldMemory } from "./pick-standing.js";
import { readSubjects } from "./subject-words.js";

const readTraits = rememberByText((text) => ({ stems: readContentStems(text), subjects: readSubjects(text) }), {
  texts: 20_000,
  characters: 2_000_000,
});

/** `told` is newest first. */
export function rankTold(asked: string, told: readonly ToldMemory[]): readonly ToldMemory[] {
  const stems = [...readContentStems(asked)];
  const subjects = readSubjects(asked);
  const read = told.map(({ memory }) => readTraits(memory.text));
  const worths = stems.map((stem) => {
    const holding = read.filter((each) => each.stems.has(stem)).length;
    return holding === 0 ? 0 : Math.log(1 + told.length / holding);
  });
  const most = Math.log(1 + told.length) * Math.max(1, stems.length);
  const scored = told.flatMap((each, place) => {
    const traits = read[place];
    const words = stems.reduce((sum, stem, at) => sum + (traits?.stems.has(stem) === true ? (worths[at] ?? 0) : 0), 0);
    const isNear = ((traits?.subjects ?? 0) & subjects) !== 0;
    if (words === 0 && !isNear) return [];
    return [{ each, score: words / most + (isNear ? subjectWorth : 0) + weighShape(each.memory.text) }];
  });
  // A stable sort: of equals the newer one stays first.
  return scored.toSorted((a, b) => b.score - a.score).map(({ each }) => each);
}

const [subjectWorth, shapeWorth] = [0.25, 0.1];
/** In characters. */
const shortText = 60;

function weighShape(text: string): number {
  return text.length <= shortText ? shapeWorth : 0;
}
