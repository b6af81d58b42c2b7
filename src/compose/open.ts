/** The way in. It reads the configuration, and loads the engine, the store and what answers when a log is opened. */
import type { LogStore, TextModel } from "../core/ports.js";
import type { House } from "../engine/house.js";
import type { Presence } from "../engine/presence.js";
import { wakingStore } from "../engine/waking-store.js";
import { inProcessWake, wakeForFile } from "../stores/wake/in-process-wake.js";
import type { BrainContext } from "./brain-of.js";
import type { Clew } from "./clew.js";
import { type Config, configAt, noConfig } from "./config.js";
import type { BrainBook } from "./desk.js";
import type { InFlight } from "./in-flight.js";
import { type ConfigFile, findStore, type Location } from "./location.js";
import type { OpenLog } from "./log-verbs.js";
import type { ClewOptions } from "./options.js";
import { policyNamed } from "./policy-named.js";

/** Opens a log, creating its file if need be. What the options leave open, CLEW_ variables and clew.toml decide. */
export async function openClew(options: ClewOptions = {}): Promise<Clew> {
  return openWith(options, await configAt(undefined, process.env, process.cwd()));
}

/** The same with a configuration that is at hand. */
export function openWith(options: ClewOptions, config: Config): Promise<Clew> {
  return openAnd(options, config, clewOn);
}

/** The same for whoever wants no answer: what answers is not even loaded. */
export function openLog(options: ClewOptions, config: Config): Promise<OpenLog> {
  return openAnd(options, config, buildLog);
}

type Build<Result> = (store: LogStore, options: ClewOptions, config: Config) => Promise<Result>;

async function openAnd<Result>(options: ClewOptions, config: Config, build: Build<Result>): Promise<Result> {
  const chosen = withConfig(options, config);
  const store = await storeOf(options.store, config);
  try {
    return await build(store, chosen, config);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A Clew over a store that is open already. */
export async function clewOn(store: LogStore, options: ClewOptions, config: Config = noConfig): Promise<Clew> {
  const { clewOver } = await import("./clew.js");
  const { house, flight, context } = await buildHouse(store, options, config);
  return clewOver({ house, flight, brains: deferBrains(house, context, preferredModel(options, config)) });
}

async function buildLog(store: LogStore, options: ClewOptions, config: Config): Promise<OpenLog> {
  const { buildLogVerbs } = await import("./log-verbs.js");
  const { house } = await buildHouse(store, options, config);
  return { ...buildLogVerbs(house), close: () => store.close(), location: store.location };
}

interface Opened {
  readonly house: House;
  readonly flight: InFlight;
  readonly context: BrainContext;
}

async function buildHouse(store: LogStore, options: ClewOptions, config: Config): Promise<Opened> {
  const { turnsInFlight } = await import("./in-flight.js");
  const { houseOf } = await import("./options.js");
  const wake = store.location === "memory" ? inProcessWake() : wakeForFile(store.location);
  const flight = turnsInFlight(wake);
  const context = contextOf(options, config, flight.presence);
  const house = await houseOf(options, wakingStore(store, wake), flight.presence, {
    models: config.models,
    textModel: (name) => deferTextModel(name, context),
  });
  return { house, flight, context };
}

/** Providers and servers are loaded when a model is first looked for. */
function deferBrains(house: House, context: BrainContext, preferred: ReturnType<typeof preferredModel>): BrainBook {
  let book: Promise<BrainBook> | undefined;
  const load = async () => {
    const { brainBook } = await import("./brain-book.js");
    const { offlineSearch } = await import("./offline-search.js");
    return brainBook(context, preferred, (ref) => offlineSearch(house, ref));
  };
  const loaded = () => {
    book ??= load();
    return book;
  };
  return {
    known: async (name) => (await loaded()).known(name),
    inUse: async (model, ref, signal) => (await loaded()).inUse(model, ref, signal),
  };
}

function deferTextModel(name: string, context: BrainContext): TextModel<AbortSignal> {
  let model: TextModel<AbortSignal> | undefined;
  return async (request) => {
    const { textModelNamed } = await import("./brain-book.js");
    model ??= textModelNamed(name, context);
    return model(request);
  };
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
  const { sha256 } = await import("./options.js");
  if (named === "memory" || named === ":memory:") {
    const { memoryStore } = await import("../stores/memory/memory-store.js");
    return memoryStore({ hash: sha256 });
  }
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
