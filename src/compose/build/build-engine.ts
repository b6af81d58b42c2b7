import { type ActiveTurns, trackTurns } from "../../agent/active-turns.js";
import type { Config } from "../../config/config.js";
import { selectEnvironment } from "../../config/environment.js";
import type { LogStore, TextModel } from "../../core/ports/index.js";
import { describeError } from "../../core/text/error-text.js";
import { makeEraseBehind } from "../../engine/answer/erase/erase-behind.js";
import { isErasing } from "../../engine/answer/erase/erasing-note.js";
import { makeLearnBehind } from "../../engine/answer/learning/learn-behind.js";
import type { Presence } from "../../engine/answer/place/presence.js";
import { learnFacts } from "../../engine/answer/reasoning/learned-facts.js";
import type { Engine, Timing } from "../../engine/engine.js";
import { makeJournalBehind } from "../../engine/read/journal-behind.js";
import { makeIndexBehind } from "../../engine/read/meaning/index-behind.js";
import { makeNoticingStore, type Noticing } from "../../engine/store/noticing-store.js";
import { makePausingStore } from "../../engine/store/pausing-store.js";
import { makeWakingStore } from "../../engine/store/waking-store.js";
import type { ModelContext } from "../../models/registry/wrap-model.js";
import { makeInProcessWake, openFileWake } from "../../platform/in-process-wake.js";
import { letLoopPass } from "../../platform/let-loop-pass.js";
import { type ClewOptions, makeEngineContext } from "../options.js";

/** What the engine works with, and what whoever answers needs besides. */
export interface EngineParts {
  readonly engine: Engine;
  readonly activeTurns: ActiveTurns;
  readonly context: ModelContext;
  /** From here on vectors are made, and memories learned, while nobody waits. For whoever closes `activeTurns` too. */
  readonly workBehind: () => void;
}

export async function buildEngineParts(
  store: LogStore,
  options: ClewOptions,
  config: Config,
  { clock, lease }: Timing = {},
): Promise<EngineParts> {
  const wake = store.location === "memory" ? makeInProcessWake() : openFileWake(store.location);
  const activeTurns = trackTurns(wake, lease);
  const models = learnFacts(config.models);
  const context = makeModelContext(options, { ...config, models }, activeTurns.presence);
  const indexing = makeIndexBehind(activeTurns);
  const learning = makeLearnBehind(activeTurns);
  const journaling = makeJournalBehind(activeTurns);
  const erasing = makeEraseBehind(activeTurns);
  const notice: Noticing = {
    said(ref, isQuiet, takesBack) {
      indexing.notice(ref, isQuiet);
      learning.notice(ref, isQuiet, takesBack);
      if (isQuiet) erasing.notice();
    },
    remembered: indexing.remembered,
    recorded: journaling.notice,
  };
  const woken = makeWakingStore(makePausingStore(store, letLoopPass), wake);
  const made = await makeEngineContext(options, makeNoticingStore(woken, notice), activeTurns.presence, {
    models,
    learning,
    textModel: (name) => deferTextModel(name, context),
    embedder: async (choice) => (await import("../../models/embedders/load-embedder.js")).loadEmbedder(choice, context),
  });
  const engine = clock === undefined ? made : { ...made, clock };
  const workBehind = () => {
    indexing.attach(engine);
    learning.attach(engine);
    journaling.attach(engine);
    erasing.attach(engine);
  };
  await settlePlace(engine);
  await goOnErasing(engine);
  return { engine, activeTurns, context, workBehind };
}

/** A log that can only be read stays as it is. */
async function settlePlace({ place, presence }: Engine): Promise<void> {
  try {
    await place.settle();
  } catch (error) {
    presence.warn(`The log was moved or copied, and can't note that: ${describeError(error)}`);
  }
}

/** What a process that is gone was to erase, before anybody reads it again. */
async function goOnErasing(engine: Engine): Promise<void> {
  if (!(await isErasing(engine))) return;
  const { resumeErasure } = await import("../../engine/answer/erase/erase.js");
  await resumeErasure(engine);
}

/** Providers are loaded when the first short text is asked for. */
function deferTextModel(name: string, context: ModelContext): TextModel<AbortSignal> {
  let model: TextModel<AbortSignal> | undefined;
  return async (request) => {
    const { connectTextModel } = await import("../../models/registry/model-registry.js");
    model ??= connectTextModel(name, context);
    return model(request);
  };
}

function makeModelContext(
  { window, config }: ClewOptions,
  { servers, models }: Config,
  { warn }: Presence,
): ModelContext {
  const told = typeof window === "object" ? window.tokens : window;
  return {
    env: selectEnvironment(config, process.env),
    servers,
    models,
    note: warn,
    ...(told === undefined ? {} : { window: told }),
  };
}
