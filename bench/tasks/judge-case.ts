/** Which invariants a run of a task broke: I16 and I18. */
import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import type { TaskCase } from "./cases.js";
import { playGateway } from "./hosts/gateway.js";
import { playLibrary } from "./hosts/library.js";
import { playEndless } from "./hosts/plain.js";
import type { Outcome, Work } from "./play.js";
import { type Job, said, writeJob } from "./task.js";

export interface Judged {
  readonly name: string;
  readonly outcome: Outcome;
  /** Everything in view on every call, a request beyond the window counted as a full window. */
  readonly endless: Outcome;
  readonly fit: Fit;
  readonly broken: readonly string[];
}

/** Null for a task of which a step needs more than the window holds. */
export async function judgeCase({ name, host, setting }: TaskCase, policy: string): Promise<Judged | null> {
  const fit = findFit(setting.task, setting.window);
  if (fit === "none") return null;
  const endless = playEndless(setting);
  const outcome = await (host === "library" ? playLibrary : playGateway)(setting, policy);
  return { name, outcome, endless, fit, broken: listBroken(outcome, endless, fit) };
}

const mostForPiece = 1;
const mostPrice = 1.5;

/** A task of which a turn needs more than the window holds has to ask again and again, and only has to finish. */
export function listBroken(outcome: Outcome, endless: Outcome, fit: Fit = "turns"): readonly string[] {
  const { finished, because, most, goneAgain, price } = outcome;
  if (fit === "steps") return finished ? [] : [`I16 not finished: ${because}`];
  const bound = mostPrice * endless.price + Math.max(endless.compaction, outcome.compaction);
  return [
    ...(finished ? [] : [`I16 not finished: ${because}`]),
    ...(most > mostForPiece ? [`I16 ${most} extra requests for one piece in one turn`] : []),
    ...(goneAgain > 0 ? ["I16 gone again in the turn that asked for it"] : []),
    ...(price > bound ? [`I18 ${(price / endless.price).toFixed(2)} times the full history`] : []),
  ];
}

/** Tools, legend and instructions, and what stands for a piece that has left, with its call. */
const [beside, standIn] = [3_000, 160];
/** As the engine reserves it. */
const computeReply = (window: number) => Math.min(4_096, Math.floor(window / 4));

/** Whether what each turn needs fits the window together, or at least what each step needs, or not even that. */
export type Fit = "turns" | "steps" | "none";

/** By our upper estimate, beside what must be there. */
export function findFit({ pieces, jobs }: Work, window: number): Fit {
  const sizes = new Map(pieces.map(({ path, text }) => [path, countTokens(text, estimated)]));
  const room = window - computeReply(window) - beside;
  const messages = jobs.map((job, place) => countTokens(writeJob(job, place + 1), estimated));
  const fits = (steps: Job["steps"], place: number) => {
    const calls = jobs.slice(0, place + 1).reduce((sum, job) => sum + countPieces(job.steps), 0);
    const told = messages.slice(0, place + 1).reduce((sum, tokens) => sum + tokens, 0);
    const paths = new Set(steps.flatMap(listPaths));
    const needed = [...paths].reduce((sum, path) => sum + (sizes.get(path) ?? standIn * 8), 0);
    return needed + told + calls * standIn <= room;
  };
  if (jobs.every(({ steps }, place) => fits(steps, place))) return "turns";
  return jobs.every(({ steps }, place) => steps.every((step) => fits([step], place))) ? "steps" : "none";
}

function listPaths(step: Job["steps"][number]): readonly string[] {
  return step.does === "read" ? step.paths : step.needs.map(({ path }) => path).filter((path) => path !== said);
}

function countPieces(steps: Job["steps"]): number {
  return steps.reduce((sum, step) => sum + (step.does === "read" ? step.paths.length : 1), 0);
}

export interface Checked {
  readonly judged: readonly Judged[];
  /** Tasks of which a step needs more than the window holds. */
  readonly leftOut: number;
}

export async function checkCases(
  cases: readonly TaskCase[],
  policy: string,
  onCase: (judged: Judged | null, place: number) => void = () => undefined,
): Promise<Checked> {
  const judged: Judged[] = [];
  for (const [place, each] of cases.entries()) {
    const one = await judgeCase(each, policy);
    onCase(one, place);
    if (one !== null) judged.push(one);
  }
  return { judged, leftOut: cases.length - judged.length };
}
