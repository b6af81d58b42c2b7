/** Models of the AI SDK's own provider packages. A package is loaded when one of its models is named. */

import { ClewError } from "@clewline/core/errors.js";
import { formatModelName } from "@clewline/core/model/facts/name.js";
import type { LanguageModel } from "ai";

export interface NativeAccess {
  readonly env: NodeJS.ProcessEnv;
  /** The base address, if it is not the provider's own. One without a path gets the usual path. */
  readonly server: string | undefined;
}

interface Settings {
  readonly apiKey: string;
  readonly baseURL?: string;
}

interface Provider {
  readonly package: string;
  /** The variables that may contain the key, the usual one first. */
  readonly keys: readonly [string, ...string[]];
  /** The usual path of a base address. */
  readonly path: string;
  load(settings: Settings, model: string, refuse: Refuse): Promise<Exclude<LanguageModel, string>>;
}

const openRouter = "https://openrouter.ai/api/v1";

const providers: Readonly<Record<string, Provider>> = {
  anthropic: {
    package: "@ai-sdk/anthropic",
    keys: ["ANTHROPIC_API_KEY"],
    path: "/v1",
    load: async (settings, model, refuse) => (await loadAnthropic(refuse)).createAnthropic(settings)(model),
  },
  openai: {
    package: "@ai-sdk/openai",
    keys: ["OPENAI_API_KEY"],
    path: "/v1",
    load: async (settings, model, refuse) => (await loadOpenAI(refuse)).createOpenAI(settings)(model),
  },
  "openai-chat": {
    package: "@ai-sdk/openai",
    keys: ["OPENAI_API_KEY"],
    path: "/v1",
    // Has its own provider name, so that a model's name leads back to the same endpoint.
    load: async (settings, model, refuse) => {
      const { createOpenAI } = await loadOpenAI(refuse);
      return createOpenAI({ ...settings, name: "openai-chat" }).chat(model);
    },
  },
  google: {
    package: "@ai-sdk/google",
    keys: ["GOOGLE_GENERATIVE_AI_API_KEY", "GEMINI_API_KEY"],
    path: "/v1beta",
    load: async (settings, model, refuse) => (await loadGoogle(refuse)).createGoogleGenerativeAI(settings)(model),
  },
  openrouter: {
    package: "@ai-sdk/openai-compatible",
    keys: ["OPENROUTER_API_KEY"],
    path: "/api/v1",
    load: async ({ apiKey, baseURL = openRouter }, model, refuse) => {
      const { createOpenAICompatible } = await loadOpenAICompatible(refuse);
      return createOpenAICompatible({ name: "openrouter", baseURL, apiKey, includeUsage: true })(model);
    },
  },
};

/** The environment variable that contains the provider's key; null if none is set. */
export function findKeyVariable(provider: string, env: NodeJS.ProcessEnv): string | null {
  return providers[provider]?.keys.find((name) => Boolean(env[name])) ?? null;
}

/** The provider's model with this id. Sends nothing yet. */
export async function loadNativeModel(
  provider: string,
  model: string,
  access: NativeAccess,
): Promise<Exclude<LanguageModel, string>> {
  const known = providers[provider];
  if (known === undefined) throw new Error(`${provider} is none of ${Object.keys(providers).join(", ")}`);
  const settings = makeSettings(provider, known, model, access);
  const name = formatModelName({ provider, modelId: model });
  return known.load(settings, model, (cause) =>
    isMissing(cause) ? makeNotInstalledError(known.package, name, cause) : cause,
  );
}

/** A self-hosted server often needs no key, and says so itself if it does. */
function makeSettings(
  provider: string,
  { keys, path }: Provider,
  model: string,
  { env, server }: NativeAccess,
): Settings {
  const variable = findKeyVariable(provider, env);
  if (variable === null && server === undefined)
    throw makeMissingKeyError(keys, formatModelName({ provider, modelId: model }));
  const apiKey = (variable === null ? undefined : env[variable]) ?? "none";
  return server === undefined ? { apiKey } : { apiKey, baseURL: addPath(server, path) };
}

function addPath(server: string, path: string): string {
  return new URL(server).pathname === "/" ? `${server.replace(/\/+$/, "")}${path}` : server;
}

function makeMissingKeyError(keys: readonly string[], name: string): ClewError {
  return new ClewError("model/unavailable", `${name} needs a key, and ${keys.join(" or ")} is not set`, {
    hint: `Set ${keys[0]} in the environment`,
  });
}

function makeNotInstalledError(name: string, model: string, cause: unknown): ClewError {
  return new ClewError("model/unavailable", `${model} needs the package ${name}`, {
    hint: `Run npm install ${name}: the newest with ai 7, and the major before it with ai 6`,
    cause,
  });
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error ? (error as { readonly code?: unknown }).code : undefined;
  return code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
}

/** Each import has a `try` of its own, which tells a bundler that the package is optional. */

/** Makes the error for a model whose package could not be loaded. */
type Refuse = (cause: unknown) => unknown;

async function loadAnthropic(refuse: Refuse): Promise<typeof import("@ai-sdk/anthropic")> {
  try {
    return await import("@ai-sdk/anthropic");
  } catch (cause) {
    throw refuse(cause);
  }
}

async function loadOpenAI(refuse: Refuse): Promise<typeof import("@ai-sdk/openai")> {
  try {
    return await import("@ai-sdk/openai");
  } catch (cause) {
    throw refuse(cause);
  }
}

async function loadGoogle(refuse: Refuse): Promise<typeof import("@ai-sdk/google")> {
  try {
    return await import("@ai-sdk/google");
  } catch (cause) {
    throw refuse(cause);
  }
}

async function loadOpenAICompatible(refuse: Refuse): Promise<typeof import("@ai-sdk/openai-compatible")> {
  try {
    return await import("@ai-sdk/openai-compatible");
  } catch (cause) {
    throw refuse(cause);
  }
}
