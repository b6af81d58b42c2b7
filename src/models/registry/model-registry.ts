/** Which model answers: the one that is named, else that of the options or of clew.toml, else what this machine has. */
import type { LanguageModel } from "ai";
import type { LaneRef } from "../../core/log/keys.js";
import type { Brain } from "../../core/model/brain.js";
import type { ModelFacts } from "../../core/model/facts/facts.js";
import type { TextModel } from "../../core/ports/index.js";
import { sdk } from "../load-sdk.js";
import { brainNamed } from "./brains.js";
import { chooseBrain } from "./choose-model.js";
import { type BrainContext, brainOf, loadedLater, type SdkBrain } from "./wrap-model.js";

type OfflineSearch = Parameters<typeof import("../offline/brain.js")["offlineBrain"]>[0]["search"];

/** A model that is ready to answer in a lane. */
interface BrainInUse {
  readonly brain: Brain<LanguageModel, AbortSignal>;
  readonly facts: ModelFacts;
  /** Why it is this one, as a sentence without its full stop. */
  readonly because: string;
}

export interface BrainBook {
  /** Fails for a name that leads to no model. */
  known(name: string): Promise<void>;
  /** The one that is named or given; else that of the options, of clew.toml, or what this machine has. */
  inUse(model: LanguageModel | undefined, ref: LaneRef, signal: AbortSignal): Promise<BrainInUse>;
}

interface Chosen {
  readonly brain: SdkBrain;
  readonly because: string;
}

export function brainBook(
  context: BrainContext,
  preferred: { readonly model: LanguageModel; readonly because: string } | null,
  searchIn: (ref: LaneRef) => OfflineSearch,
): BrainBook {
  const named = new Map<string, Promise<SdkBrain>>();
  let chosen: Promise<Chosen> | undefined;
  const byName = (name: string): Promise<SdkBrain> => {
    const known = named.get(name) ?? brainFor(name, context);
    named.set(name, known);
    // What could not be reached now may be there the next time.
    known.catch(() => named.delete(name));
    return known;
  };
  const choose = (): Promise<Chosen> => {
    const choice: Promise<Chosen> = chosen ?? chooseBrain(context);
    chosen = choice;
    choice.catch(() => {
      chosen = undefined;
    });
    return choice;
  };
  const find = async (model: LanguageModel | undefined): Promise<Chosen> => {
    const given = model === undefined ? preferred : { model, because: "it was asked for" };
    if (given === null) return choose();
    const { because } = given;
    const brain = typeof given.model === "string" ? await byName(given.model) : brainOf(given.model, context);
    return { brain, because };
  };
  /** The answer without a model quotes the lane at hand. */
  const offlineIn = async (ref: LaneRef) => {
    const { offlineBrain } = await import("../offline/brain.js");
    return offlineBrain({ search: searchIn(ref) });
  };
  return {
    async known(name) {
      if (name !== "offline") await byName(name);
    },
    async inUse(model, ref, signal) {
      const { brain, because } = await find(model);
      const own = brain.name === "offline" ? await offlineIn(ref) : brain;
      return { brain: own, facts: await own.facts(signal), because };
    },
  };
}

/** Names of ours are `provider:model`; `vendor/model` is left to the SDK's own registry. */
async function brainFor(name: string, context: BrainContext): Promise<SdkBrain> {
  if (!/^[^:/]+\//.test(name)) return brainNamed(name, context);
  const { gateway } = await sdk();
  const registry = globalThis.AI_SDK_DEFAULT_PROVIDER ?? gateway;
  return brainOf(registry.languageModel(name) as Exclude<LanguageModel, string>, context);
}

/** A model by its name for short tasks; it is looked for when the first is asked. */
export function textModelNamed(name: string, context: BrainContext): TextModel<AbortSignal> {
  return loadedLater(async () => (await brainFor(name, context)).model);
}
