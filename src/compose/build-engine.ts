import { type InFlight, turnsInFlight } from "../agent/active-turns.js";
import type { Config } from "../config/config.js";
import type { LogStore, TextModel } from "../core/ports/index.js";
import type { Presence } from "../engine/answer/presence.js";
import type { House } from "../engine/engine.js";
import { pausingStore } from "../engine/store/pausing-store.js";
import { wakingStore } from "../engine/store/waking-store.js";
import type { BrainContext } from "../models/registry/wrap-model.js";
import { inProcessWake, wakeForFile } from "../platform/in-process-wake.js";
import { letLoopPass } from "../platform/let-loop-pass.js";
import { type ClewOptions, houseOf } from "./options.js";

/** What the engine works with, and what whoever answers needs besides. */
export interface Built {
  readonly house: House;
  readonly flight: InFlight;
  readonly context: BrainContext;
}

export async function buildHouse(store: LogStore, options: ClewOptions, config: Config): Promise<Built> {
  const wake = store.location === "memory" ? inProcessWake() : wakeForFile(store.location);
  const flight = turnsInFlight(wake);
  const context = contextOf(options, config, flight.presence);
  const house = await houseOf(options, wakingStore(pausingStore(store, letLoopPass), wake), flight.presence, {
    models: config.models,
    textModel: (name) => deferTextModel(name, context),
  });
  return { house, flight, context };
}

/** Providers are loaded when the first short text is asked for. */
function deferTextModel(name: string, context: BrainContext): TextModel<AbortSignal> {
  let model: TextModel<AbortSignal> | undefined;
  return async (request) => {
    const { textModelNamed } = await import("../models/registry/model-registry.js");
    model ??= textModelNamed(name, context);
    return model(request);
  };
}

function contextOf({ window }: ClewOptions, { servers, models }: Config, { remark }: Presence): BrainContext {
  const told = typeof window === "object" ? window.tokens : window;
  return { env: process.env, servers, models, note: remark, ...(told === undefined ? {} : { window: told }) };
}
