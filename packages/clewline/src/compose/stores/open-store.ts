import type { LogStore } from "@clewline/core/ports/index.js";
import type { Config } from "../../config/config.js";
import { selectEnvironment } from "../../config/environment.js";
import type { ConfigFile, Location } from "../../config/location.js";
import { type ClewOptions, checkClewOptions } from "../options.js";

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
  await checkClewOptions(opening.options);
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
  if (typeof named === "object") return (await import("@clewline/engine/store/borrowed-store.js")).borrowStore(named);
  if (named === "memory" || named === ":memory:") return (await import("./memory.js")).makeMemoryStore();
  const { locateLog } = await import("./own-log.js");
  const { path, because } = await locateLog({ named, env: selectEnvironment(options.config, process.env), config });
  if (!isExpected(because, config.file)) warn(`clew: the log is ${path} (${because})`);
  const { openSqliteStore } = await import("./sqlite.js");
  return openSqliteStore({ path, onReadOnly: () => warn(`clew: ${path} can only be read: nothing is written`) });
}

function isExpected(because: Location["because"], file: ConfigFile | null): boolean {
  if (because === "store in clew.toml")
    return file?.because === "named" || file?.because === "clew.toml in this folder";
  return because === "named" || because === "clew.db in this folder";
}
