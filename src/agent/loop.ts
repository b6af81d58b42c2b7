/** The ready loop: the SDK's own, with our views, our tools and a bounded end. */
import type { generateText, streamText, ToolSet } from "ai";
import { ClewError } from "../core/errors.js";
import { describeError } from "../core/text/error-text.js";
import type { OpenTurn } from "../engine/answer/open-turn.js";
import { loadSdk } from "../models/load-sdk.js";
import { attachTurn, defaultSteps } from "./ai-sdk/attach.js";
import type { SdkOptions } from "./ai-sdk/options.js";
import type { AnswerRuntime } from "./answer-runtime.js";
import { takeAnsweredStep } from "./approvals.js";
import { endOnce } from "./keep-alive.js";
import { bindRecallTool, makeOwnTools } from "./loop-tools.js";
import { makeSdkTurn } from "./sdk-turn.js";
import type { LoopOptions } from "./turn.js";

export function streamLoop(
  runtime: AnswerRuntime,
  open: OpenTurn,
  given: LoopOptions,
): Promise<ReturnType<typeof streamText>> {
  return runOrEnd(open, given, async () => {
    const { streamText } = await loadSdk();
    const result = streamText(await assembleLoopOptions(runtime, open, given));
    // A reader that goes away must not leave the turn open: the answer is finished and kept without him.
    void Promise.resolve(result.consumeStream({ onError: () => undefined }));
    return result;
  });
}

export function generateLoop(
  runtime: AnswerRuntime,
  open: OpenTurn,
  given: LoopOptions,
): Promise<Awaited<ReturnType<typeof generateText>>> {
  return runOrEnd(open, given, async () => {
    const { generateText } = await loadSdk();
    return generateText(await assembleLoopOptions(runtime, open, given));
  });
}

/**
 * Whatever goes wrong before the loop, or in one that tells nobody (`generateText` of ai 6), ends the turn. One that
 * waits goes on to wait, and one that is answered elsewhere is left to that.
 */
async function runOrEnd<Result>(
  open: OpenTurn,
  { abortSignal }: LoopOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isStopped = abortSignal?.aborted === true;
    if (!isLeftAlone(error)) {
      await endOnce(
        open,
        isStopped ? { state: "cancelled", reason: "stopped" } : { state: "failed", reason: describeError(error) },
      );
    }
    throw error;
  }
}

function isLeftAlone(error: unknown): boolean {
  return error instanceof ClewError && (error.code === "turn/waiting" || error.code === "lane/busy");
}

type LoopCallOptions = Parameters<typeof streamText>[0] & Parameters<typeof generateText>[0];

async function assembleLoopOptions(
  runtime: AnswerRuntime,
  open: OpenTurn,
  given: LoopOptions,
): Promise<LoopCallOptions> {
  const { maxSteps = defaultSteps, window, subagents = {}, model, abortSignal, ...options } = given;
  const { engine, activeTurns } = runtime;
  refuseSteps(maxSteps);
  // Closing the log stops what is being answered.
  const stop = abortSignal === undefined ? activeTurns.closing : AbortSignal.any([abortSignal, activeTurns.closing]);
  const { adapter, facts } = await runtime.registry.inUse(model, open.record.ref, stop);
  const whole = { ...options, abortSignal: stop, model: adapter.model } as SdkOptions;
  const view = window === undefined ? {} : { window };
  const known = { name: adapter.name, facts, fast: adapter.fast };
  await claimAnsweredStep(open, stop);
  const sdkTurn = makeSdkTurn(runtime, open, { options: whole, view, known });
  const tools: ToolSet = {
    ...bindRecallTool(engine, open, window ?? (engine.windowTold ? undefined : (facts.window ?? undefined))),
    ...makeOwnTools(engine, open),
    ...(await loadSubagents(runtime, open, subagents, given)),
  };
  return attachTurn(sdkTurn, whole, tools, { maxSteps }) as unknown as LoopCallOptions;
}

/**
 * Before the SDK runs what was approved, nobody else may be about to, or have done it. What still waits is said without
 * a change of the turn.
 */
async function claimAnsweredStep(open: OpenTurn, signal: AbortSignal): Promise<void> {
  await open.reload();
  if (takeAnsweredStep(open.newest).length > 0) await open.claim(signal);
}

/** Few agents have any, so they are loaded for those. */
async function loadSubagents(
  runtime: AnswerRuntime,
  open: OpenTurn,
  subagents: NonNullable<LoopOptions["subagents"]>,
  given: LoopOptions,
): Promise<ToolSet> {
  if (Object.keys(subagents).length === 0) return {};
  const { makeSubagentTools } = await import("./subagents.js");
  return makeSubagentTools({ runtime, open, given, generate: generateLoop }, subagents);
}

export function refuseSteps(maxSteps: number): void {
  if (Number.isInteger(maxSteps) && maxSteps > 0) return;
  throw new ClewError("options/bad", `maxSteps is ${maxSteps}`, { hint: "Give a whole number of at least 1" });
}
