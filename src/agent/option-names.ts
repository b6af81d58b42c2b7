/** The names of the options that a turn is begun, viewed and answered with. */
import { ClewError } from "../core/errors.js";
import { checkOptions, checkPassedOptions, checkPlain, type OptionNames } from "../engine/check-options.js";
import type { SdkCallOptions, SdkOptions } from "./ai-sdk/options.js";
import type { AnswerOptions, BeginOptions, LaneSelector, SyncedChat } from "./answer-options.js";
import type { LoopOptions, Subagent, ViewOptions } from "./turn.js";

export const laneNames: OptionNames<LaneSelector> = { session: true, lane: true };

const beginNames: OptionNames<BeginOptions> = { origin: true, whenBusy: true, signal: true, onKept: true };

const viewNames: OptionNames<ViewOptions> = {
  window: true,
  instructions: true,
  refused: true,
  deadlineMs: true,
  signal: true,
};

export function checkBeginOptions(options: BeginOptions): BeginOptions {
  return checkOptions(options, beginNames);
}

export function checkViewOptions<Options extends ViewOptions & { readonly ambiguous?: "ask" }>(
  options: Options,
): Options {
  checkOptions<ViewOptions & { readonly ambiguous?: "ask" }>(options, { ...viewNames, ambiguous: true });
  return options;
}

export function checkSyncOptions(given: SyncedChat & ViewOptions): void {
  checkGroup(checkOptions(given, { ...viewNames, session: true, group: true }));
}

export function checkGroup({ group }: SyncedChat): void {
  if (group === undefined || typeof group === "boolean") return;
  throw new ClewError("options/bad", `group is ${JSON.stringify(group)}`, {
    hint: "Use true or false, or leave it out",
  });
}

type OwnName =
  | Exclude<keyof LoopOptions, keyof SdkCallOptions>
  | "model"
  | Exclude<keyof AnswerOptions, keyof LoopOptions>;
/** What the SDK has no option of that name for, and the model, which may also be a name. */
const ownNames: Readonly<Record<Exclude<OwnName, keyof SdkOptions> | "model", true>> = {
  model: true,
  maxSteps: true,
  window: true,
  subagents: true,
  origin: true,
  whenBusy: true,
};

/** Options of `streamText` and `generateText`, of both majors. */
const sdkNames: readonly string[] = [
  ...["messages", "prompt", "system", "instructions", "allowSystemInMessages", "headers", "providerOptions", "include"],
  ...["tools", "toolChoice", "toolOrder", "activeTools", "toolApproval", "toolCallConcurrency", "repairToolCall"],
  ...["maxOutputTokens", "temperature", "topP", "topK", "presencePenalty", "frequencyPenalty", "stopSequences", "seed"],
  ...["reasoning", "output", "stopWhen", "prepareStep", "maxRetries", "streamRetries", "abortSignal", "timeout"],
  ...[
    "telemetry",
    "runtimeContext",
    "toolsContext",
    "includeRawChunks",
    "onStart",
    "onStepStart",
    "onChunk",
    "onError",
  ],
  ...["onAbort", "onStepFinish", "onStepEnd", "onStepError", "onFinish", "onEnd", "onLanguageModelCallStart"],
  ...["onLanguageModelCallEnd", "onToolExecutionStart", "onToolExecutionEnd"],
];

/** What the SDK tries out has such names, and they change with its versions. */
function isTriedOut(name: string): boolean {
  return name.startsWith("experimental_") || name.startsWith("_");
}

/** For `streamText` and `generateText`, with ours among them. */
export function checkAnswerOptions(options: AnswerOptions | LoopOptions): void {
  checkPlain(options, Object.keys(ownNames));
  checkPassedOptions(options, Object.keys(ownNames), sdkNames, isTriedOut);
  for (const subagent of Object.values(options.subagents ?? {})) checkSubagent(subagent);
}

const subagentNames: OptionNames<Subagent> = {
  model: true,
  window: true,
  maxSteps: true,
  tools: true,
  maxOutputTokens: true,
  temperature: true,
  providerOptions: true,
  description: true,
  instructions: true,
  folder: true,
  subagents: true,
};

function checkSubagent(subagent: Subagent): void {
  checkOptions(subagent, subagentNames);
  for (const inner of Object.values(subagent.subagents ?? {})) checkSubagent(inner);
}
