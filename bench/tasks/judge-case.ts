/** Which invariants a run of a task broke: I16 and I18. */
import { countTokens, estimated } from "../../src/core/text/tokens/count-tokens.js";
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
  readonly broken: readonly string[];
}

/** Null for a task whose needed items exceed the window. */
export async function judgeCase({ name, host, setting }: TaskCase, policy: string): Promise<Judged | null> {
  if (!fitsNeeds(setting.task, setting.window)) return null;
  const endless = playEndless(setting);
  const outcome = await (host === "library" ? playLibrary : playGateway)(setting, policy);
  return { name, outcome, endless, broken: listBroken(outcome, endless) };
}

const mostForPiece = 1;
const mostPrice = 1.5;

export function listBroken(outcome: Outcome, endless: Outcome): readonly string[] {
  const { finished, because, most, goneAgain, price } = outcome;
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

/** Whether each step's pieces fit beside what must be there, by our upper estimate. */
export function fitsNeeds({ pieces, jobs }: Work, window: number): boolean {
  const sizes = new Map(pieces.map(({ path, text }) => [path, countTokens(text, estimated)]));
  const room = window - computeReply(window) - beside;
  const messages = jobs.map((job, place) => countTokens(writeJob(job, place + 1), estimated));
  return jobs.every((job, place) => {
    const calls = jobs.slice(0, place + 1).reduce((sum, { steps }) => sum + countPieces(steps), 0);
    const told = messages.slice(0, place + 1).reduce((sum, tokens) => sum + tokens, 0);
    return job.steps.every((step) => {
      const paths =
        step.does === "read" ? step.paths : step.needs.map(({ path }) => path).filter((path) => path !== said);
      const needed = [...new Set(paths)].reduce((sum, path) => sum + (sizes.get(path) ?? standIn * 8), 0);
      return needed + told + calls * standIn <= room;
    });
  });
}

function countPieces(steps: Job["steps"]): number {
  return steps.reduce((sum, step) => sum + (step.does === "read" ? step.paths.length : 1), 0);
}

export interface Checked {
  readonly judged: readonly Judged[];
  /** Tasks whose needed items exceed the window. */
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
