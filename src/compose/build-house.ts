import type { Completer, LogStore } from "../core/ports.js";
import type { House } from "../engine/house.js";
import type { Presence } from "../engine/presence.js";
import type { BrainContext } from "./brain-of.js";
import type { Config } from "./config.js";
import { type InFlight, turnsInFlight } from "./in-flight.js";
import { type ClewOptions, houseOf } from "./options.js";

/** What the engine works with, and what whoever answers needs besides. */
export interface Built {
  readonly house: House;
  readonly flight: InFlight;
  readonly context: BrainContext;
}

export async function buildHouse(store: LogStore, options: ClewOptions, config: Config): Promise<Built> {
  const flight = turnsInFlight();
  const context = contextOf(options, config, flight.presence);
  const house = await houseOf(options, store, flight.presence, {
    models: config.models,
    completer: (name) => deferCompleter(name, context),
  });
  return { house, flight, context };
}

/** Providers are loaded when the first short text is asked for. */
function deferCompleter(name: string, context: BrainContext): Completer<AbortSignal> {
  let completer: Completer<AbortSignal> | undefined;
  return async (request) => {
    const { completerNamed } = await import("./brain-book.js");
    completer ??= completerNamed(name, context);
    return completer(request);
  };
}

function contextOf({ window }: ClewOptions, { servers, models }: Config, { remark }: Presence): BrainContext {
  const told = typeof window === "object" ? window.tokens : window;
  return { env: process.env, servers, models, note: remark, ...(told === undefined ? {} : { window: told }) };
}
