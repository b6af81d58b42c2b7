import { type ActiveTurns, trackTurns } from "@clewline/agent/active-turns.js";
import type { ModelContext } from "@clewline/agent/models/registry/wrap-model.js";
import type { LogStore, TextModel } from "@clewline/core/ports/index.js";
import { makeEraseBehind } from "@clewline/engine/answer/erase/erase-behind.js";
import { isErasing } from "@clewline/engine/answer/erase/erasing-note.js";
import { makeLearnBehind } from "@clewline/engine/answer/learning/learn-behind.js";
import type { Presence } from "@clewline/engine/answer/place/presence.js";
import { learnFacts } from "@clewline/engine/answer/reasoning/learned-facts.js";
import type { Engine, Timing } from "@clewline/engine/engine.js";
import { makeJournalBehind } from "@clewline/engine/read/journal-behind.js";
import { makeIndexBehind } from "@clewline/engine/read/meaning/index-behind.js";
import { makeNoticingStore, type Noticing } from "@clewline/engine/store/noticing-store.js";
import { makePausingStore } from "@clewline/engine/store/pausing-store.js";
import { makeWakingStore } from "@clewline/engine/store/waking-store.js";
import { makeInProcessWake, openFileWake } from "@clewline/platform/in-process-wake.js";
import { letLoopPass } from "@clewline/platform/let-loop-pass.js";
import { describeError } from "@clewline/text/error-text.js";
import type { Config } from "../../config/config.js";
import { selectEnvironment } from "../../config/environment.js";
import { type ClewOptions, makeEngineContext } from "../options.js";

/** The engine, and the parts that answering needs besides. */
export interface EngineParts {
  readonly engine: Engine;
  readonly activeTurns: ActiveTurns;
  readonly context: ModelContext;
  /** Starts making vectors and learning memories in the background. The caller has to close `activeTurns` too. */
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
    embedder: async (choice) =>
      (await import("@clewline/agent/models/embedders/load-embedder.js")).loadEmbedder(choice, context),
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

/** Finishes an erasure that a process left undone, before the log is read again. */
async function goOnErasing(engine: Engine): Promise<void> {
  if (!(await isErasing(engine))) return;
  const { resumeErasure } = await import("@clewline/engine/answer/erase/erase.js");
  await resumeErasure(engine);
}

/** Providers are loaded when the first short text is asked for. */
function deferTextModel(name: string, context: ModelContext): TextModel<AbortSignal> {
  let model: TextModel<AbortSignal> | undefined;
  return async (request) => {
    const { connectTextModel } = await import("@clewline/agent/models/registry/model-registry.js");
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
