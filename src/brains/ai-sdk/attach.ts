/** Puts a turn behind the AI SDK's own loop: a fresh view for every call, every step kept, every ending noted. */
import type { ModelMessage, ToolSet } from "ai";
import { ClewError } from "../../core/errors.js";
import { itemsOfMessage } from "../../core/host-message.js";
import type { Json } from "../../core/json.js";
import { toJson } from "../../core/json.js";
import type { ToolSpec } from "../../core/request.js";
import type { SdkOptions } from "./options.js";
import { type FinishedStep, type StepLedger, stepLedger } from "./step-ledger.js";
import { toolSpecs } from "./tool-specs.js";

/** What the SDK's side needs of a turn. */
export interface SdkTurn {
  /** The words to answer, for the SDK's own records; every call's messages come from `view`. */
  readonly text: string;
  view(request: SdkViewRequest): Promise<{ readonly system: string; readonly messages: readonly unknown[] }>;
  record(messages: readonly unknown[]): Promise<void>;
  end(
    state: "completed" | "waiting" | "failed" | "cancelled",
    reason: string | null,
    usage: Json | null,
  ): Promise<void>;
}

interface SdkViewRequest {
  readonly tools: readonly ToolSpec[];
  readonly instructions: string | null;
  readonly reply: number | null;
}

interface Finish {
  readonly steps: readonly FinishedStep[];
  readonly finishReason?: unknown;
  readonly totalUsage?: unknown;
}

type Callback = (event: never) => unknown;
type Given = Readonly<Record<string, unknown>>;

export function attach(turn: SdkTurn, options: SdkOptions, recall: ToolSet): Record<string, unknown> {
  const given = options as unknown as Given;
  refuseMessages(given);
  const tools = { ...recall, ...options.tools };
  const ledger = stepLedger((messages) => turn.record(messages));
  return {
    stopWhen: hasTakenSteps,
    ...withoutInstructions(given),
    tools,
    messages: [{ role: "user", content: turn.text }],
    prepareStep: viewForStep(turn, given, tools, ledger),
    ...observers(turn, given, ledger),
  };
}

/** The SDK's own default is one step, which leaves no room for an answer after a recall. */
function hasTakenSteps({ steps }: { readonly steps: readonly unknown[] }): boolean {
  return steps.length >= defaultSteps;
}

const defaultSteps = 15;

function viewForStep(turn: SdkTurn, given: Given, tools: ToolSet, ledger: StepLedger) {
  const reply = typeof given.maxOutputTokens === "number" ? given.maxOutputTokens : null;
  const instructions = instructionsIn(given);
  let specs: Promise<readonly ToolSpec[]> | null = null;
  return async (event: { readonly steps: readonly FinishedStep[] }) => {
    const view = await orFail(turn, given, async () => {
      await ledger.upTo(event.steps);
      specs ??= toolSpecs(tools);
      return turn.view({ tools: await specs, instructions, reply });
    });
    const messages = view.messages as ModelMessage[];
    const own = view.system === "" ? { messages } : { messages, system: view.system };
    return { ...own, ...objectOf(await called(given, ["prepareStep"], { ...event, ...own })) };
  };
}

/** What the SDK tells while it runs: every step is kept, every ending noted, and then the builder hears of it. */
function observers(turn: SdkTurn, given: Given, ledger: StepLedger) {
  let trouble: unknown = "The model stopped with an error";
  const failed = (error: unknown) => orReport(given, () => turn.end(...endingFor(given, error), null));
  const stepFinished = async (step: FinishedStep) => {
    // A step that could not be kept is tried again before the next call, which can stop the loop.
    await orReport(given, () => ledger.add(step));
    await called(given, ["onStepEnd", "onStepFinish"], step);
  };
  const finished = async (event: Finish) => {
    await orReport(given, async () => {
      await ledger.upTo(event.steps);
      if (event.finishReason === "error") await failed(trouble);
      else await turn.end(hasOpenCall(ledger.newest) ? "waiting" : "completed", null, usageIn(event));
    });
    await called(given, ["onEnd", "onFinish"], event);
  };
  return {
    // ai 7 has newer names for these two and calls the newer one if there are both; ai 6 knows only the older.
    onStepFinish: stepFinished,
    onStepEnd: stepFinished,
    onFinish: finished,
    onEnd: finished,
    onError: async (event: { readonly error: unknown }) => {
      trouble = event.error;
      // With `streamRetries` (ai 7) the SDK may try again, and says at the end whether that helped.
      if (given.streamRetries === undefined) await failed(event.error);
      if (typeof given.onError !== "function") console.error(event.error);
      return called(given, ["onError"], event);
    },
    onStepError: async (event: { readonly error: unknown }) => {
      await failed(event.error);
      await called(given, ["onStepError"], event);
    },
    onAbort: async (event: { readonly steps: readonly FinishedStep[] }) => {
      await orReport(given, async () => {
        await ledger.upTo(event.steps);
        await turn.end("cancelled", "stopped", null);
      });
      await called(given, ["onAbort"], event);
    },
  };
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function refuseMessages(given: Given): void {
  for (const key of ["messages", "prompt"]) {
    if (given[key] === undefined) continue;
    throw new ClewError("message/bad", `aiSdk() was given ${key}, which it adds itself`, {
      hint: "Leave it out: the message comes from begin(), the rest from the log",
    });
  }
}

/** The SDK's loop never sees the text itself: it comes back with every view. */
function withoutInstructions(given: Given): Given {
  const { system: _system, instructions: _instructions, ...rest } = given;
  return rest;
}

function instructionsIn({ system, instructions }: Given): string | null {
  const given = instructions ?? system;
  if (given === undefined || given === null) return null;
  if (typeof given === "string") return given;
  const list: readonly unknown[] = Array.isArray(given) ? given : [given];
  return list.map((each) => String((each as { readonly content?: unknown }).content ?? "")).join("\n\n");
}

/** Calls the builder's callback, by the first of the names that he used. */
async function called(given: Given, names: readonly string[], event: unknown): Promise<unknown> {
  const name = names.find((each) => typeof given[each] === "function");
  return name === undefined ? undefined : await (given[name] as Callback)(event as never);
}

function objectOf(result: unknown): object {
  return typeof result === "object" && result !== null ? result : {};
}

async function orFail<Result>(turn: SdkTurn, given: Given, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await turn.end(...endingFor(given, error), null);
    throw error;
  }
}

/** What went wrong because somebody stopped it is no failure. */
function endingFor({ abortSignal }: Given, error: unknown): readonly ["cancelled" | "failed", string] {
  const stopped = abortSignal instanceof AbortSignal && abortSignal.aborted;
  return stopped ? ["cancelled", "stopped"] : ["failed", reasonOf(error)];
}

/** The SDK drops what its callbacks throw, so a write that failed is told where errors are told. */
async function orReport(given: Given, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (typeof given.onError === "function") await called(given, ["onError"], { error });
    else console.error(error);
  }
}

/** A call that neither the SDK nor the provider ran waits for a person or for the client. */
function hasOpenCall(messages: readonly unknown[]): boolean {
  const items = messages.flatMap(itemsOfMessage);
  const returned = new Set(items.flatMap((item) => (item.kind === "returned" ? [item.call] : [])));
  return items.some((item) => item.kind === "called" && !item.hosted && !returned.has(item.call));
}

function usageIn({ totalUsage }: Finish): Json | null {
  return totalUsage === undefined ? null : toJson(totalUsage);
}
