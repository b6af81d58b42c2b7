/** A turn as the AI SDK's side sees it: views for its calls, and a place for what comes of them. */
import type { LanguageModel } from "ai";
import type { SdkTurn } from "../brains/ai-sdk/attach.js";
import { textModelOf } from "../brains/ai-sdk/completer.js";
import type { SdkOptions } from "../brains/ai-sdk/options.js";
import { laneAddress } from "../core/keys.js";
import type { ModelFacts } from "../core/models/facts.js";
import { factsOf } from "../core/models/facts-of.js";
import { modelName } from "../core/models/name.js";
import type { TextModel } from "../core/ports.js";
import { tooSmall } from "../core/view.js";
import type { House } from "../engine/house.js";
import type { ModelAtHand } from "../engine/learned.js";
import type { OpenTurn, ViewRequest } from "../engine/turn.js";
import type { Viewed } from "../engine/view.js";
import { answeredStep } from "./approvals.js";
import type { Desk } from "./desk.js";
import type { InFlight } from "./in-flight.js";
import { budgetIn, withReserve } from "./options.js";
import type { Turn, ViewOptions } from "./turn.js";

/** How a turn is answered, by whoever holds it. */
export interface Answering {
  readonly house: House;
  readonly flight: InFlight;
  readonly open: OpenTurn;
  readonly text: string;
  /** The messages of the newest step. */
  newest(): readonly unknown[];
  view(options: ViewOptions, request: Partial<ViewRequest>): Promise<Viewed>;
  /** Another turn, for a subagent. */
  beside(desk: Desk, open: OpenTurn, text: string): Turn;
  readonly record: SdkTurn["record"];
  readonly end: SdkTurn["end"];
}

/** What our own loop knows besides. */
interface KnownModel {
  readonly name: string;
  readonly facts: ModelFacts;
  readonly fast: TextModel<AbortSignal>;
}

export function sdkTurnOf(
  { house, flight, open, text, newest, view, record, end }: Answering,
  options: SdkOptions,
  viewOptions: ViewOptions,
  known: KnownModel | null = null,
): SdkTurn {
  const model = known ?? modelAtHand(house, options.model);
  const sized = withWindow(house, viewOptions, model?.facts.window ?? null);
  const helper = known?.fast ?? textModelOf(options.model);
  return {
    text,
    opening: () => {
      const step = answeredStep(newest());
      return step.length === 0 ? [] : [{ role: "user", content: text }, ...step];
    },
    async view({ tools, instructions, reply, closing, refused }) {
      flight.handedOver(open.record.id);
      const asked = {
        ...withReply(house, sized, reply),
        ...stoppedBy(sized.signal, options.abortSignal),
        ...(instructions === null ? {} : { instructions }),
        ...(refused === undefined ? {} : { refused }),
      };
      const made = await view(asked, {
        tools,
        helper,
        ...(model === null ? {} : { model }),
        ...(closing === undefined ? {} : { closing }),
      });
      if (made.kind === "fits") return made;
      const limit = model === null ? null : await house.limits.of(open.record.ref, model.name, windowOf(house, sized));
      throw tooSmall(made.needed, made.available, limit);
    },
    called: (account, by) => {
      const own = by === options.model ? model : modelAtHand(house, by as LanguageModel);
      open.called({ model: own?.name ?? null, facts: own?.facts ?? null, ...account });
    },
    providerOptions: () => optionsFor(house, model?.name ?? "", options.model, open, sized),
    record,
    end,
  };
}

function windowOf(house: House, { window }: ViewOptions): number {
  return (window === undefined ? house.budget : budgetIn(window)).window;
}

/** A model of the SDK by its name, with what the table and the owner say of it. */
function modelAtHand(house: House, model: LanguageModel): ModelAtHand | null {
  const isNamed = typeof model === "object" && typeof model?.provider === "string";
  const name = typeof model === "string" ? model : isNamed ? modelName(model) : null;
  return name === null ? null : { name, facts: factsOf(name, house.models) };
}

/** A window that was told is the window; else the model's own. */
function withWindow(house: House, options: ViewOptions, window: number | null): ViewOptions {
  return options.window !== undefined || house.windowTold || window === null ? options : { ...options, window };
}

/** A local server has to be told how much it is going to be sent; a cache is found sooner by a name that stays. */
function optionsFor(
  house: House,
  name: string,
  model: LanguageModel,
  { record }: OpenTurn,
  sized: ViewOptions,
): object {
  if (name.startsWith("ollama:")) {
    return { ollama: { num_ctx: windowOf(house, sized) } };
  }
  if (!name.startsWith("openai:")) return {};
  const promptCacheKey = house.kit.hash(laneAddress(record.ref)).slice(0, 32);
  // What the provider stores is sent by its name alone: unabridged whatever the view shows, and gone after a month.
  const own = typeof model === "object" && model.provider === "openai.responses" ? { store: false } : {};
  return { openai: { promptCacheKey, ...own } };
}

/** Whoever stops the SDK's loop also stops what a view waits for. */
function stoppedBy(...signals: readonly (AbortSignal | undefined)[]): { readonly signal?: AbortSignal } {
  const given = signals.filter((signal) => signal !== undefined);
  return given.length === 0 ? {} : { signal: AbortSignal.any(given) };
}

/** The SDK's own limit on the answer is what must stay free for it; but never most of the window. */
function withReply(house: House, options: ViewOptions, reply: number | null): ViewOptions {
  if (reply === null || typeof options.window === "object") return options;
  return { ...options, window: withReserve(options.window ?? house.budget.window, reply) };
}
