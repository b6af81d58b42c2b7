/** The ready loop: the SDK's own, with our views, our tools and a bounded end. */
import type { generateText, LanguageModel, streamText, ToolSet } from "ai";
import { attach, defaultSteps } from "../brains/ai-sdk/attach.js";
import type { SdkOptions } from "../brains/ai-sdk/options.js";
import { ClewError } from "../core/errors.js";
import type { Desk } from "./desk.js";
import { ownTools, recallFor } from "./loop-tools.js";
import type { ClewOptions } from "./options.js";
import { sdk } from "./sdk.js";
import { type Answering, sdkTurnOf } from "./sdk-turn.js";
import type { Subagent } from "./subagents.js";
import type { Turn } from "./turn.js";

/** How a turn is answered: options of `streamText` and `generateText`, and a few of ours. Every one may be left out. */
export interface LoopOptions extends Partial<Omit<SdkOptions, "model">> {
  /** A model of the AI SDK, or its name: `anthropic:claude-sonnet-5`, `ollama:qwen3`, `claude-code`. */
  readonly model?: LanguageModel;
  /** Steps that the agent may take before it has to say how far it came; 15 unless told. */
  readonly maxSteps?: number;
  /** The window of the model, where it is not the one that the Clew was opened with or that the model has. */
  readonly window?: ClewOptions["window"];
  /** Helpers with a window of their own, by name: each becomes a tool that takes a task and brings back its conclusion. */
  readonly subagents?: Readonly<Record<string, Subagent>>;
}

/** The SDK's own result, and the turn that it answers. */
export type StreamResult = ReturnType<typeof streamText> & { readonly turn: Turn };
export type GenerateResult = Awaited<ReturnType<typeof generateText>> & { readonly turn: Turn };

export function streamLoop(desk: Desk, turn: Turn, answering: Answering, given: LoopOptions): Promise<StreamResult> {
  return orEnded(turn, given, async () => {
    const { streamText } = await sdk();
    const result = streamText(await attachedTo(desk, answering, given));
    // A reader that goes away must not leave the turn open: the answer is finished and kept without him.
    void Promise.resolve(result.consumeStream({ onError: () => undefined }));
    return Object.assign(result, { turn });
  });
}

export function generateLoop(
  desk: Desk,
  turn: Turn,
  answering: Answering,
  given: LoopOptions,
): Promise<GenerateResult> {
  return orEnded(turn, given, async () => {
    const { generateText } = await sdk();
    return Object.assign(await generateText(await attachedTo(desk, answering, given)), { turn });
  });
}

/** Whatever goes wrong before the loop, or in one that tells nobody (`generateText` of ai 6), ends the turn. One that waits goes on to wait. */
async function orEnded<Result>(turn: Turn, { abortSignal }: LoopOptions, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const waits = error instanceof ClewError && error.code === "turn/waiting";
    if (!waits) await (abortSignal?.aborted === true ? turn.cancel() : turn.fail(error));
    throw error;
  }
}

type Attached = Parameters<typeof streamText>[0] & Parameters<typeof generateText>[0];

async function attachedTo(desk: Desk, answering: Answering, given: LoopOptions): Promise<Attached> {
  const { maxSteps = defaultSteps, window, subagents = {}, model, abortSignal, ...options } = given;
  const { house, flight } = desk;
  const { open } = answering;
  refuseSteps(maxSteps);
  // Closing the log stops what is being answered.
  const stop = abortSignal === undefined ? flight.closing : AbortSignal.any([abortSignal, flight.closing]);
  const { brain, facts } = await desk.brains.inUse(model, open.record.ref, stop);
  const whole = { ...options, abortSignal: stop, model: brain.model } as SdkOptions;
  const view = window === undefined ? {} : { window };
  const known = { name: brain.name, facts, fast: brain.fast };
  const sdkTurn = sdkTurnOf(answering, whole, view, known);
  const tools: ToolSet = {
    ...recallFor(house, open, window ?? (house.windowTold ? undefined : (facts.window ?? undefined))),
    ...ownTools(house, open),
    ...(await loadSubagents(desk, answering, subagents, given)),
  };
  return attach(sdkTurn, whole, tools, { maxSteps }) as unknown as Attached;
}

/** Few agents have any, so they are loaded for those. */
async function loadSubagents(
  desk: Desk,
  answering: Answering,
  subagents: NonNullable<LoopOptions["subagents"]>,
  given: LoopOptions,
): Promise<ToolSet> {
  if (Object.keys(subagents).length === 0) return {};
  const { subagentTools } = await import("./subagents.js");
  return subagentTools(desk, answering, subagents, given);
}

export function refuseSteps(maxSteps: number): void {
  if (Number.isInteger(maxSteps) && maxSteps > 0) return;
  throw new ClewError("options/bad", `maxSteps is ${maxSteps}`, { hint: "Give a whole number of at least 1" });
}
