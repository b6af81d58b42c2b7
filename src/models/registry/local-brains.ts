/** Brains on servers of one's own: Ollama, llama.cpp, LM Studio, vLLM. */
import { freemem } from "node:os";
import { ClewError } from "../../core/errors.js";
import { factsOf } from "../../core/model/facts/facts-of.js";
import { modelName } from "../../core/model/facts/name.js";
import { firstModel, type LocalProvider, type LocalServer, loadedWindow, localModel } from "../local/local.js";
import { ollamaAddress } from "../ollama/address.js";
import { ollamaModel } from "../ollama/model.js";
import { installedModels, type OllamaServer } from "../ollama/server.js";
import { ollamaWindow } from "../ollama/window.js";
import { patientFetch } from "./patient-fetch.js";
import { type BrainContext, brainOf, once, type SdkBrain } from "./wrap-model.js";

/** How long a server may take to say which models it has. */
const listDeadlineMs = 5_000;

/** Without a model's name, the newest that is installed. */
export async function ollamaBrain(named: string, context: BrainContext): Promise<SdkBrain> {
  const server = ollamaServer(context);
  const model = named || (await newestModel(server));
  const said = factsOf(modelName({ provider: "ollama", modelId: model }), context.models).window;
  const window = once(async (signal) => {
    if (said !== null) return said;
    const freeBytes = isHere(server.address) ? freemem() : null;
    const found = await ollamaWindow(server, { model, told: context.window ?? null, freeBytes, signal });
    if (found.note !== null) context.note?.(found.note);
    return found.window;
  });
  const options = { model, window: (signal: AbortSignal | undefined) => window(signal ?? unstoppable) };
  // A short task has no tokens to spare for thoughts.
  const fast = async () => ollamaModel(server, { ...options, think: false });
  return brainOf(ollamaModel(server, options), context, { fast, window });
}

export function ollamaServer({ env, servers }: BrainContext): OllamaServer {
  return { address: ollamaAddress(servers.ollama, env.OLLAMA_HOST), fetch: patientFetch };
}

export function isHere(address: string): boolean {
  return /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(address).hostname);
}

/** Without a model's name, the first that the server lists. */
export async function localBrain(provider: LocalProvider, named: string, context: BrainContext): Promise<SdkBrain> {
  const key = context.env[keyVariables[provider]] || undefined;
  const server: LocalServer = { provider, address: context.servers[provider], key, fetch: patientFetch };
  const model = named || (await firstModel(server, AbortSignal.timeout(listDeadlineMs)));
  // Asked every time: the server may have been started again with another one.
  const window = (signal: AbortSignal) => loadedWindow(server, model, signal);
  return brainOf(await localModel(server, model), context, { window });
}

const unstoppable = new AbortController().signal;

/** Most of these servers want no key; one that was started with a key is told it. */
const keyVariables: Readonly<Record<LocalProvider, string>> = {
  llamacpp: "LLAMA_API_KEY",
  lmstudio: "LM_API_TOKEN",
  vllm: "VLLM_API_KEY",
};

async function newestModel(server: OllamaServer): Promise<string> {
  const [newest] = await installedModels(server, AbortSignal.timeout(listDeadlineMs));
  if (newest !== undefined) return newest;
  throw new ClewError("model/unavailable", "Ollama has no model yet", { hint: "Run ollama pull qwen3" });
}
