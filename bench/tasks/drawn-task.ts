/** The drawing of one kind of task, and the words in which its jobs are put. */
import type { Random } from "../own-talk/seeded-random.js";
import type { Job, Need, Step, Task, TaskKind } from "./task.js";

export interface TaskPlan {
  readonly kind: TaskKind;
  readonly seed: number;
  /** Characters of all pieces together, about. */
  readonly size: number;
  /** How many pieces. */
  readonly count: number;
  /** How many pieces a step reads at once. */
  readonly batch: number;
  /** Minutes between two jobs. */
  readonly pause: number;
}

export type DrawnJob = Omit<Job, "pause">;

export interface DrawnTask extends Pick<Task, "pieces"> {
  readonly jobs: readonly DrawnJob[];
}

export const ask = (words: string, ...steps: readonly (Step | readonly Step[])[]): DrawnJob => ({
  words,
  steps: steps.flat(),
});

export const tell = (...needs: readonly Need[]): Step => ({ does: "tell", needs });

/** Steps that read all of these, so many at once. */
export function readInBatches(paths: readonly string[], batch: number): readonly Step[] {
  return Array.from({ length: Math.ceil(paths.length / batch) }, (_, step): Step => {
    return { does: "read", paths: paths.slice(step * batch, (step + 1) * batch) };
  });
}

/** Lines of so many characters. */
export function fill(size: number, write: (number: number) => string): readonly string[] {
  const lines: string[] = [];
  for (let taken = 0; taken < size; taken += (lines.at(-1) ?? "").length + 1) lines.push(write(lines.length));
  return lines;
}

/** 1 on average: many are small, few are more than twice as large. */
export const skew = (random: Random): number => 0.15 + 2.55 * random.next() ** 2;

/** The lines with the values among them. */
export function mix(random: Random, lines: readonly string[], values: readonly string[]): readonly string[] {
  const mixed = [...lines];
  for (const value of values) mixed.splice(random.pickNumber(mixed.length + 1), 0, value);
  return mixed;
}
