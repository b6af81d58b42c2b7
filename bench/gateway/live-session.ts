/** A session as agents have it: turns of some ten calls, results of very different sizes, values that are needed soon and late. */
import { makeRandom, type Random } from "../own-talk/seeded-random.js";
import type { Work } from "../tasks/play.js";
import { type Job, type Need, type Piece, type Step, writeValue } from "../tasks/task.js";

export interface SessionPlan {
  readonly seed: number;
  readonly turns: number;
  /** Calls of each turn, its answer included. */
  readonly calls: number;
  /** Minutes before a turn, in order and again from the first. */
  readonly pauses: readonly number[];
}

/** Of a result, in characters: the largest, and how many of a hundred are no larger. */
const sizes = [
  [600, 55],
  [2_600, 88],
  [10_600, 100],
] as const;

export function makeLiveSession({ seed, turns, calls, pauses }: SessionPlan): Work {
  const random = makeRandom(seed);
  const reads = calls - 2;
  const pieces = Array.from({ length: turns * reads }, (_, place) => makePiece(random, place));
  const need = (place: number, value: number): Need => {
    return { key: nameKey(place, value), path: pieces[place]?.path ?? "" };
  };
  const jobs = Array.from({ length: turns }, (_, turn): Job => {
    const [from, to] = [turn * reads, (turn + 1) * reads];
    const read = pieces.slice(from, to).map(({ path }): Step => ({ does: "read", paths: [path] }));
    const own = from + random.pickNumber(reads);
    const needs = [need(own, 0), need(pickEarlier(random, from, reads), 1)];
    return {
      words: `Go through part ${turn} and mend what is wrong there.`,
      steps: [
        ...read,
        { does: "edit", path: `src/part-${turn}.ts`, needs },
        { does: "tell", needs: [need(to - 1, 1), need(pickEarlier(random, from, reads), 0)] },
      ],
      pause: pauses[turn % pauses.length] ?? 0,
    };
  });
  return { pieces, jobs };
}

/** Mostly of the turn before, seldom from anywhere. */
function pickEarlier(random: Random, from: number, reads: number): number {
  if (from === 0) return random.pickNumber(reads);
  return random.next() < 0.75 ? from - 1 - random.pickNumber(reads) : random.pickNumber(from);
}

function makePiece(random: Random, place: number): Piece {
  const drawn = random.pickNumber(100);
  const at = sizes.findIndex(([, share]) => drawn < share);
  const [most = 600] = sizes[at] ?? [];
  const [least = 200] = sizes[at - 1] ?? [];
  const size = least + random.pickNumber(most - least);
  const lines: string[] = [];
  for (let taken = 0; taken < size; taken += lines.at(-1)?.length ?? 1)
    lines.push(
      `  const part_${place}_${lines.length} = open(crate, ${random.pickNumber(90_000)}, "${random.pickNumber(900)}");`,
    );
  for (const value of [0, 1])
    lines.splice(
      random.pickNumber(lines.length + 1),
      0,
      `// ${writeValue(nameKey(place, value), String(random.pickNumber(900_000)))}`,
    );
  return { path: `src/crate-${place}.ts`, text: lines.join("\n") };
}

function nameKey(place: number, value: number): string {
  return `${["crate", "berth"][value]}/${place}`;
}
