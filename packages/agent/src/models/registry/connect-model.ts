/** Finds the adapter for a model's name, and loads its code on demand. */
import { ClewError } from "@clewline/core/errors.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { splitModelName } from "@clewline/core/model/facts/name.js";
import { findNearest } from "@clewline/text/nearest.js";
import { findClaude } from "../claude-code/environment.js";
import { makeNotInstalledError } from "../claude-code/failure.js";
import { loadSdk } from "../load-sdk.js";
import { type ModelContext, type SdkModelAdapter, wrapModel } from "./wrap-model.js";

type ModelConnector = (model: string, context: ModelContext) => Promise<SdkModelAdapter>;

/** The model that a provider's name alone stands for. */
export const usualModels: Readonly<Record<string, string>> = {
  anthropic: "claude-sonnet-5",
  openai: "gpt-6-sol",
  "openai-chat": "gpt-6-sol",
  google: "gemini-3.8-flash",
  openrouter: "anthropic/claude-sonnet-5",
};

const makers: ReadonlyMap<string, ModelConnector> = new Map<string, ModelConnector>([
  ["anthropic", makeNativeConnector("anthropic")],
  ["openai", makeNativeConnector("openai")],
  ["openai-chat", makeNativeConnector("openai-chat")],
  ["google", makeNativeConnector("google")],
  ["openrouter", makeNativeConnector("openrouter")],
  ["ollama", async (model, context) => (await import("./local-models.js")).connectOllamaModel(model, context)],
  [
    "llamacpp",
    async (model, context) => (await import("./local-models.js")).connectLocalModel("llamacpp", model, context),
  ],
  [
    "lmstudio",
    async (model, context) => (await import("./local-models.js")).connectLocalModel("lmstudio", model, context),
  ],
  ["vllm", async (model, context) => (await import("./local-models.js")).connectLocalModel("vllm", model, context)],
  ["claude-code", connectClaudeModel],
  ["offline", connectOfflineModel],
]);

/** Connects the model `provider:model`. Sends nothing yet, unless a local server has to say which model it has. */
export async function connectModel(name: string, context: ModelContext): Promise<SdkModelAdapter> {
  const { provider, model } = splitModelName(name);
  const make = makers.get(provider);
  if (make === undefined) throw makeUnknownProviderError(name, provider);
  await loadSdk();
  return make(model, context);
}

/** The smaller model comes from the same provider, with the same key. */
function makeNativeConnector(provider: string): ModelConnector {
  return async (named, context) => {
    const { loadNativeModel } = await import("../native/native.js");
    const model = named || (usualModels[provider] ?? "");
    const access = { env: context.env, server: context.servers[provider.replace(/-chat$/, "")] };
    const { fast } = findModelFacts(`${provider}:${model}`, context.models);
    const own = await loadNativeModel(provider, model, access);
    return wrapModel(own, context, fast === null ? {} : { fast: () => loadNativeModel(provider, fast, access) });
  };
}

/** Without the command it fails now, as a provider does without its key. */
async function connectClaudeModel(model: string, { env, models }: ModelContext): Promise<SdkModelAdapter> {
  if (findClaude(env) === null) throw makeNotInstalledError();
  const { makeClaudeCodeModel } = await import("../claude-code/claude-code-model.js");
  const adapter = makeClaudeCodeModel(model === "" ? { env } : { env, model });
  return { ...adapter, facts: async () => findModelFacts(adapter.name, models) };
}

/** It quotes a lane. The registry, which knows the lane, replaces it by one that searches there. */
async function connectOfflineModel(): Promise<SdkModelAdapter> {
  const { makeOfflineModel } = await import("../offline/offline-model.js");
  return makeOfflineModel({ search: async () => [] });
}

function makeUnknownProviderError(name: string, provider: string): ClewError {
  const known = [...makers.keys()];
  const near = findNearest(provider, known);
  const hint = near === null ? `There are ${known.join(", ")}.` : `Did you mean ${near}?`;
  return new ClewError("model/unknown", `There is no provider ${JSON.stringify(provider)} for the model ${name}`, {
    hint: `${hint} A model is written as provider:model, e.g. anthropic:claude-sonnet-5`,
  });
}
