import type { Subject } from "../bot.js";
import type { Cell, Table } from "../report.js";
import { checkAtLeast, checkAtMost } from "../report.js";
import type { Plan } from "./plan.js";

/** What a row of the bench measures, and on which subjects. */
export interface SpeedRun {
  readonly plan: Plan;
  readonly clew: ClewSubject;
  /** The previous version, if there is one to compare with. */
  readonly before: ClewSubject | null;
  readonly peers: readonly Subject[];
  readonly makeFolder: () => string;
  readonly say: (what: string) => void;
}

export type ClewSubject = Extract<Subject, { kind: "clew" }>;

/** A figure with its target; null if something to compare with is missing. */
export type Target = readonly [figure: string, value: number | null, target: string, met: boolean | null];

export interface Findings {
  readonly targets: readonly Target[];
  readonly tables: readonly Table[];
  /** What could not be measured, and why. */
  readonly missing?: readonly Missing[];
}

export interface Missing {
  readonly what: string;
  readonly why: string;
}

export const targetColumns = ["figure", "value", "target", "met"];

export function aimAtMost(figure: string, value: number | null, limit: number): Target {
  return value === null ? unmeasured(checkAtMost(figure, 0, limit)) : checkAtMost(figure, value, limit);
}

export function aimAtLeast(figure: string, value: number | null, limit: number): Target {
  return value === null ? unmeasured(checkAtLeast(figure, 0, limit)) : checkAtLeast(figure, value, limit);
}

function unmeasured([figure, , target]: Target): Target {
  return [figure, null, target, null];
}

/** Null if either is missing. */
export function divide(value: number | null | undefined, by: number | null | undefined): number | null {
  return value === null || value === undefined || by === null || by === undefined ? null : value / by;
}

/** The smallest figure that at least this share of all does not exceed. */
export function quantile(figures: readonly number[], share: number): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

/** The checkouts of a run, this one first. */
export function checkoutsOf({ clew, before }: SpeedRun): readonly ClewSubject[] {
  return before === null ? [clew] : [clew, before];
}

export function tableOf(title: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): Table {
  return { title, columns, rows };
}
