/** A whole Clew: the log, and what answers in it. */

import type { ModelRegistry } from "@clewline/agent/models/registry/model-registry.js";
import type { ModelContext } from "@clewline/agent/models/registry/wrap-model.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import type { Engine, Timing } from "@clewline/engine/engine.js";
import { defer } from "@clewline/text/defer.js";
import type { Config } from "../../config/config.js";
import type { Clew } from "../clew.js";
import { buildClewVerbs } from "../clew-verbs.js";
import { type ClewOptions, findMachineZone } from "../options.js";
import { type Opening, openStoreThen } from "../stores/open-store.js";
import { buildEngineParts } from "./build-engine.js";

export function openAndBuildClew(opening: Opening, timing: Timing): Promise<Clew> {
  return openStoreThen(opening, (store, options, config) => buildClew(store, options, config, timing));
}

export async function buildClew(
  store: LogStore,
  options: ClewOptions,
  config: Config,
  timing: Timing = {},
): Promise<Clew> {
  // Named, it is checked now: a view must not be the first to find out that nobody knows the machine's zone.
  const { timeZone = findMachineZone() } = options;
  const parts = await buildEngineParts(store, { ...options, timeZone }, config, timing);
  const { engine, activeTurns, context } = parts;
  parts.workBehind();
  if (engine.memoryFolder !== null) {
    const { syncBehind } = await import("@clewline/engine/intake/memories/files/sync-files.js");
    await syncBehind(engine);
  }
  const preferred = pickPreferredModel(options, config);
  const registry = deferModelRegistry(engine, context, preferred);
  // Only a model that was named is asked where the host makes the calls: nobody expects another to be sent anything.
  const isNamed = preferred !== null && preferred.model !== "offline";
  return buildClewVerbs({ engine, activeTurns, registry, ...(isNamed ? { named: registry.answerBriefly } : {}) });
}

/** Providers and servers are loaded when a model is first looked for. */
function deferModelRegistry(
  engine: Engine,
  context: ModelContext,
  preferred: ReturnType<typeof pickPreferredModel>,
): ModelRegistry {
  const loaded = defer(async () => {
    const { makeModelRegistry } = await import("@clewline/agent/models/registry/model-registry.js");
    const { makeOfflineSearch } = await import("../offline-search.js");
    return makeModelRegistry(context, preferred, (ref) => makeOfflineSearch(engine, ref));
  });
  return {
    known: async (name) => (await loaded()).known(name),
    inUse: async (model, ref, signal) => (await loaded()).inUse(model, ref, signal),
    answerBriefly: async (request) => (await loaded()).answerBriefly(request),
  };
}

function pickPreferredModel({ model }: ClewOptions, config: Config) {
  if (model !== undefined) return { model, because: "openClew was given it" };
  return config.model === undefined ? null : { model: config.model, because: "clew.toml or CLEW_MODEL names it" };
}
