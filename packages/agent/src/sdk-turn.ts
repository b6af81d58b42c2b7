/** A turn as the AI SDK's side sees it: views for its calls, and a place for what comes of them. */

import { type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import { isOpen } from "@clewline/core/log/turn.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import type { AvailableModel } from "@clewline/core/model/facts/model-facts.js";
import { formatModelName } from "@clewline/core/model/facts/name.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import { makeTooSmallError } from "@clewline/core/view/view.js";
import { readLanePolicy } from "@clewline/engine/answer/lane-reading.js";
import type { OpenTurn } from "@clewline/engine/answer/open-turn.js";
import { findLearnedLimit } from "@clewline/engine/answer/refusals.js";
import type { Engine } from "@clewline/engine/engine.js";
import type { LanguageModel } from "ai";
import type { SdkTurn } from "./ai-sdk/attach.js";
import type { SdkOptions } from "./ai-sdk/options.js";
import type { AnswerRuntime } from "./answer-runtime.js";
import { takeAnsweredStep } from "./approvals.js";
import { endOnce } from "./keep-alive.js";
import { makeTextModel } from "./models/registry/text-model.js";
import type { Driver } from "./presence/drivers.js";
import type { ViewOptions } from "./turn.js";
import { readViewOptions } from "./view-request.js";
import { makeReservedWindow, readBudget } from "./window.js";

/** How the SDK is to answer. */
interface Manner {
  readonly options: SdkOptions;
  readonly view: ViewOptions;
  /** The model and the fast model that our own loop has resolved; null in a loop of the host. */
  readonly known: (AvailableModel & { readonly fast: TextModel<AbortSignal> }) | null;
  /** The loop that answers. */
  readonly driver: Driver;
  /** The user's own signal, without the closing of the log. */
  readonly userSignal: AbortSignal | undefined;
}

/** Whether only the closing of the log stopped the work: the turn can then go on elsewhere. */
export function isClosedAlone(
  { activeTurns }: Pick<AnswerRuntime, "activeTurns">,
  userSignal: AbortSignal | undefined,
): boolean {
  return activeTurns.closing.aborted && userSignal?.aborted !== true;
}

export function makeSdkTurn(runtime: AnswerRuntime, open: OpenTurn, manner: Manner): SdkTurn {
  const { options, view, known, driver, userSignal } = manner;
  const { engine, activeTurns } = runtime;
  const { text, record } = open;
  const { id } = record;
  const model = known ?? findModelAtHand(engine, options.model);
  const sized = fillWindow(engine, view, model);
  const fastModel = known?.fast ?? makeTextModel(options.model);
  return {
    text,
    opening: () => {
      // One that has ended says so when it is asked for a view, and runs nothing before.
      const step = isOpen(open.record.state) ? takeAnsweredStep(open.newest) : [];
      return step.length === 0 ? [] : [{ role: "user", content: text }, ...step];
    },
    mostSteps: async () => (await readLanePolicy(engine, record.ref)).maxSteps,
    async view(input) {
      driver.take();
      activeTurns.handedOver(id);
      const stopped = joinSignals(sized.signal, options.abortSignal);
      const request = readViewOptions({ ...reserveReplyRoom(engine, sized, options), ...stopped }, activeTurns.closing);
      const made = await open
        .view({ ...request, ...input, fastModel, ...(model === null ? {} : { model }) })
        .catch((error: unknown) => {
          driver.rest();
          throw error;
        });
      if (made.kind === "fits") return made;
      const window = pickWindow(engine, sized);
      const learned = await findLearnedLimit(engine, open.record.ref, model?.name ?? "", window);
      throw makeTooSmallError(made.needed, made.available, learned?.limit ?? null);
    },
    called: (account, by) => {
      const own = by === options.model ? model : findModelAtHand(engine, by as LanguageModel);
      open.called({ model: own?.name ?? null, facts: own?.facts ?? null, ...account });
    },
    refusedBond: (by) => {
      const own = findModelAtHand(engine, by as LanguageModel);
      if (own !== null) engine.models.learnBound(own.name);
    },
    providerOptions: () => {
      const asked = { name: model?.name ?? "", model: options.model };
      return makeProviderOptions(engine, open.record.ref, asked, pickWindow(engine, sized));
    },
    drive: driver.drive,
    rest: driver.rest,
    record: open.step,
    addMessages: open.addMessages,
    end: async (state, reason, usage) => {
      if (state !== "completed" && state !== "waiting" && isClosedAlone(runtime, userSignal)) activeTurns.stopped(id);
      else await endOnce(open, { state, reason, usage });
    },
  };
}

function pickWindow(engine: Engine, { window }: ViewOptions): number {
  return (window === undefined ? engine.budget : readBudget(window)).window;
}

/** A model of the SDK by its name, with what the table and the owner say of it. */
function findModelAtHand(engine: Engine, model: LanguageModel): AvailableModel | null {
  const isNamed = typeof model === "object" && typeof model?.provider === "string";
  const name = typeof model === "string" ? model : isNamed ? formatModelName(model) : null;
  return name === null ? null : { name, facts: findModelFacts(name, engine.models) };
}

/**
 * A window set by the user counts, else the model's own. If a local server can't provide the log's window, its own
 * counts.
 */
function fillWindow(engine: Engine, options: ViewOptions, model: AvailableModel | null): ViewOptions {
  const window = model?.facts.window ?? null;
  if (model === null || window === null || options.window !== undefined) return options;
  if (!engine.windowTold) return { ...options, window };
  const { window: told, reply } = engine.budget;
  const isLess = model.name.startsWith("ollama:") && window < told;
  return isLess ? { ...options, window: makeReservedWindow(window, reply) } : options;
}

/** A local server has to know the window in advance. A key that stays the same helps to find the cache. */
function makeProviderOptions(
  engine: Engine,
  ref: LaneRef,
  { name, model }: { readonly name: string; readonly model: LanguageModel },
  window: number,
): object {
  if (name.startsWith("ollama:")) return { ollama: { num_ctx: window } };
  if (!name.startsWith("openai:")) return {};
  const promptCacheKey = engine.fns.hash(makeLaneAddress(ref)).slice(0, 32);
  // A stored response goes out by its ID alone: in full whatever the view shows, and it expires after a month.
  const own = typeof model === "object" && model.provider === "openai.responses" ? { store: false } : {};
  return { openai: { promptCacheKey, ...own } };
}

/** A signal that stops the SDK's loop also stops what a view waits for. */
function joinSignals(...signals: readonly (AbortSignal | undefined)[]): { readonly signal?: AbortSignal } {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length === 0 ? {} : { signal: AbortSignal.any(given) };
}

/** The SDK's limit on the answer stays free in the window, but never takes most of it. */
function reserveReplyRoom(engine: Engine, options: ViewOptions, { maxOutputTokens: reply }: SdkOptions): ViewOptions {
  if (typeof reply !== "number" || typeof options.window === "object") return options;
  return { ...options, window: makeReservedWindow(options.window ?? engine.budget.window, reply) };
}
