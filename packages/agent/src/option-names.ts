/** The names of the options that a turn is begun, viewed and answered with. */
import {
  checkKind,
  checkOptions,
  checkPassedOptions,
  checkPlain,
  checkText,
  type OptionNames,
} from "@clewline/engine/check-options.js";
import type { SdkCallOptions, SdkOptions } from "./ai-sdk/options.js";
import type { AnswerOptions, BeginOptions, LaneSelector, SyncedChat } from "./answer-options.js";
import { refuseModel } from "./models/refuse-model.js";
import type { LoopOptions, Subagent, ViewOptions } from "./turn.js";

export const laneNames: OptionNames<LaneSelector> = { session: "text", lane: "text" };

const beginNames: OptionNames<BeginOptions> = {
  origin: "text",
  whenBusy: "text",
  signal: "signal",
  onKept: "function",
};

const viewNames: OptionNames<ViewOptions> = {
  window: true,
  model: "text",
  tools: "table",
  instructions: "text",
  refused: "table",
  deadlineMs: "number",
  signal: "signal",
};

export function checkBeginOptions(options: BeginOptions): BeginOptions {
  return checkOptions(options, beginNames);
}

export function checkViewOptions<Options extends ViewOptions & { readonly ambiguous?: "ask" }>(
  options: Options,
): Options {
  checkOptions<ViewOptions & { readonly ambiguous?: "ask" }>(options, { ...viewNames, ambiguous: "text" });
  return options;
}

export function checkSyncOptions(given: SyncedChat & ViewOptions): void {
  checkText("session", checkOptions(given, { ...viewNames, session: "text", group: "switch" }).session);
}

type OwnName =
  | Exclude<keyof LoopOptions, keyof SdkCallOptions>
  | "model"
  | Exclude<keyof AnswerOptions, keyof LoopOptions>;
/** Options that the SDK lacks, and `model`, which may also be a name here. */
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

/** The SDK marks experimental options by such names, and they change with its versions. */
function isTriedOut(name: string): boolean {
  return name.startsWith("experimental_") || name.startsWith("_");
}

/** For `streamText` and `generateText`, with ours among them. */
export function checkAnswerOptions(options: AnswerOptions | LoopOptions): void {
  checkPlain(options, Object.keys(ownNames));
  checkPassedOptions(options, Object.keys(ownNames), sdkNames, isTriedOut);
  refuseModel(options.model);
  checkShared(options);
  for (const subagent of Object.values(options.subagents ?? {})) checkSubagent(subagent);
}

/** Options that we read before the SDK does. */
export function checkShared({ tools, subagents, abortSignal, toolOrder }: Partial<LoopOptions>): void {
  if (tools !== undefined) checkKind("tools", tools, "table");
  if (subagents !== undefined) checkKind("subagents", subagents, "table");
  if (abortSignal !== undefined) checkKind("abortSignal", abortSignal, "signal");
  if (toolOrder !== undefined) checkKind("toolOrder", toolOrder, "list");
}

const subagentNames: OptionNames<Subagent> = {
  model: true,
  window: true,
  maxSteps: true,
  tools: "table",
  maxOutputTokens: "number",
  temperature: "number",
  providerOptions: "table",
  description: "text",
  instructions: "text",
  folder: "text",
  subagents: "table",
};

function checkSubagent(subagent: Subagent): void {
  checkOptions(subagent, subagentNames);
  for (const inner of Object.values(subagent.subagents ?? {})) checkSubagent(inner);
}
