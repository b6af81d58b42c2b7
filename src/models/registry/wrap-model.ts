import type { LanguageModel } from "ai";
import type { Brain } from "../../core/model/brain.js";
import { factsOf, type OwnFacts } from "../../core/model/facts/facts-of.js";
import { modelName } from "../../core/model/facts/name.js";
import type { TextModel } from "../../core/ports/index.js";
import { textModelOf } from "./text-model.js";

export type SdkBrain = Brain<LanguageModel, AbortSignal>;

export interface BrainContext {
  readonly env: NodeJS.ProcessEnv;
  /** Base addresses by provider, where they are not the usual ones. */
  readonly servers: Readonly<Record<string, string | undefined>>;
  /** What the owner says of models. */
  readonly models: OwnFacts;
  /** The window that the user asked for; a local server may be able to give it. */
  readonly window?: number;
  /** Hears what the user should know, a sentence at a time. */
  readonly note?: (sentence: string) => void;
}

interface Parts {
  /** Loaded when the first short text is asked for; the model itself unless told. */
  readonly fast?: () => Promise<LanguageModel>;
  /** Asked of the server that runs it, unless the owner has said it. */
  readonly window?: (signal: AbortSignal) => Promise<number | null>;
}

/** A model of the AI SDK as a brain. Of one that somebody built we know no smaller sibling that he would want to be asked. */
export function brainOf(model: Exclude<LanguageModel, string>, context: BrainContext, parts: Parts = {}): SdkBrain {
  const name = modelName(model);
  return {
    name,
    model,
    fast: parts.fast === undefined ? textModelOf(model) : loadedLater(parts.fast),
    facts: async (signal) => {
      const facts = factsOf(name, context.models);
      if (facts.window !== null || parts.window === undefined) return facts;
      return { ...facts, window: await parts.window(signal) };
    },
  };
}

/** The answer of the first call that succeeds, for all later ones. */
export function once<Value>(ask: (signal: AbortSignal) => Promise<Value>): (signal: AbortSignal) => Promise<Value> {
  let known: { readonly value: Value } | null = null;
  return async (signal) => {
    known ??= { value: await ask(signal) };
    return known.value;
  };
}

/** A model that is loaded when the first short text is asked for; one that could not be is tried again with the next. */
export function loadedLater(load: () => Promise<LanguageModel>): TextModel<AbortSignal> {
  const model = once(async () => textModelOf(await load()));
  return async (request) => (await model(request.signal))(request);
}
