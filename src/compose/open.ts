import type { LogStore } from "../core/ports.js";
import { memoryStore } from "../stores/memory/memory-store.js";
import { type Clew, clewOver } from "./clew.js";
import { turnsInFlight } from "./in-flight.js";
import { findStore } from "./location.js";
import { type ClewOptions, houseOf, sha256 } from "./options.js";

/** Opens a log, creating its file if need be. */
export async function openClew(options: ClewOptions = {}): Promise<Clew> {
  const store = await storeOf(options.store);
  try {
    return await clewOn(store, options);
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A Clew over a store that is open already. */
export async function clewOn(store: LogStore, options: ClewOptions): Promise<Clew> {
  const flight = turnsInFlight();
  return clewOver(await houseOf(options, store, flight.presence), flight);
}

async function storeOf(named: string | undefined): Promise<LogStore> {
  if (named === "memory" || named === ":memory:") return memoryStore({ hash: sha256 });
  const { path, because } = findStore(named, process.env, process.cwd());
  const expected = because === "named" || because === "clew.db in this folder";
  if (!expected) process.stderr.write(`clew: the log is ${path} (${because})\n`);
  const { sqliteStore } = await import("../stores/sqlite/sqlite-store.js");
  return sqliteStore({ path, hash: sha256 });
}
