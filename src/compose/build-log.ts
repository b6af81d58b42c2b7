/** A log without what answers in it. */

import type { Config } from "../config/config.js";
import type { LogStore } from "../core/ports/index.js";
import { buildEngineParts } from "./build-engine.js";
import { buildLogVerbs, type OpenLog } from "./log-verbs.js";
import type { ClewOptions } from "./options.js";
import { type Opening, openStoreThen } from "./stores/open-store.js";

export function openAndBuildLog(opening: Opening): Promise<OpenLog> {
  return openStoreThen(opening, buildLog);
}

async function buildLog(store: LogStore, options: ClewOptions, config: Config): Promise<OpenLog> {
  const { engine } = await buildEngineParts(store, options, config);
  return { ...buildLogVerbs(engine), close: () => store.close(), location: store.location };
}
