/** Puts a turn behind the AI SDK's own loop: a fresh view for every call, every step kept, every ending noted. */

import { ClewError } from "@clewline/core/errors.js";
import { readHostMessage } from "@clewline/core/log/host-message.js";
import { findClosingReason, writeClosingText } from "@clewline/core/model/closing-reason.js";
import { isOfBond } from "@clewline/core/model/reasoning/refused-reasoning.js";
import { findOptionsReducer } from "@clewline/core/model/server-edits.js";
import type { Refusal } from "@clewline/core/view/view-input.js";
import type { FittingView } from "@clewline/core/view/view-result.js";
import { describeError } from "@clewline/text/error-text.js";
import { isObject, type Json, toJson } from "@clewline/text/json.js";
import type { ToolSet } from "ai";
import { checkResults } from "./check-results.js";
import { type Drive, driveTools } from "./drive-tools.js";
import { guardModel } from "./guard.js";
import type { CallAccount, GuardedTurn } from "./guard-watch.js";
import { listLoopCalls } from "./loop-calls.js";
import type { SdkOptions } from "./options.js";
import type { Model } from "./prompt-of.js";
import { makeSteering } from "./steering.js";
import { type FinishedStep, makeStepLedger, type StepLedger, type StepOpening } from "./step-ledger.js";
import { orderTools } from "./tool-specs.js";
import { makeViewedRequests, readInstructions, type SdkInput } from "./viewed-requests.js";

/** The turn as the SDK's side sees it. */
export interface SdkTurn {
  /** The words to answer, for the SDK's own records; every call's messages come from `view`. */
  readonly text: string;
  /** The turn's newest step, if the SDK has to go on with it: a call with the answer to its approval. */
  opening(): readonly unknown[];
  /** Where the builder gives no `stopWhen`. */
  mostSteps(): Promise<number>;
  view(input: SdkInput): Promise<FittingView<readonly unknown[]>>;
  /** A call of this model has been made. */
  called(account: CallAccount, model: unknown): void;
  /** This model refused reasoning as bound to other bytes. */
  refusedBond(model: unknown): void;
  /** The provider options to send with the request. */
  providerOptions(): object;
  /** Keeps the turn taken while the work runs. The work does not begin if another loop has the turn. */
  readonly drive: Drive;
  /** The loop may have broken off without a word: another loop may take the turn until this one continues. */
  rest(): void;
  /** `isViewed`: they answer the last view, and not messages of the builder's own. */
  record(messages: readonly unknown[], isViewed: boolean): Promise<void>;
  /** The user said this while the turn was running. */
  addMessages(messages: readonly unknown[]): Promise<void>;
  end(
    state: "completed" | "waiting" | "failed" | "cancelled",
    reason: string | null,
    usage: Json | null,
  ): Promise<void>;
}

/** The rules of our own loop; a builder's loop has its own. */
export interface LoopRules {
  readonly maxSteps: number;
}

interface Finish {
  readonly steps: readonly FinishedStep[];
  readonly finishReason?: unknown;
  readonly totalUsage?: unknown;
}

type Callback = (event: never) => unknown;
type GivenOptions = Readonly<Record<string, unknown>>;

export function attachTurn(
  turn: SdkTurn,
  options: SdkOptions,
  own: ToolSet,
  rules: LoopRules | null = null,
): Record<string, unknown> {
  const given = options as unknown as GivenOptions;
  refuseMessages(given);
  const ordered = orderTools({ ...own, ...options.tools }, options.toolOrder ?? []);
  const tools = driveTools(checkResults(ordered), turn.drive);
  const opening = turn.opening();
  refuseMissingTools(opening, tools);
  const ledger = makeStepLedger((messages) => turn.record(messages, course.isOurs), opening);
  const brokenStream = makeBrokenStream();
  const course = makeStepHandlers(turn, given, { tools, ledger, rules, brokenStream });
  return {
    // The SDK's own default is one step, which leaves no room for an answer after a recall.
    stopWhen: async ({ steps }: Steps) => steps.length >= (await turn.mostSteps()),
    ...dropTakenOver(given),
    ...(rules === null ? {} : { stopWhen: course.isOver }),
    model: course.guard(options.model),
    tools,
    messages: opening.length === 0 ? [{ role: "user", content: turn.text }] : opening,
    prepareStep: course.prepareStep,
    ...makeObservers(turn, given, { ledger, brokenStream }, rules === null ? (error) => error : describeError),
  };
}

/** A call that a person allowed must not fail silently because its tool is missing. */
function refuseMissingTools(opening: readonly unknown[], tools: ToolSet): void {
  const calls = opening.flatMap(readHostMessage).flatMap((item) => (item.kind === "called" ? [item.tool] : []));
  const missing = calls.find((name) => !Object.hasOwn(tools, name));
  if (missing === undefined) return;
  throw new ClewError("turn/waiting", `A call of ${missing} was answered, and there is no tool of that name`, {
    hint: "Give the tools that the turn began with",
  });
}

interface Steps {
  readonly steps: readonly FinishedStep[];
}

