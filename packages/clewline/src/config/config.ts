/** Settings from clew.toml and the environment. The environment overrides the file; options in code override both. */
import { ClewError } from "@clewline/core/errors.js";
import type { OwnFacts } from "@clewline/core/model/facts/find-facts.js";
import type { IgnoredKeys } from "./config-file.js";
import { filterConfigFile } from "./config-file.js";
import { isPolicy, type OwnPolicies, suggestPolicies } from "./find-policy.js";
import { type ConfigFile, findConfig } from "./location.js";
import type { Servers } from "./model-schema.js";
import { buildOwnPolicies } from "./own-policies.js";

export interface Config extends OwnPolicies {
  /** The file that was read; null without one. */
  readonly file: ConfigFile | null;
  readonly policy?: string;
  /** Absolute path. */
  readonly store?: string;
  readonly window?: number | { readonly tokens: number; readonly reply: number };
  readonly timeZone?: string;
  /** As provider:model. */
  readonly model?: string;
  readonly fastModel?: string;
  /** "minilm", "ollama:NAME" or "none". */
  readonly embedder?: string;
  /** The folder with the agent's files. Absolute path. */
  readonly agentFolder?: string;
  /** The folder where memories are files. Absolute path. */
  readonly memoryFolder?: string;
  /** Whether a gateway offers recall to models. */
  readonly gatewayRecall?: boolean;
  /** Base addresses of providers that differ from the usual ones, without a slash at the end. */
  readonly servers: Servers;
  /** Addresses that a gateway sends requests to, by names of the user's own. */
  readonly upstreams: Readonly<Record<string, string>>;
  /** The file that gave each of these addresses. */
  readonly serverFiles: Servers;
  /** Facts about models from clew.toml, by name. */
  readonly models: OwnFacts;
  readonly ignored: IgnoredKeys | null;
}

/** The configuration without a file and without an environment. */
export const noConfig: Config = Object.freeze({
  file: null,
  policies: new Map(),
  conversation: {},
  servers: {},
  upstreams: {},
  serverFiles: {},
  models: new Map(),
  ignored: null,
});

/** `named` is the path from --config. */
export async function loadConfig(named: string | undefined, env: NodeJS.ProcessEnv, folder: string): Promise<Config> {
  const file = findConfig(named, env, folder);
  const read = file === null ? noConfig : await readConfigFile(file, env);
  return Object.freeze({
    ...read,
    ...readWindowVariable(env),
    ...readPolicyVariable(env, read),
    ...readModelVariables(env),
  });
}

async function readConfigFile(file: ConfigFile, env: NodeJS.ProcessEnv): Promise<Config> {
  const { data, serverFiles, ignored } = await filterConfigFile(file, env);
  const { makeConfigError } = await import("./config-check.js");
  const { readOwnFacts } = await import("./model-schema.js");
  const { policy, conversation = {}, policies = {}, models = {}, servers = {}, upstreams = {}, ...rest } = data;
  const refuse = (what: string, section: readonly string[], hint: string) =>
    makeConfigError(what, file.path, section, hint);
  const own = { policies: buildOwnPolicies(policies, refuse), conversation };
  if (policy !== undefined && !isPolicy(policy, own)) {
    throw refuse(`policy can't be ${JSON.stringify(policy)}`, [], suggestPolicies(policy, [...own.policies.keys()]));
  }
  const given: { readonly [Key in keyof Config]?: Config[Key] | undefined } = {
    policy,
    store: rest.store,
    window: rest.window,
    timeZone: rest.time_zone,
    model: rest.model,
    fastModel: rest.fast_model,
    embedder: rest.embedder,
    agentFolder: rest.agent_folder,
    memoryFolder: rest.memory_folder,
    gatewayRecall: rest.gateway_recall,
  };
  return {
    file,
    ...own,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    models: readOwnFacts(models),
    // Without a slash at the end, so that paths can be appended.
    servers: Object.fromEntries(Object.entries(servers).map(([name, address]) => [name, address?.replace(/\/+$/, "")])),
    upstreams,
    serverFiles,
    ignored,
  };
}

function readWindowVariable({ CLEW_WINDOW: typed }: NodeJS.ProcessEnv): Pick<Config, "window"> {
  if (!typed) return {};
  const window = Number(typed.replaceAll(/[,_]/g, ""));
  if (Number.isSafeInteger(window) && window >= 256) return { window };
  throw new ClewError("config/bad", `CLEW_WINDOW can't be ${JSON.stringify(typed)}`, {
    hint: "Give a whole number of at least 256",
  });
}

function readPolicyVariable({ CLEW_POLICY: policy }: NodeJS.ProcessEnv, own: OwnPolicies): Pick<Config, "policy"> {
  if (!policy) return {};
  if (isPolicy(policy, own)) return { policy };
  throw new ClewError("config/bad", `CLEW_POLICY can't be ${JSON.stringify(policy)}`, {
    hint: suggestPolicies(policy, [...own.policies.keys()]),
  });
}

function readModelVariables({ CLEW_MODEL: model, CLEW_FAST_MODEL: fastModel }: NodeJS.ProcessEnv): Partial<Config> {
  return {
    ...readModelVariable("CLEW_MODEL", model, "model"),
    ...readModelVariable("CLEW_FAST_MODEL", fastModel, "fastModel"),
  };
}

function readModelVariable(variable: string, typed: string | undefined, key: "model" | "fastModel"): Partial<Config> {
  if (!typed) return {};
  if (/^\S+$/.test(typed)) return { [key]: typed };
  throw new ClewError("config/bad", `${variable} can't be ${JSON.stringify(typed)}`, {
    hint: 'Give a provider and a model, e.g. "anthropic:claude-sonnet-5"',
  });
}
