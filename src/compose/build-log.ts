/** A log without what answers in it. */

import type { Config } from "../config/config.js";
import type { LogStore } from "../core/ports/index.js";
import { buildHouse } from "./build-engine.js";
import { buildLogVerbs, type OpenLog } from "./log-verbs.js";
import { type Opening, openStoreAnd } from "./open-store.js";
import type { ClewOptions } from "./options.js";

export function openLogWith(opening: Opening): Promise<OpenLog> {
  return openStoreAnd(opening, buildLog);
}

async function buildLog(store: LogStore, options: ClewOptions, config: Config): Promise<OpenLog> {
  const { house } = await buildHouse(store, options, config);
  return { ...buildLogVerbs(house), close: () => store.close(), location: store.location };
}
