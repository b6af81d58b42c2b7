/** A generated task: pieces with values, and jobs that need some of these values in view at once. */

/** A file, a page or an output: values among other lines. */
export interface Piece {
  readonly path: string;
  readonly text: string;
}

/** A value, and the piece that it stands in; `said` for what a person said. */
export interface Need {
  readonly key: string;
  readonly path: string;
}

export const said = "said";

/** One line of a job. */
export type Step =
  | { readonly does: "read"; readonly paths: readonly string[] }
  | { readonly does: "edit" | "write"; readonly path: string; readonly needs: readonly Need[] }
  | { readonly does: "tell"; readonly needs: readonly Need[] };

/** What a person asks for in one message. */
export interface Job {
  /** Words before the list, which may hold values themselves. */
  readonly words: string;
  readonly steps: readonly Step[];
  /** Minutes since the answer before. */
  readonly pause: number;
}

export interface Task {
  readonly kind: TaskKind;
  readonly pieces: readonly Piece[];
  readonly jobs: readonly Job[];
}

export const taskKinds = [
  "aggregate",
  "compare",
  "rename",
  "fix",
  "notebook",
  "support",
  "long form",
  "goal",
  "adversary",
  "incident",
  "migration",
  "tuning",
  "research",
  "review",
  "bookkeeping",
] as const;

export type TaskKind = (typeof taskKinds)[number];

/** The message of a job. All that an agent knows of its work stands there. */
export function writeJob(job: Job, number: number): string {
  const lines = job.steps.map((step, place) => `${place + 1}. ${writeStep(step)}`);
  return [job.words, `Job ${number}:`, ...lines].filter((line) => line !== "").join("\n");
}

function writeStep(step: Step): string {
  if (step.does === "read") return `read ${step.paths.join(" ")}`;
  const needs = step.needs.map(({ key, path }) => `${key}@${path}`).join(" ");
  return step.does === "tell" ? `tell ${needs}` : `${step.does} ${step.path} with ${needs}`;
}

export interface ReadJob {
  readonly number: number;
  readonly steps: readonly Step[];
}

/** The job that a message asks for; null for any other text. */
export function readJob(text: string): ReadJob | null {
  const head = /^Job (\d+):$/m.exec(text);
  if (head === null) return null;
  const lines = text.slice(head.index + head[0].length).split("\n");
  const steps = lines.flatMap((line) => readStep(/^\d+\. (.+)$/.exec(line)?.[1] ?? ""));
  return { number: Number(head[1]), steps };
}

function readStep(line: string): readonly Step[] {
  const [does = "", ...rest] = line.split(" ");
  if (does === "read") return [{ does, paths: rest }];
  if (does === "tell") return [{ does, needs: rest.map(readNeed) }];
  if (does !== "edit" && does !== "write") return [];
  const [path = "", , ...needs] = rest;
  return [{ does, path, needs: needs.map(readNeed) }];
}

function readNeed(text: string): Need {
  const [key = "", path = ""] = text.split("@");
  return { key, path };
}

/** Stands at the end of the result that completes a step. */
export function writeMark(job: number, step: number): string {
  return `[job ${job}: step ${step} done]`;
}

/** The last completed step that a text tells of; 0 for none. */
export function findMark(text: string, job: number): number {
  const marks = text.matchAll(new RegExp(`\\[job ${job}: step (\\d+) done\\]`, "g"));
  return Math.max(0, ...[...marks].map(([, step]) => Number(step)));
}

/** A value with its name. The semicolon tells that none of it is cut off. */
export function writeValue(key: string, value: string): string {
  return `${key} = ${value};`;
}

/** Null where the text does not hold the whole of it. */
export function findValue(text: string, key: string): string | null {
  const before = `${key} = `;
  for (let at = text.indexOf(before); at >= 0; at = text.indexOf(before, at + 1)) {
    const [, value] = /^([\w.-]+);/.exec(text.slice(at + before.length, at + before.length + 80)) ?? [];
    if (value !== undefined && !/[\w/-]/.test(text[at - 1] ?? " ")) return value;
  }
  return null;
}
