/** A log without what answers in it: for whoever only reads, or behind a gateway. */

import type { Config } from "../config/config.js";
import type { OwnerKey } from "../core/log/keys.js";
import { fitForClients } from "../core/policy/for-clients.js";
import type { LogStore } from "../core/ports/index.js";
import type { Listening } from "../gateway/http/listen.js";
import type { ServeOptions } from "../gateway/http/serve-log.js";
import type { GatewayHost } from "../gateway/turn/host.js";
import { buildEngineParts, type EngineParts } from "./build-engine.js";
import { buildLogVerbs, type OpenLog } from "./log-verbs.js";
import type { ClewOptions } from "./options.js";
import { type Opening, openStoreThen } from "./stores/open-store.js";

/** Which options were given, so that the last call does not decide about them. */
type Told = Parameters<typeof buildLogVerbs>[1] & object;

export function openAndBuildLog(opening: Opening, told: Told): Promise<OpenLog> {
  return openStoreThen(opening, (store, options, config) => buildLog(store, options, config, told));
}

async function buildLog(store: LogStore, options: ClewOptions, config: Config, told: Told): Promise<OpenLog> {
  const { engine } = await buildEngineParts(store, options, config);
  return { ...buildLogVerbs(engine, told), close: () => store.close(), location: store.location };
}

/** Closing what listens closes the log too. */
export async function openAndBuildGateway(opening: Opening, serving: ServeOptions): Promise<Listening> {
  const { serveLog } = await import("../gateway/http/serve-log.js");
  const opened: { readonly close: () => Promise<void> }[] = [];
  const listening = await serveLog(serving, (owners) =>
    openStoreThen(opening, async (store, options, config) => {
      const parts = new Map<OwnerKey | null, EngineParts>();
      for (const owner of owners) parts.set(owner, await buildGatewayParts(store, options, config, owner));
      opened.push({ close: () => closeParts(store, [...parts.values()]) });
      return makeGatewayHost(parts, serving.say);
    }),
  );
  const close = async () => {
    await listening.close();
    for (const log of opened) await log.close();
  };
  return { url: listening.url, close };
}

/** Clients tell their models the time and who they are themselves. What lasts beyond a chat is for `clew mcp`. */
async function buildGatewayParts(
  store: LogStore,
  options: ClewOptions,
  config: Config,
  owner: OwnerKey | null,
): Promise<EngineParts> {
  const own = owner === null ? {} : { owner };
  const parts = await buildEngineParts(store, { ...options, ...own, memory: false }, config);
  const { policy } = parts.engine;
  return { ...parts, engine: { ...parts.engine, policy: fitForClients(policy) } };
}

function makeGatewayHost(parts: ReadonlyMap<OwnerKey | null, EngineParts>, say: ServeOptions["say"]): GatewayHost {
  const [first] = parts.values();
  if (first === undefined) throw new Error("a gateway has an owner");
  return {
    engineOf: (owner) => (parts.get(owner) ?? first).engine,
    during: (work) => first.activeTurns.during(work),
    closing: first.activeTurns.closing,
    say: (line) => say(`clew: ${line}`),
  };
}

async function closeParts(store: LogStore, parts: readonly EngineParts[]): Promise<void> {
  for (const { activeTurns } of parts) await activeTurns.leave();
  await store.close();
}
