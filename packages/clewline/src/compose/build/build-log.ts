/** Opens a log for reading, without what answers in it. */

import type { LogStore } from "@clewline/core/ports/index.js";
import type { Config } from "../../config/config.js";
import { buildLogVerbs, type OpenLog } from "../log-verbs.js";
import type { ClewOptions } from "../options.js";
import { type Opening, openStoreThen } from "../stores/open-store.js";
import { buildEngineParts } from "./build-engine.js";

/** Flags for the options that were given: the last call must not override these. */
type Told = Parameters<typeof buildLogVerbs>[1] & object;

export function openAndBuildLog(opening: Opening, told: Told): Promise<OpenLog> {
  return openStoreThen(opening, (store, options, config) => buildLog(store, options, config, told));
}

async function buildLog(store: LogStore, options: ClewOptions, config: Config, told: Told): Promise<OpenLog> {
  const { engine } = await buildEngineParts(store, options, config);
  return { ...buildLogVerbs(engine, told), close: () => store.close(), location: store.location };
}
