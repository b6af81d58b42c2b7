import type { Config } from "../config/config.js";
import { type ConfigFile, findStore, type Location } from "../config/location.js";
import type { LogStore } from "../core/ports/index.js";
import { sha256 } from "../platform/crypto.js";
import type { ClewOptions } from "./options.js";

/** How a log is opened. */
export interface Opening {
  readonly options: ClewOptions;
  readonly config: Config;
  /** Hears where the log is, if that may surprise. */
  readonly warn: (line: string) => void;
}

type Build<Result> = (store: LogStore, options: ClewOptions, config: Config) => Promise<Result>;

/** Opens the store and builds on it; where that fails, the store is closed again. */
export async function openStoreThen<Result>(opening: Opening, build: Build<Result>): Promise<Result> {
  const store = await openStore(opening);
  try {
    return await build(store, opening.options, opening.config);
  } catch (error) {
    await store.close();
    throw error;
  }
}

async function openStore({ options, config, warn }: Opening): Promise<LogStore> {
  const named = options.store;
  if (named === "memory" || named === ":memory:") {
    const { makeMemoryStore } = await import("../stores/memory/memory-store.js");
    return makeMemoryStore({ hash: sha256 });
  }
  const { path, because } = findStore(named, process.env, process.cwd(), config.store);
  if (!isExpected(because, config.file)) warn(`clew: the log is ${path} (${because})`);
  const { openSqliteStore } = await import("../stores/sqlite/sqlite-store.js");
  return openSqliteStore({ path, hash: sha256 });
}

function isExpected(because: Location["because"], file: ConfigFile | null): boolean {
  if (because === "store in clew.toml")
    return file?.because === "named" || file?.because === "clew.toml in this folder";
  return because === "named" || because === "clew.db in this folder";
}
