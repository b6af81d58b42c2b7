/** llama.cpp, LM Studio and vLLM: all use OpenAI's chat format, and each reports its window in its own way. */

import { ClewError } from "@clewline/core/errors.js";
import type { LanguageModel } from "ai";
import { z } from "zod";

export interface LocalServer {
  readonly provider: LocalProvider;
  /** The base address, with or without /v1; by default the server's usual one. */
  readonly address: string | undefined;
  readonly key: string | undefined;
  readonly fetch: typeof fetch;
}

interface Kind {
  /** For people. */
  readonly title: string;
  readonly address: string;
  /** The advice to print if the server does not answer. */
  readonly start: string;
  /** The path, from the origin, of the page that reports the window. */
  readonly path: string;
  windowIn(page: unknown, model: string): number | null | undefined;
}

export type LocalProvider = "llamacpp" | "lmstudio" | "vllm";

const kinds: Readonly<Record<LocalProvider, Kind>> = {
  llamacpp: {
    title: "llama.cpp",
    address: "http://127.0.0.1:8080",
    start: "Start it with llama-server -m FILE.gguf",
    path: "/props",
    windowIn: (page) => propsSchema.safeParse(page).data?.default_generation_settings?.n_ctx,
  },
  lmstudio: {
    title: "LM Studio",
    address: "http://127.0.0.1:1234",
    start: "Start its server with lms server start",
    path: "/api/v0/models",
    windowIn: (page, model) => findListed(studioSchema.safeParse(page).data, model)?.loaded_context_length,
  },
  vllm: {
    title: "vLLM",
    address: "http://127.0.0.1:8000",
    start: "Start it with vllm serve MODEL",
    path: "/v1/models",
    windowIn: (page, model) => findListed(modelsSchema.safeParse(page).data, model)?.max_model_len,
  },
};

const propsSchema = z.object({ default_generation_settings: z.object({ n_ctx: z.number().optional() }).optional() });
const modelsSchema = z.object({ data: z.array(z.object({ id: z.string(), max_model_len: z.number().nullish() })) });
const studioSchema = z.object({
  data: z.array(z.object({ id: z.string(), loaded_context_length: z.number().optional() })),
});

function findListed<Row extends { readonly id: string }>(
  list: { readonly data: readonly Row[] } | undefined,
  model: string,
) {
  return list?.data.find(({ id }) => id === model);
}

/** A model behind one of the servers. Sends nothing yet. */
export async function loadLocalModel(server: LocalServer, model: string): Promise<Exclude<LanguageModel, string>> {
  const { createOpenAICompatible } = await loadPackage(server.provider, model);
  const { provider: name, key, fetch } = server;
  const own = key === undefined ? {} : { apiKey: key };
  const settings = {
    name,
    baseURL: resolveAddress(server),
    fetch,
    includeUsage: true,
    supportsStructuredOutputs: true,
  };
  return createOpenAICompatible({ ...settings, ...own })(model);
}

export async function pickFirstModel(server: LocalServer, signal: AbortSignal): Promise<string> {
  const { title, start } = kinds[server.provider];
  const list = modelsSchema.safeParse(await fetchPage(server, `${resolveAddress(server)}/models`, signal));
  const ids = list.success ? list.data.data.map(({ id }) => id) : [];
  // An embedding model can't chat, and only its name shows that it is one.
  const first = ids.find((id) => !/embed/i.test(id)) ?? ids[0];
  if (first !== undefined) return first;
  throw new ClewError("model/unavailable", `${title} lists no model at ${resolveAddress(server)}`, { hint: start });
}

/** The window with which the server has loaded the model; null if it does not say. */
export async function fetchLoadedWindow(
  server: LocalServer,
  model: string,
  signal: AbortSignal,
): Promise<number | null> {
  const { path, windowIn } = kinds[server.provider];
  const base = resolveAddress(server).replace(/\/v1$/, "");
  return windowIn(await fetchPage(server, `${base}${path}`, signal), model) ?? null;
}

/** With the path of OpenAI's format, and without a trailing slash. */
function resolveAddress({ provider, address }: LocalServer): string {
  const base = (address ?? kinds[provider].address).replace(/\/+$/, "");
  return new URL(base).pathname === "/" ? `${base}/v1` : base;
}

/** Null if the server has no such page. Throws if the server does not answer. */
async function fetchPage({ provider, key, fetch }: LocalServer, url: string, signal: AbortSignal): Promise<unknown> {
  const { title, start } = kinds[provider];
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  try {
    const response = await fetch(url, { headers, signal });
    return response.ok ? await response.json() : null;
  } catch (cause) {
    if (signal.aborted) throw signal.reason;
    throw new ClewError("model/unavailable", `${title} does not answer at ${url}`, {
      hint: `${start}, or say where it is with ${provider} below [servers] in clew.toml`,
      cause,
    });
  }
}

async function loadPackage(provider: LocalProvider, model: string) {
  try {
    return await import("@ai-sdk/openai-compatible");
  } catch (cause) {
    throw new ClewError("model/unavailable", `${provider}:${model} needs the package @ai-sdk/openai-compatible`, {
      hint: "Run npm install @ai-sdk/openai-compatible@2 with ai 6, or @3 with ai 7",
      cause,
    });
  }
}
