/** Adapters for self-hosted servers: Ollama, llama.cpp, LM Studio, vLLM. */
import { freemem } from "node:os";
import { ClewError } from "@clewline/core/errors.js";
import { findModelFacts } from "@clewline/core/model/facts/find-facts.js";
import { formatModelName } from "@clewline/core/model/facts/name.js";
import {
  fetchLoadedWindow,
  type LocalProvider,
  type LocalServer,
  loadLocalModel,
  pickFirstModel,
} from "../local/local.js";
import { resolveOllamaAddress } from "../ollama/address.js";
import { makeOllamaModel } from "../ollama/model.js";
import { listInstalledModels, type OllamaServer } from "../ollama/server.js";
import { chooseOllamaWindow } from "../ollama/window.js";
import { fetchPatiently } from "./patient-fetch.js";
import { keepFirstAnswer, type ModelContext, type SdkModelAdapter, wrapModel } from "./wrap-model.js";

/** How long a server may take to list its models. */
const listDeadlineMs = 5_000;

/** Without a model's name, takes the newest that is installed. */
export async function connectOllamaModel(named: string, context: ModelContext): Promise<SdkModelAdapter> {
  const server = makeOllamaServer(context);
  const model = named || (await findNewestModel(server));
  const said = findModelFacts(formatModelName({ provider: "ollama", modelId: model }), context.models).window;
  const window = keepFirstAnswer(async (signal) => {
    if (said !== null) return said;
    const freeBytes = isHere(server.address) ? freemem() : null;
    const found = await chooseOllamaWindow(server, { model, told: context.window ?? null, freeBytes, signal });
    if (found.note !== null) context.note?.(found.note);
    return found.window;
  });
  const options = { model, window: (signal: AbortSignal | undefined) => window(signal ?? unstoppable) };
  // A short task has no tokens to spare for reasoning.
  const fast = async () => makeOllamaModel(server, { ...options, think: false });
  return wrapModel(makeOllamaModel(server, options), context, { fast, window });
}

export function makeOllamaServer({ env, servers }: ModelContext): OllamaServer {
  return { address: resolveOllamaAddress(servers.ollama, env.OLLAMA_HOST), fetch: fetchPatiently };
}

export function isHere(address: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname);
}

/** Without a model's name, takes the first that the server lists. */
export async function connectLocalModel(
  provider: LocalProvider,
  named: string,
  context: ModelContext,
): Promise<SdkModelAdapter> {
  const key = context.env[keyVariables[provider]] || undefined;
  const server: LocalServer = { provider, address: context.servers[provider], key, fetch: fetchPatiently };
  const model = named || (await pickFirstModel(server, AbortSignal.timeout(listDeadlineMs)));
  // Asks every time, because the server may have been restarted with another window.
  const window = (signal: AbortSignal) => fetchLoadedWindow(server, model, signal);
  return wrapModel(await loadLocalModel(server, model), context, { window });
}

const unstoppable = new AbortController().signal;

/** Most of these servers need no key; the others get it from these variables. */
const keyVariables: Readonly<Record<LocalProvider, string>> = {
  llamacpp: "LLAMA_API_KEY",
  lmstudio: "LM_API_TOKEN",
  vllm: "VLLM_API_KEY",
};

async function findNewestModel(server: OllamaServer): Promise<string> {
  const [newest] = await listInstalledModels(server, AbortSignal.timeout(listDeadlineMs));
  if (newest !== undefined) return newest;
  throw new ClewError("model/unavailable", "Ollama has no model yet", { hint: "Run ollama pull qwen3" });
}
