/** A whole Clew: the log, and what answers in it. */

import type { Config } from "../config/config.js";
import type { LogStore } from "../core/ports/index.js";
import { defer } from "../core/text/defer.js";
import type { House } from "../engine/engine.js";
import type { BrainBook } from "../models/registry/model-registry.js";
import type { BrainContext } from "../models/registry/wrap-model.js";
import { buildHouse } from "./build-engine.js";
import type { Clew } from "./clew.js";
import { buildClewVerbs } from "./clew-verbs.js";
import { type Opening, openStoreAnd } from "./open-store.js";
import { type ClewOptions, machineZone } from "./options.js";

export function openClewWith(opening: Opening): Promise<Clew> {
  return openStoreAnd(opening, buildClew);
}

export async function buildClew(store: LogStore, options: ClewOptions, config: Config): Promise<Clew> {
  // Named, it is checked now: a view must not be the first to find out that nobody knows the machine's zone.
  const { timeZone = machineZone() } = options;
  const { house, flight, context } = await buildHouse(store, { ...options, timeZone }, config);
  return buildClewVerbs({ house, flight, brains: deferBrains(house, context, preferredModel(options, config)) });
}

/** Providers and servers are loaded when a model is first looked for. */
function deferBrains(house: House, context: BrainContext, preferred: ReturnType<typeof preferredModel>): BrainBook {
  const loaded = defer(async () => {
    const { brainBook } = await import("../models/registry/model-registry.js");
    const { offlineSearch } = await import("./offline-search.js");
    return brainBook(context, preferred, (ref) => offlineSearch(house, ref));
  });
  return {
    known: async (name) => (await loaded()).known(name),
    inUse: async (model, ref, signal) => (await loaded()).inUse(model, ref, signal),
  };
}

function preferredModel({ model }: ClewOptions, config: Config) {
  if (model !== undefined) return { model, because: "openClew was given it" };
  return config.model === undefined ? null : { model: config.model, because: "clew.toml or CLEW_MODEL names it" };
}
