/** A brain for a model's name. What it needs is loaded when it is named. */
import { ClewError } from "../../core/errors.js";
import { factsOf } from "../../core/model/facts/facts-of.js";
import { modelNameParts } from "../../core/model/facts/name.js";
import { nearest } from "../../core/text/nearest.js";
import { sdk } from "../load-sdk.js";
import { type BrainContext, brainOf, type SdkBrain } from "./wrap-model.js";

type Maker = (model: string, context: BrainContext) => Promise<SdkBrain>;

/** What the name of a provider alone stands for. */
export const usualModels: Readonly<Record<string, string>> = {
  anthropic: "claude-sonnet-5",
  openai: "gpt-6-sol",
  "openai-chat": "gpt-6-sol",
  google: "gemini-3.8-flash",
  openrouter: "anthropic/claude-sonnet-5",
};

const makers: ReadonlyMap<string, Maker> = new Map<string, Maker>([
  ["anthropic", nativeBrain("anthropic")],
  ["openai", nativeBrain("openai")],
  ["openai-chat", nativeBrain("openai-chat")],
  ["google", nativeBrain("google")],
  ["openrouter", nativeBrain("openrouter")],
  ["ollama", async (model, context) => (await import("./local-brains.js")).ollamaBrain(model, context)],
  ["llamacpp", async (model, context) => (await import("./local-brains.js")).localBrain("llamacpp", model, context)],
  ["lmstudio", async (model, context) => (await import("./local-brains.js")).localBrain("lmstudio", model, context)],
  ["vllm", async (model, context) => (await import("./local-brains.js")).localBrain("vllm", model, context)],
  ["claude-code", claudeBrain],
  ["offline", quotingNothing],
]);

/** The model by its name, `provider:model`. Nothing is sent yet, unless a local server is to say which model it has. */
export async function brainNamed(name: string, context: BrainContext): Promise<SdkBrain> {
  const { provider, model } = modelNameParts(name);
  const make = makers.get(provider);
  if (make === undefined) throw unknownProvider(name, provider);
  await sdk();
  return make(model, context);
}

/** The smaller model comes from the same provider, with the same key. */
function nativeBrain(provider: string): Maker {
  return async (named, context) => {
    const { nativeModel } = await import("../native/native.js");
    const model = named || (usualModels[provider] ?? "");
    const access = { env: context.env, server: context.servers[provider.replace(/-chat$/, "")] };
    const { fast } = factsOf(`${provider}:${model}`, context.models);
    const own = await nativeModel(provider, model, access);
    return brainOf(own, context, fast === null ? {} : { fast: () => nativeModel(provider, fast, access) });
  };
}

async function claudeBrain(model: string, { env, models }: BrainContext): Promise<SdkBrain> {
  const { claudeCodeBrain } = await import("../claude-code/brain.js");
  const brain = claudeCodeBrain(model === "" ? { env } : { env, model });
  return { ...brain, facts: async () => factsOf(brain.name, models) };
}

/** It quotes from a lane, and whoever knows the lane hands it over instead of this one. */
async function quotingNothing(): Promise<SdkBrain> {
  const { offlineBrain } = await import("../offline/brain.js");
  return offlineBrain({ search: async () => [] });
}

function unknownProvider(name: string, provider: string): ClewError {
  const known = [...makers.keys()];
  const near = nearest(provider, known);
  const hint = near === null ? `There are ${known.join(", ")}.` : `Did you mean ${near}?`;
  return new ClewError("model/unknown", `There is no provider ${JSON.stringify(provider)} for the model ${name}`, {
    hint: `${hint} A model is written as provider:model, e.g. anthropic:claude-sonnet-5`,
  });
}
