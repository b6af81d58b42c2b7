import { findModelFacts, type OwnFacts } from "@clewline/core/model/facts/find-facts.js";
import { formatModelName } from "@clewline/core/model/facts/name.js";
import type { ModelAdapter } from "@clewline/core/model/model-adapter.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import type { LanguageModel } from "ai";
import { makeTextModel } from "./text-model.js";

export type SdkModelAdapter = ModelAdapter<LanguageModel, AbortSignal>;

export interface ModelContext {
  readonly env: NodeJS.ProcessEnv;
  /** Base addresses by provider, if they are not the usual ones. */
  readonly servers: Readonly<Record<string, string | undefined>>;
  readonly models: OwnFacts;
  /** The window that the user asked for, which a local server may be able to give. */
  readonly window?: number;
  /** Receives what the user should know, a sentence at a time. */
  readonly note?: (sentence: string) => void;
}

interface Parts {
  /** Loaded when the first short text is requested; by default the model itself. */
  readonly fast?: () => Promise<LanguageModel>;
  /** Asks the server for its window, unless the owner has given it. */
  readonly window?: (signal: AbortSignal) => Promise<number | null>;
}

/** Wraps a model of the AI SDK in an adapter. By default it is its own `fast`: no smaller one is known. */
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

/** Keeps the answer of the first call that succeeds for all later ones. */
export function keepFirstAnswer<Value>(
  ask: (signal: AbortSignal) => Promise<Value>,
): (signal: AbortSignal) => Promise<Value> {
  let known: { readonly value: Value } | null = null;
  return async (signal) => {
    known ??= { value: await ask(signal) };
    return known.value;
  };
}

/** Loads the model when the first short text is requested, and tries again with the next if that fails. */
export function makeLazyTextModel(load: () => Promise<LanguageModel>): TextModel<AbortSignal> {
  const model = keepFirstAnswer(async () => makeTextModel(await load()));
  return async (request) => (await model(request.signal))(request);
}
