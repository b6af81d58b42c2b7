/** A log behind a gateway. */
import { setMaxListeners } from "node:events";
import type { OwnerKey } from "@clewline/core/log/keys.js";
import { fitForClients } from "@clewline/core/policy/policy.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import type { Timing } from "@clewline/engine/engine.js";
import type { ServeOptions, Serving } from "@clewline/gateway/http/serve-log.js";
import type { GatewayHost } from "@clewline/gateway/turn/host.js";
import { type OffSwitch, watchOffSwitch } from "@clewline/platform/off-switch.js";
import type { Config } from "../../config/config.js";
import type { ClewOptions } from "../options.js";
import { type Opening, openStoreThen } from "../stores/open-store.js";
import { buildEngineParts, type EngineParts } from "./build-engine.js";

/** Closing what listens closes the log too. */
export async function openAndBuildGateway(
  opening: Opening,
  serving: ServeOptions,
  timing: Timing,
): Promise<OpenGateway> {
  const { serveLog } = await import("@clewline/gateway/http/serve-log.js");
  const switches: OffSwitch[] = [];
  const opened: { readonly location: string; readonly close: () => Promise<void> }[] = [];
  const listening = await serveLog(serving, (owners) =>
    openStoreThen(opening, async (store, options, config) => {
      const parts = new Map<OwnerKey | null, EngineParts>();
      for (const owner of owners) parts.set(owner, await buildGatewayParts(store, { options, config, timing }, owner));
      opened.push({ location: store.location, close: () => closeParts(store, [...parts.values()]) });
      const { makeHostedTools } = await import("../mcp.js");
      const say = (line: string) => serving.say(`clew: ${line}`);
      const tools = makeHostedTools({ store, options, config, say, isOpen: owners.includes(null) });
      const off = watchOffSwitch(store.location, say);
      switches.push(off);
      return { ...makeGatewayHost(parts, tools, say), isOff: off.isOff };
    }),
  );
  const close = async () => {
    await listening.close();
    for (const log of opened) await log.close();
  };
  const toggle = () => {
    for (const each of switches) each.toggle();
  };
  const isOff = () => switches.some((each) => each.isOff());
  return { ...listening, close, toggle, isOff, log: opened[0]?.location ?? "memory" };
}

/** A gateway that listens, over a log that is open. */
export interface OpenGateway extends Serving {
  /** The file of the log. */
  readonly log: string;
  /** Whether every request passes unchanged now. */
  readonly isOff: () => boolean;
  /** Turns views off where they are on, and on where they are off. */
  readonly toggle: () => void;
}

interface GatewayTerms {
  readonly options: ClewOptions;
  readonly config: Config;
  readonly timing: Timing;
}

/** Clients tell their models the time and who they are themselves. What lasts beyond a chat is for `clew mcp`. */
async function buildGatewayParts(
  store: LogStore,
  { options, config, timing }: GatewayTerms,
  owner: OwnerKey | null,
): Promise<EngineParts> {
  const own = owner === null ? {} : { owner };
  const parts = await buildEngineParts(store, { ...options, ...own, memory: false }, config, timing);
  const { policy } = parts.engine;
  return { ...parts, engine: { ...parts.engine, policy: fitForClients(policy) } };
}

function makeGatewayHost(
  parts: ReadonlyMap<OwnerKey | null, EngineParts>,
  tools: GatewayHost["tools"],
  say: ServeOptions["say"],
): Omit<GatewayHost, "isOff"> {
  const [first] = parts.values();
  if (first === undefined) throw new Error("a gateway has an owner");
  // Every request that is being answered hears of it, and there may be many.
  setMaxListeners(0, first.activeTurns.closing);
  return {
    engineOf: (owner) => (parts.get(owner) ?? first).engine,
    during: (work) => first.activeTurns.during(work),
    closing: first.activeTurns.closing,
    tools,
    say,
  };
}

async function closeParts(store: LogStore, parts: readonly EngineParts[]): Promise<void> {
  for (const { activeTurns } of parts) await activeTurns.leave();
  await store.close();
}
