import type { TextModel } from "@clewline/core/ports/index.js";
import type { Engine } from "@clewline/engine/engine.js";
import type { ActiveTurns } from "./active-turns.js";
import type { ModelRegistry } from "./models/registry/model-registry.js";

/** The engine, turns and models that every way of answering needs. */
export interface AnswerRuntime {
  readonly engine: Engine;
  readonly activeTurns: ActiveTurns;
  readonly registry: ModelRegistry;
  /** Short tasks by the model that the options or clew.toml name, for hosts that make the calls themselves. */
  readonly named?: TextModel<AbortSignal>;
  /** The number of agents above a subagent; none by default. */
  readonly depth?: number;
}