interface SteeringEvent {
  /** In ai 7: what the host said to the loop since the call before. */
  readonly experimental_steeringMessages?: readonly unknown[];
}

type StopCondition = (steps: Steps) => unknown;

/** The builder's own conditions. A turn that they stop between two steps still gets an answer, and then it is over. */
function makeStopRule({ stopWhen }: GivenOptions) {
  const listed: readonly unknown[] = stopWhen === undefined ? [] : [stopWhen].flat();
  const stops = listed.filter((each): each is StopCondition => typeof each === "function");
  let isWordless = false;
  return {
    /** Whether it was stopped after a step that said nothing. */
    get isWordless() {
      return isWordless;
    },
    async ends(steps: Steps["steps"]): Promise<boolean> {
      const met = await Promise.all(stops.map((isMet) => isMet({ steps })));
      if (!met.some((isMet) => isMet === true)) return false;
      const last = steps.at(-1);
      isWordless = last !== undefined && !hasWords(last);
      return !isWordless;
    },
  };
}

/** Whether a step said something, and did not only call tools. */
function hasWords({ content = [] }: FinishedStep): boolean {
  return content.some((part) => isObject(part) && part.type === "text" && String(part.text ?? "").trim() !== "");
}

/** Whether a stream broke off before the SDK reported its step: the turn ends once that is stored. */
interface BrokenStream {
  readonly isUntold: boolean;
  note(): void;
  settle(): void;
}

function makeBrokenStream(): BrokenStream {
  let isUntold = false;
  return {
    get isUntold() {
      return isUntold;
    },
    note() {
      isUntold = true;
    },
    settle() {
      isUntold = false;
    },
  };
}

interface StepContext {
  readonly tools: ToolSet;
  readonly ledger: StepLedger;
  readonly rules: LoopRules | null;
  readonly brokenStream: BrokenStream;
}

/** From call to call: the view of each, the model that gets it, and when to come to an end. */
function makeStepHandlers(turn: SdkTurn, given: GivenOptions, { tools, ledger, rules, brokenStream }: StepContext) {
  let closing: string | null = null;
  let closingAt = Number.POSITIVE_INFINITY;
  let isOurs = true;
  let owed: Refusal | undefined;
  const stop = makeStopRule(given);
  const steering = makeSteering((messages) => turn.addMessages(messages));
  const asked = { ...readInstructions(given), reducer: findOptionsReducer(given.providerOptions) };
  const requests = makeViewedRequests({ view: turn.view, given: asked, tools, steering, closing: () => closing });
  const viewed = (refused = owed) => {
    owed = undefined;
    return requests.next(refused);
  };
  const guarding = (model: Model): GuardedTurn => ({
    smaller: viewed,
    bare(words) {
      if (isOfBond(words)) turn.refusedBond(model);
      return requests.bare();
    },
    smallerNext: (refused) => {
      owed = refused;
    },
    free: requests.free,
    mayMend: () => isOurs,
    called: (account) => turn.called(account, model),
    providerOptions: () => turn.providerOptions(),
    drive: turn.drive,
    rest: turn.rest,
    breaksOff: () => brokenStream.note(),
    insists: rules !== null,
    isClosing: () => closing !== null,
  });
  const guard = (model: unknown) => (isModel(model) ? guardModel(model, guarding(model)) : model);
  return {
    guard,
    get isOurs() {
      return isOurs;
    },
    isOver: async ({ steps }: Steps) => steps.length > closingAt || stop.ends(steps),
    async prepareStep(event: Steps & StepOpening & SteeringEvent) {
      const request = await runOrFail(turn, given, async () => {
        await ledger.upTo(event.steps);
        if (event.steps.length === 0) await ledger.start(event);
        await steering.keepNew(event.experimental_steeringMessages ?? []);
        const text = rules === null ? null : findClosingText(event.steps, rules, stop.isWordless);
        if (text !== null) {
          closing ??= text;
          closingAt = Math.min(closingAt, event.steps.length);
        }
        return viewed();
      });
      const changes = readObject(await prepareByBuilder(turn, given, { ...event, ...request }));
      // Messages of the builder's own are sent as they are: only the builder knows what may leave them.
      isOurs = !("messages" in changes || "system" in changes);
      const model = "model" in changes ? { model: guard(changes.model) } : {};
      return { ...request, ...changes, ...model, ...(closing === null ? {} : { toolChoice: "auto" }) };
    },
  };
}

/** A model may also be given by its name. */
function isModel(model: unknown): model is Model {
  return typeof model === "object" && model !== null;
}

function findClosingText(steps: Steps["steps"], { maxSteps }: LoopRules, isStopped: boolean): string | null {
  const reason = isStopped ? "stopped" : findClosingReason(steps.length, listLoopCalls(steps), maxSteps);
  return reason === null ? null : writeClosingText(reason, maxSteps);
}

