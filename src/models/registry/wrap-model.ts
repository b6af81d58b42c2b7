import type { LanguageModel } from "ai";
import { findModelFacts, type OwnFacts } from "../../core/model/facts/find-facts.js";
import { formatModelName } from "../../core/model/facts/name.js";
import type { ModelAdapter } from "../../core/model/model-adapter.js";
import type { TextModel } from "../../core/ports/index.js";
import { makeTextModel } from "./text-model.js";

export type SdkModelAdapter = ModelAdapter<LanguageModel, AbortSignal>;

export interface ModelContext {
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
  /** Loaded when the first short text is asked for; the model itself by default. */
  readonly fast?: () => Promise<LanguageModel>;
  /** Asked of the server that runs it, unless the owner has said it. */
  readonly window?: (signal: AbortSignal) => Promise<number | null>;
}

/** A model of the AI SDK as a brain. Of one that somebody built we know no smaller sibling that he would want to be asked. */
export function wrapModel(
  model: Exclude<LanguageModel, string>,
  context: ModelContext,
  parts: Parts = {},
): SdkModelAdapter {
  const name = formatModelName(model);
  return {
    name,
    model,
    fast: parts.fast === undefined ? makeTextModel(model) : makeLazyTextModel(parts.fast),
    facts: async (signal) => {
      const facts = findModelFacts(name, context.models);
      if (facts.window !== null || parts.window === undefined) return facts;
      return { ...facts, window: await parts.window(signal) };
    },
  };
}

/** The answer of the first call that succeeds, for all later ones. */
export function keepFirstAnswer<Value>(
  ask: (signal: AbortSignal) => Promise<Value>,
): (signal: AbortSignal) => Promise<Value> {
  let known: { readonly value: Value } | null = null;
  return async (signal) => {
    known ??= { value: await ask(signal) };
    return known.value;
  };
}

/** A model that is loaded when the first short text is asked for; one that could not be is tried again with the next. */
export function makeLazyTextModel(load: () => Promise<LanguageModel>): TextModel<AbortSignal> {
  const model = keepFirstAnswer(async () => makeTextModel(await load()));
  return async (request) => (await model(request.signal))(request);
}
