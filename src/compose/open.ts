import type { LogStore } from "../core/ports.js";
import type { Presence } from "../engine/presence.js";
import { wakingStore } from "../engine/waking-store.js";
import { memoryStore } from "../stores/memory/memory-store.js";
import { inProcessWake, wakeForFile } from "../stores/wake/in-process-wake.js";
import { brainBook, textModelNamed } from "./brain-book.js";
import type { BrainContext } from "./brain-of.js";
import { type Clew, clewOver } from "./clew.js";
import { type Config, configAt, noConfig } from "./config.js";
import { turnsInFlight } from "./in-flight.js";
import { type ConfigFile, findStore, type Location } from "./location.js";
import { offlineSearch } from "./offline-search.js";
import { type ClewOptions, houseOf, sha256 } from "./options.js";
import { policyNamed } from "./policy-named.js";

/** Opens a log, creating its file if need be. What the options leave open, CLEW_ variables and clew.toml decide. */
export async function openClew(options: ClewOptions = {}): Promise<Clew> {
  return openWith(options, await configAt(undefined, process.env, process.cwd()));
}

/** The same with a configuration that is at hand. */
export async function openWith(options: ClewOptions, config: Config): Promise<Clew> {
  const chosen = withConfig(options, config);
  const store = await storeOf(options.store, config);
  try {
    return await clewOn(store, chosen, config);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A Clew over a store that is open already. */
export async function clewOn(store: LogStore, options: ClewOptions, config: Config = noConfig): Promise<Clew> {
  const wake = store.location === "memory" ? inProcessWake() : wakeForFile(store.location);
  const flight = turnsInFlight(wake);
  const context = contextOf(options, config, flight.presence);
  const house = await houseOf(options, wakingStore(store, wake), flight.presence, {
    models: config.models,
    textModel: (name) => textModelNamed(name, context),
  });
  const preferred = preferredModel(options, config);
  return clewOver({ house, flight, brains: brainBook(context, preferred, (ref) => offlineSearch(house, ref)) });
}

function contextOf({ window }: ClewOptions, { servers, models }: Config, { remark }: Presence): BrainContext {
  const told = typeof window === "object" ? window.tokens : window;
  return { env: process.env, servers, models, note: remark, ...(told === undefined ? {} : { window: told }) };
}

function preferredModel({ model }: ClewOptions, config: Config) {
  if (model !== undefined) return { model, because: "openClew was given it" };
  return config.model === undefined ? null : { model: config.model, because: "clew.toml or CLEW_MODEL names it" };
}

/** A policy that is handed over as data is used as it is; one that is only named gets the settings of the file. */
function withConfig(options: ClewOptions, config: Config): ClewOptions {
  const { policy = config.policy ?? "balanced", window = config.window, timeZone = config.timeZone } = options;
  const { fastModel = config.fastModel } = options;
  return {
    ...options,
    policy: typeof policy === "string" ? policyNamed(policy, config) : policy,
    ...(window === undefined ? {} : { window }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(fastModel === undefined ? {} : { fastModel }),
  };
}

async function storeOf(named: string | undefined, { store, file }: Config): Promise<LogStore> {
  if (named === "memory" || named === ":memory:") return memoryStore({ hash: sha256 });
  const { path, because } = findStore(named, process.env, process.cwd(), store);
  if (!isExpected(because, file)) process.stderr.write(`clew: the log is ${path} (${because})\n`);
  const { sqliteStore } = await import("../stores/sqlite/sqlite-store.js");
  return sqliteStore({ path, hash: sha256 });
}

function isExpected(because: Location["because"], file: ConfigFile | null): boolean {
  if (because === "store in clew.toml")
    return file?.because === "named" || file?.because === "clew.toml in this folder";
  return because === "named" || because === "clew.db in this folder";
}
