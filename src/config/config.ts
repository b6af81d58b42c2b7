/** What clew.toml and the environment say. The environment wins over the file, and what is given in code over both. */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ClewError } from "../core/errors.js";
import type { OwnFacts } from "../core/model/facts/facts-of.js";
import { type ConfigFile, findConfig, homeIn } from "./location.js";
import type { Servers } from "./model-schema.js";
import { ownPolicies } from "./own-policies.js";
import { isPolicy, type OwnPolicies, whichPolicies } from "./policy-named.js";

export interface Config extends OwnPolicies {
  /** The file in force; null without one. */
  readonly file: ConfigFile | null;
  readonly policy?: string;
  /** An absolute path. */
  readonly store?: string;
  readonly window?: number | { readonly tokens: number; readonly reply: number };
  readonly timeZone?: string;
  /** As provider:model. */
  readonly model?: string;
  readonly fastModel?: string;
  /** Addresses of providers that are not at their usual ones. */
  readonly servers: Servers;
  /** What the owner says of models, by name. */
  readonly models: OwnFacts;
}

/** As if there were neither a file nor an environment. */
export const noConfig: Config = Object.freeze({
  file: null,
  policies: new Map(),
  conversation: {},
  servers: {},
  models: new Map(),
});

/** `named` is what --config says. */
export async function configAt(named: string | undefined, env: NodeJS.ProcessEnv, folder: string): Promise<Config> {
  const file = findConfig(named, env, folder);
  const read = file === null ? noConfig : await configIn(file, env);
  return Object.freeze({ ...read, ...windowIn(env), ...policyIn(env, read), ...modelsIn(env) });
}

async function configIn(file: ConfigFile, env: NodeJS.ProcessEnv): Promise<Config> {
  const text = textOf(file);
  // Where there is no file, nobody waits for the parser.
  const { checkedConfig, configError } = await import("./config-check.js");
  const { ownFactsIn } = await import("./model-schema.js");
  const said = checkedConfig(text, file.path);
  const { policy, store, window, time_zone: timeZone, conversation = {}, policies = {} } = said;
  const refuse = (what: string, section: readonly string[], hint: string) =>
    configError(what, file.path, section, hint);
  const own = { policies: ownPolicies(policies, refuse), conversation };
  if (policy !== undefined && !isPolicy(policy, own)) {
    throw refuse(`policy can't be ${JSON.stringify(policy)}`, [], whichPolicies(policy, [...own.policies.keys()]));
  }
  return {
    file,
    ...own,
    ...(policy === undefined ? {} : { policy }),
    ...(store === undefined ? {} : { store: storePath(store, file, env) }),
    ...(window === undefined ? {} : { window }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(said.model === undefined ? {} : { model: said.model }),
    ...(said.fast_model === undefined ? {} : { fastModel: said.fast_model }),
    servers: serversIn(said.servers ?? {}),
    models: ownFactsIn(said.models ?? {}),
  };
}

/** Without a slash at the end, so that paths can be joined to them. */
function serversIn(said: Readonly<Record<string, string | undefined>>): Servers {
  const told = Object.entries(said).flatMap(([name, address]) => (address === undefined ? [] : [[name, address]]));
  return Object.fromEntries(told.map(([name = "", address = ""]) => [name, address.replace(/\/+$/, "")]));
}

function textOf({ path, because }: ConfigFile): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const place =
      because === "CLEW_CONFIG" ? "CLEW_CONFIG" : because === "named" ? "the path after --config" : "the file";
    throw new ClewError("config/bad", `${path} can't be read`, { hint: `Check ${place}`, cause });
  }
}

function storePath(store: string, { path }: ConfigFile, env: NodeJS.ProcessEnv): string {
  return store.startsWith("~/") ? join(homeIn(env), store.slice(2)) : resolve(dirname(path), store);
}

function windowIn({ CLEW_WINDOW: typed }: NodeJS.ProcessEnv): Pick<Config, "window"> {
  if (!typed) return {};
  const window = Number(typed.replaceAll(/[,_]/g, ""));
  if (Number.isSafeInteger(window) && window >= 256) return { window };
  throw new ClewError("config/bad", `CLEW_WINDOW can't be ${JSON.stringify(typed)}`, {
    hint: "Give a whole number of at least 256",
  });
}

function policyIn({ CLEW_POLICY: policy }: NodeJS.ProcessEnv, own: OwnPolicies): Pick<Config, "policy"> {
  if (!policy) return {};
  if (isPolicy(policy, own)) return { policy };
  throw new ClewError("config/bad", `CLEW_POLICY can't be ${JSON.stringify(policy)}`, {
    hint: whichPolicies(policy, [...own.policies.keys()]),
  });
}

function modelsIn({ CLEW_MODEL: model, CLEW_FAST_MODEL: fastModel }: NodeJS.ProcessEnv): Partial<Config> {
  return { ...modelFrom("CLEW_MODEL", model, "model"), ...modelFrom("CLEW_FAST_MODEL", fastModel, "fastModel") };
}

function modelFrom(variable: string, typed: string | undefined, key: "model" | "fastModel"): Partial<Config> {
  if (!typed) return {};
  if (/^\S+$/.test(typed)) return { [key]: typed };
  throw new ClewError("config/bad", `${variable} can't be ${JSON.stringify(typed)}`, {
    hint: 'Give a provider and a model, e.g. "anthropic:claude-sonnet-5"',
  });
}
