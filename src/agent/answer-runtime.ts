import type { House } from "../engine/engine.js";
import type { BrainBook } from "../models/registry/model-registry.js";
import type { InFlight } from "./active-turns.js";

/** What everything that answers works with. */
export interface Desk {
  readonly house: House;
  readonly flight: InFlight;
  readonly brains: BrainBook;
  /** How many agents stand above a subagent; none unless told. */
  readonly depth?: number;
  /** For a subagent: shows a sign of life of those above it, which wait for it. */
  stir?(): void;
}
