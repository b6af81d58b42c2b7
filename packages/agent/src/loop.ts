/** The ready loop: the SDK's own, with our views, our tools and a bounded end. */

import { ClewError } from "@clewline/core/errors.js";
import { isChildLane } from "@clewline/core/log/child-lane.js";
import { refuseEnded } from "@clewline/core/log/turn.js";
import { readLanePolicy } from "@clewline/engine/answer/lane-reading.js";
import type { OpenTurn } from "@clewline/engine/answer/open-turn.js";
import { describeError, describeValue } from "@clewline/text/error-text.js";
import type { generateText, streamText, ToolSet } from "ai";
import { attachTurn, type SdkTurn } from "./ai-sdk/attach.js";
import type { SdkOptions } from "./ai-sdk/options.js";
import { type LoopFaults, settleAfter, trackFaults } from "./ai-sdk/settled-result.js";
import type { AnswerRuntime } from "./answer-runtime.js";
import { takeAnsweredStep } from "./approvals.js";
import { guardApprovedTools } from "./approved-tools.js";
import { endOnce } from "./keep-alive.js";
import { bindCompactTool, bindLogTools } from "./loop-tools.js";
import { loadSdk } from "./models/load-sdk.js";
import type { Driver } from "./presence/drivers.js";
import { isClosedAlone, makeSdkTurn } from "./sdk-turn.js";
import type { LoopOptions } from "./turn.js";

export function streamLoop(
  runtime: AnswerRuntime,
  open: OpenTurn,
  given: LoopOptions,
): Promise<ReturnType<typeof streamText>> {
  return driveLoop(runtime, open, given, async (driver) => {
    const { streamText } = await loadSdk();
    const faults = trackFaults();
    const options = await assembleLoopOptions(runtime, open, given, { driver, faults });
    const result = failRefusedText(streamText(options), open);
    // A reader who leaves must not leave the turn open, so the answer is finished and stored anyway.
    const consumed = Promise.resolve(result.consumeStream({ onError: () => undefined }));
    void driver
      .drive(() => consumed)
      .catch(() => undefined)
      .finally(driver.rest);
    const stored = consumed.then(() => findAbort(options.abortSignal, open));
    return settleAfter(result, stored, faults);
  });
}

/** The signal, if it aborted before the turn had its answer. */
function findAbort(signal: AbortSignal | undefined, { record: { state } }: OpenTurn): AbortSignal | null {
  return signal?.aborted === true && state !== "completed" && state !== "waiting" ? signal : null;
}

export function generateLoop(
  runtime: AnswerRuntime,
  open: OpenTurn,
  given: LoopOptions,
): Promise<Awaited<ReturnType<typeof generateText>>> {
  return driveLoop(runtime, open, given, async (driver) => {
    const { generateText } = await loadSdk();
    const result = await generateText(
      await assembleLoopOptions(runtime, open, given, { driver, faults: trackFaults() }),
    );
    if (open.refusal !== null) throw open.refusal;
    return result;
  });
}

/** From here to its end the loop has the turn to itself, whatever it does in between. */
async function driveLoop<Result>(
  runtime: AnswerRuntime,
  open: OpenTurn,
  given: LoopOptions,
  work: (driver: Driver) => Promise<Result>,
): Promise<Result> {
  const driver = makeLoopDriver(runtime, open, given.abortSignal);
  try {
    return await driver.drive(() => runOrEnd(runtime, open, given, () => work(driver)));
  } finally {
    driver.rest();
  }
}

export function makeLoopDriver(
  { engine: { clock }, activeTurns }: AnswerRuntime,
  { record, handle }: OpenTurn,
  signal: AbortSignal | undefined,
): Driver {
  return activeTurns.makeDriver({ turn: record.id, handle, clock, signal });
}

/** The SDK ends its text normally when a step could not be stored. Here the text fails instead. */
function failRefusedText<Result extends object>(result: Result, open: OpenTurn): Result {
  const read = () => Reflect.get(Object.getPrototypeOf(result), "textStream", result) as ReadableStream<string>;
  const flush = (controller: TransformStreamDefaultController<string>) => {
    if (open.refusal !== null) controller.error(open.refusal);
  };
  const get = () => read().pipeThrough(new TransformStream<string, string>({ flush }));
  return Object.defineProperty(result, "textStream", { get, configurable: true });
}

/**
 * Ends the turn on an error before the loop, or in a loop without an error callback (`generateText` of ai 6). A waiting
 * turn keeps waiting, and one answered elsewhere is left alone.
 */
async function runOrEnd<Result>(
  runtime: AnswerRuntime,
  open: OpenTurn,
  { abortSignal }: LoopOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const isStopped = abortSignal?.aborted === true;
    if (!isLeftAlone(error) && !isClosedAlone(runtime, abortSignal)) {
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
  { driver, faults }: { readonly driver: Driver; readonly faults: LoopFaults },
): Promise<LoopCallOptions> {
  const { window, subagents = {}, model, abortSignal, maxSteps: _most, ...options } = given;
  const { engine, activeTurns } = runtime;
  const maxSteps = given.maxSteps ?? (await readLanePolicy(engine, open.record.ref)).maxSteps;
  refuseSteps(maxSteps);
  // Closing the log stops what is being answered. Each loop has a signal of its own: it listens to it many times.
  const stop = AbortSignal.any([...(abortSignal === undefined ? [] : [abortSignal]), activeTurns.closing]);
  const { adapter, facts } = await runtime.registry.inUse(model, open.record.ref, stop);
  const view = window === undefined ? {} : { window };
  const known = { name: adapter.name, facts, fast: adapter.fast };
  await startLoop(open, stop);
  const approved = guardApprovedTools(open, options.tools ?? {}, driver, stop);
  const whole = { ...options, tools: approved.tools, abortSignal: stop, model: adapter.model } as SdkOptions;
  const sdkTurn = makeSdkTurn(runtime, open, { options: whole, view, known, driver, userSignal: abortSignal });
  // Without tasks there is nothing to make room for between two of them.
  const isAgent = Object.keys({ ...options.tools, ...subagents }).length > 0;
  const tools: ToolSet = {
    ...bindLogTools(engine, () => open.record, {
      window: window ?? (engine.windowTold ? undefined : (facts.window ?? undefined)),
      isChild: isChildLane(open.record.ref.lane),
    }),
    ...(isAgent
      ? bindCompactTool(engine, () => {
          open.compactNext();
          return "The older part will be summarised before the next step.";
        })
      : {}),
    ...(await loadSubagents(runtime, open, subagents, given)),
  };
  const watched: SdkTurn = { ...sdkTurn, view: (input) => faults.watch(sdkTurn.view(input)) };
  return attachTurn(watched, whole, tools, { maxSteps }) as unknown as LoopCallOptions;
}

/**
 * Takes the turn's place before the SDK asks a model or runs approved calls, so that no other loop does the same. A
 * turn that still waits for an answer stays as it is.
 */
async function startLoop(open: OpenTurn, signal: AbortSignal): Promise<void> {
  await open.reload();
  refuseEnded(open.record, false);
  takeAnsweredStep(open.newest);
  await open.start(signal);
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
  throw new ClewError("options/bad", `maxSteps is ${describeValue(maxSteps)}`, {
    hint: "Give a whole number of at least 1",
  });
}
