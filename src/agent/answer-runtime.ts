import type { TextModel } from "../core/ports/index.js";
import type { Engine } from "../engine/engine.js";
import type { ModelRegistry } from "../models/registry/model-registry.js";
import type { ActiveTurns } from "./active-turns.js";

/** What everything that answers works with. */
export interface AnswerRuntime {
  readonly engine: Engine;
  readonly activeTurns: ActiveTurns;
  readonly registry: ModelRegistry;
  /** Short tasks by the model that the options or clew.toml name, for hosts that make the calls themselves. */
  readonly named?: TextModel<AbortSignal>;
  /** How many agents stand above a subagent; none by default. */
  readonly depth?: number;
}
