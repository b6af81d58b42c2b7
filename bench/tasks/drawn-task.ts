/** The drawing of one kind of task, and the words in which its jobs are put. */
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
