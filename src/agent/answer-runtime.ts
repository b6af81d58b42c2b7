import type { Engine } from "../engine/engine.js";
import type { ModelRegistry } from "../models/registry/model-registry.js";
import type { ActiveTurns } from "./active-turns.js";

/** What everything that answers works with. */
export interface AnswerRuntime {
  readonly engine: Engine;
  readonly activeTurns: ActiveTurns;
  readonly registry: ModelRegistry;
  /** How many agents stand above a subagent; none by default. */
  readonly depth?: number;
}
