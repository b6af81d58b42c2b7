/** The ready loop: the SDK's own, with our views, our tools and a bounded end. */
import type { generateText, streamText, ToolSet } from "ai";
import { ClewError } from "../core/errors.js";
import type { OpenTurn } from "../engine/answer/open-turn.js";
import { sdk } from "../models/load-sdk.js";
import { attach, defaultSteps, reasonOf } from "./ai-sdk/attach.js";
import type { SdkOptions } from "./ai-sdk/options.js";
import type { Desk } from "./answer-runtime.js";
import { endOnce } from "./keep-alive.js";
import { ownTools, recallFor } from "./loop-tools.js";
import { sdkTurnOf } from "./sdk-turn.js";
import type { LoopOptions } from "./turn.js";

export function streamLoop(desk: Desk, open: OpenTurn, given: LoopOptions): Promise<ReturnType<typeof streamText>> {
  return orEnded(open, given, async () => {
    const { streamText } = await sdk();
    const result = streamText(await attachedTo(desk, open, given));
    // A reader that goes away must not leave the turn open: the answer is finished and kept without him.
    void Promise.resolve(result.consumeStream({ onError: () => undefined }));
    return result;
  });
}

export function generateLoop(
  desk: Desk,
  open: OpenTurn,
  given: LoopOptions,
): Promise<Awaited<ReturnType<typeof generateText>>> {
  return orEnded(open, given, async () => {
    const { generateText } = await sdk();
    return generateText(await attachedTo(desk, open, given));
  });
}

/** Whatever goes wrong before the loop, or in one that tells nobody (`generateText` of ai 6), ends the turn. One that waits goes on to wait. */
async function orEnded<Result>(
  open: OpenTurn,
  { abortSignal }: LoopOptions,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const waits = error instanceof ClewError && error.code === "turn/waiting";
    const isStopped = abortSignal?.aborted === true;
    if (!waits) {
      await endOnce(
        open,
        isStopped ? { state: "cancelled", reason: "stopped" } : { state: "failed", reason: reasonOf(error) },
      );
    }
    throw error;
  }
}

type Attached = Parameters<typeof streamText>[0] & Parameters<typeof generateText>[0];

async function attachedTo(desk: Desk, open: OpenTurn, given: LoopOptions): Promise<Attached> {
  const { maxSteps = defaultSteps, window, subagents = {}, model, abortSignal, ...options } = given;
  const { house, flight } = desk;
  refuseSteps(maxSteps);
  // Closing the log stops what is being answered.
  const stop = abortSignal === undefined ? flight.closing : AbortSignal.any([abortSignal, flight.closing]);
  const { brain, facts } = await desk.brains.inUse(model, open.record.ref, stop);
  const whole = { ...options, abortSignal: stop, model: brain.model } as SdkOptions;
  const view = window === undefined ? {} : { window };
  const known = { name: brain.name, facts, fast: brain.fast };
  const sdkTurn = sdkTurnOf(desk, open, { options: whole, view, known });
  const tools: ToolSet = {
    ...recallFor(house, open, window ?? (house.windowTold ? undefined : (facts.window ?? undefined))),
    ...ownTools(house, open),
    ...(await loadSubagents(desk, open, subagents, given)),
  };
  return attach(sdkTurn, whole, tools, { maxSteps }) as unknown as Attached;
}

/** Few agents have any, so they are loaded for those. */
async function loadSubagents(
  desk: Desk,
  open: OpenTurn,
  subagents: NonNullable<LoopOptions["subagents"]>,
  given: LoopOptions,
): Promise<ToolSet> {
  if (Object.keys(subagents).length === 0) return {};
  const { subagentTools } = await import("./subagents.js");
  return subagentTools({ desk, open, given, generate: generateLoop }, subagents);
}

export function refuseSteps(maxSteps: number): void {
  if (Number.isInteger(maxSteps) && maxSteps > 0) return;
  throw new ClewError("options/bad", `maxSteps is ${maxSteps}`, { hint: "Give a whole number of at least 1" });
}