/** The SDK's callbacks: each step is stored, each ending noted, and then the builder's callback runs. */
function makeObservers(
  turn: SdkTurn,
  given: GivenOptions,
  { ledger, brokenStream }: Pick<StepContext, "ledger" | "brokenStream">,
  shown: (error: unknown) => unknown,
) {
  let trouble: unknown = "The model stopped with an error";
  let abortStored: Promise<void> = Promise.resolve();
  const failed = (error: unknown) => runOrReport(given, () => turn.end(...classifyEnding(given, error), null));
  const stepFinished = async (step: FinishedStep) => {
    // A step that could not be kept is tried again before the next call, which can stop the loop.
    await runOrReport(given, () => ledger.add(step, brokenStream.isUntold));
    if (brokenStream.isUntold && given.streamRetries === undefined) await failed(trouble);
    brokenStream.settle();
    await notifyBuilder(given, ["onStepEnd", "onStepFinish"], step);
  };
  const finished = async (event: Finish) => {
    await runOrReport(given, async () => {
      await ledger.upTo(event.steps);
      if (event.finishReason === "error") await failed(trouble);
      else await turn.end(hasOpenCall(ledger.newest) ? "waiting" : "completed", null, readUsage(event));
    });
    await notifyBuilder(given, ["onEnd", "onFinish"], event);
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
      if (given.streamRetries === undefined && !brokenStream.isUntold) await failed(event.error);
      if (typeof given.onError !== "function") console.error(shown(event.error));
      return notifyBuilder(given, ["onError"], event);
    },
    onStepError: async (event: { readonly error: unknown }) => {
      await failed(event.error);
      await notifyBuilder(given, ["onStepError"], event);
    },
    onAbort: async (event: { readonly steps: readonly FinishedStep[] }) => {
      abortStored = runOrReport(given, async () => {
        await ledger.upTo(event.steps);
        await turn.end("cancelled", "stopped", null);
      });
      await abortStored;
      await notifyBuilder(given, ["onAbort"], event);
    },
    experimental_transform: [...[given.experimental_transform ?? []].flat(), () => holdAbort(() => abortStored)],
  };
}

/** The SDK doesn't wait for `onAbort`: its stream ends only once the turn is stored as cancelled. */
function holdAbort(stored: () => Promise<void>): TransformStream<{ readonly type: string }> {
  return new TransformStream({
    async transform(part, controller) {
      if (part.type === "abort") await stored();
      controller.enqueue(part);
    },
  });
}

function refuseMessages(given: GivenOptions): void {
  for (const key of ["messages", "prompt"]) {
    if (given[key] === undefined) continue;
    throw new ClewError("message/bad", `aiSdk() was given ${key}, which it adds itself`, {
      hint: "Leave it out: the message comes from begin(), the rest from the log",
    });
  }
}

/** The SDK's loop never sees the text itself: it comes back with every view. */
function dropTakenOver(given: GivenOptions): GivenOptions {
  const { system: _system, instructions: _instructions, toolOrder: _order, ...rest } = given;
  return rest;
}

/** Calls the builder's callback, by the first of the names that he used. */
async function notifyBuilder(given: GivenOptions, names: readonly string[], event: unknown): Promise<unknown> {
  const name = names.find((each) => typeof given[each] === "function");
  return name === undefined ? undefined : await (given[name] as Callback)(event as never);
}

/** An error that the builder throws here ends the SDK's loop without any callback. */
async function prepareByBuilder(turn: SdkTurn, given: GivenOptions, event: unknown): Promise<unknown> {
  try {
    return await notifyBuilder(given, ["prepareStep"], event);
  } catch (error) {
    turn.rest();
    throw error;
  }
}

function readObject(result: unknown): object {
  return typeof result === "object" && result !== null ? result : {};
}

async function runOrFail<Result>(turn: SdkTurn, given: GivenOptions, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    // A turn that is answered elsewhere is not ours to end.
    const isForeign = error instanceof ClewError && error.code === "lane/busy";
    if (!isForeign) await turn.end(...classifyEnding(given, error), null);
    throw error;
  }
}

/** An abort by the caller is no failure. */
function classifyEnding({ abortSignal }: GivenOptions, error: unknown): readonly ["cancelled" | "failed", string] {
  const stopped = abortSignal instanceof AbortSignal && abortSignal.aborted;
  return stopped ? ["cancelled", "stopped"] : ["failed", describeError(error)];
}

/** The SDK drops errors of its callbacks, so a failed write goes to `onError`. */
async function runOrReport(given: GivenOptions, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (typeof given.onError === "function") await notifyBuilder(given, ["onError"], { error });
    else console.error(error);
  }
}

/** A call that neither the SDK nor the provider ran waits for a person or for the client. */
function hasOpenCall(messages: readonly unknown[]): boolean {
  const items = messages.flatMap(readHostMessage);
  const returned = new Set(items.flatMap((item) => (item.kind === "returned" ? [item.call] : [])));
  return items.some((item) => item.kind === "called" && !item.hosted && !returned.has(item.call));
}

function readUsage({ totalUsage }: Finish): Json | null {
  return totalUsage === undefined ? null : toJson(totalUsage);
}
