/** The way in. It reads the configuration; the engine, the store and what answers are loaded when a log is opened. */

import type { LogStore } from "@clewline/core/ports/index.js";
import type { Timing } from "@clewline/engine/engine.js";
import type { ServeOptions } from "@clewline/gateway/http/serve-log.js";
import { isFolder } from "@clewline/platform/agent-folder.js";
import { type Config, loadConfig, noConfig } from "../config/config.js";
import { describeIgnored, type IgnoredKeys } from "../config/config-file.js";
import { describeIdleSettings, findPolicy } from "../config/find-policy.js";
import type { OpenGateway } from "./build/build-gateway.js";
import type { Clew } from "./clew.js";
import type { OpenLog } from "./log-verbs.js";
import type { ClewOptions } from "./options.js";

/** Opens a log, creating its file if need be. What the options leave open, CLEW_ variables and clew.toml decide. */
export async function openClew(options: ClewOptions = {}): Promise<Clew> {
  const { checkClewOptions } = await import("./options.js");
  await checkClewOptions(options);
  const { config: named } = options;
  const config = named === false ? noConfig : await loadConfig(named, process.env, process.cwd());
  if (config.ignored !== null) warnOfIgnored(config.ignored);
  return openConfiguredClew(options, config);
}

const told = new Set<string>();

/** Once for each file and what it has: a program may open many logs. */
function warnOfIgnored(ignored: IgnoredKeys): void {
  const { text, command } = describeIgnored(ignored);
  const line = `${text} ${command}, or openClew({ config: PATH })`;
  if (!told.has(line)) process.emitWarning(line, { type: "ClewWarning" });
  told.add(line);
}

/** The same with a configuration that is at hand. `warn` is told where the log is, if that may surprise. */
export async function openConfiguredClew(
  options: ClewOptions,
  config: Config,
  warn = writeWarning,
  timing: Timing = {},
): Promise<Clew> {
  const opening = { options: applyConfig(options, config, warn), config, warn };
  const { openAndBuildClew } = await import("./build/build-clew.js");
  return openAndBuildClew(opening, timing);
}

/** The same for whoever wants no answer: what answers is not even loaded. */
export async function openLog(options: ClewOptions, config: Config, warn = writeWarning): Promise<OpenLog> {
  const opening = { options: applyConfig(options, config, warn), config, warn };
  const { openAndBuildLog } = await import("./build/build-log.js");
  const isTold = (key: "policy" | "timeZone") => (options[key] ?? config[key]) !== undefined;
  return openAndBuildLog(opening, { policy: isTold("policy"), timeZone: isTold("timeZone") });
}

/** A log behind a gateway, for clients that speak a provider's wire format. */
export async function openGateway(
  options: ClewOptions,
  config: Config,
  serving: ServeOptions,
  timing: Timing = {},
): Promise<OpenGateway> {
  const { openAndBuildGateway } = await import("./build/build-gateway.js");
  const upstreams = [...listServers(config), ...serving.upstreams];
  return openAndBuildGateway(
    { options: applyConfig(options, config, serving.say), config, warn: serving.say },
    { ...serving, upstreams },
    timing,
  );
}

/** Addresses of providers in a file that may say where keys go. A client names the version in its own path. */
function listServers({ servers, upstreams }: Config): readonly string[] {
  const named = Object.entries(upstreams).map(([name, address]) => `${name}=${address}`);
  const own = ["anthropic", "openai", "google"].flatMap((name) => {
    const address = servers[name as keyof typeof servers];
    return address === undefined ? [] : [`${name}=${address.replace(/\/v1(?:beta)?$/, "")}`];
  });
  return [...own, ...named];
}

/** A Clew over a store that is open already. */
export async function makeClewOverStore(
  store: LogStore,
  options: ClewOptions,
  config: Config = noConfig,
  timing: Timing = {},
): Promise<Clew> {
  const { buildClew } = await import("./build/build-clew.js");
  return buildClew(store, options, config, timing);
}

function writeWarning(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** A policy that is handed over as data is used as it is; one that is only named gets the settings of the file. */
function applyConfig(options: ClewOptions, config: Config, warn: (line: string) => void): ClewOptions {
  const { policy = config.policy ?? "balanced", window = config.window, timeZone = config.timeZone } = options;
  const { fastModel = config.fastModel, embedder = config.embedder } = options;
  const { agentFolder = findAgentFolder(config, warn) } = options;
  const { memoryFolder = config.memoryFolder } = options;
  const chosen = typeof policy === "string" ? findPolicy(policy, config) : policy;
  const idle = describeIdleSettings(chosen);
  if (idle !== null) warn(`clew: ${idle}`);
  return {
    ...options,
    policy: chosen,
    ...(window === undefined ? {} : { window }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(fastModel === undefined ? {} : { fastModel }),
    ...(embedder === undefined ? {} : { embedder }),
    ...(agentFolder === undefined ? {} : { agentFolder }),
    ...(memoryFolder === undefined ? {} : { memoryFolder }),
  };
}

/** A file outlives what it names: without the folder, everything but the agent's files works. */
function findAgentFolder({ agentFolder }: Config, warn: (line: string) => void): string | undefined {
  if (agentFolder === undefined || isFolder(agentFolder)) return agentFolder;
  warn(`clew: agent_folder in clew.toml names no folder, so the agent has no files of its own: ${agentFolder}`);
  return undefined;
}
