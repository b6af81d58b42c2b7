/**
 * Finds the model that answers: the one named, else that of the options or of clew.toml, else what this machine has.
 */

import type { LaneRef } from "@clewline/core/log/keys.js";
import type { ModelFacts } from "@clewline/core/model/facts/model-facts.js";
import type { ModelAdapter } from "@clewline/core/model/model-adapter.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import type { LanguageModel } from "ai";
import { loadSdk } from "../load-sdk.js";
import { type ChosenModel, chooseModel } from "./choose-model.js";
import { connectModel } from "./connect-model.js";
import { type ModelContext, makeLazyTextModel, type SdkModelAdapter, wrapModel } from "./wrap-model.js";

type OfflineSearch = Parameters<typeof import("../offline/offline-model.js")["makeOfflineModel"]>[0]["search"];

/** A model that is ready to answer in a lane. */
interface ReadyModel {
  readonly adapter: ModelAdapter<LanguageModel, AbortSignal>;
  readonly facts: ModelFacts;
  /** Why it is this one, as a sentence without a full stop. */
  readonly because: string;
}

export interface ModelRegistry {
  /** Throws for a name that leads to no model. */
  known(name: string): Promise<void>;
  /** The named or given model; else that of the options, of clew.toml, or what this machine has. */
  inUse(model: LanguageModel | undefined, ref: LaneRef, signal: AbortSignal): Promise<ReadyModel>;
  /** A short text by the model of the options or of clew.toml, or what this machine has. */
  readonly answerBriefly: TextModel<AbortSignal>;
}

export function makeModelRegistry(
  context: ModelContext,
  preferred: { readonly model: LanguageModel; readonly because: string } | null,
  searchIn: (ref: LaneRef) => OfflineSearch,
): ModelRegistry {
  const named = new Map<string, Promise<SdkModelAdapter>>();
  let chosen: Promise<ChosenModel> | undefined;
  const byName = (name: string): Promise<SdkModelAdapter> => {
    const known = named.get(name) ?? resolveModel(name, context);
    named.set(name, known);
    // A model that could not be reached now may be reachable next time.
    known.catch(() => named.delete(name));
    return known;
  };
  const choose = (): Promise<ChosenModel> => {
    const choice: Promise<ChosenModel> = chosen ?? chooseModel(context);
    chosen = choice;
    choice.catch(() => {
      chosen = undefined;
    });
    return choice;
  };
  const find = async (model: LanguageModel | undefined): Promise<ChosenModel> => {
    const given = model === undefined ? preferred : { model, because: "it was asked for" };
    if (given === null) return choose();
    const { because } = given;
    const adapter = typeof given.model === "string" ? await byName(given.model) : wrapModel(given.model, context);
    return { adapter, because };
  };
  /** Without a model, quotes from this lane. */
  const offlineIn = async (ref: LaneRef) => {
    const { makeOfflineModel } = await import("../offline/offline-model.js");
    return makeOfflineModel({ search: searchIn(ref) });
  };
  return {
    async known(name) {
      if (name !== "offline") await byName(name);
    },
    async inUse(model, ref, signal) {
      const { adapter, because } = await find(model);
      const own = adapter.name === "offline" ? await offlineIn(ref) : adapter;
      return { adapter: own, facts: await own.facts(signal), because };
    },
    answerBriefly: async (request) => (await find(undefined)).adapter.fast(request),
  };
}

/** Clew's names are `provider:model`; `vendor/model` is left to the SDK's own registry. */
async function resolveModel(name: string, context: ModelContext): Promise<SdkModelAdapter> {
  if (!/^[^:/]+\//.test(name)) return connectModel(name, context);
  const { gateway } = await loadSdk();
  const registry = globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway;
  return wrapModel(registry.languageModel(name) as Exclude<LanguageModel, string>, context);
}

/** A model for short tasks by its name, connected when it is first used. */
export function connectTextModel(name: string, context: ModelContext): TextModel<AbortSignal> {
  return makeLazyTextModel(async () => (await resolveModel(name, context)).model);
}
