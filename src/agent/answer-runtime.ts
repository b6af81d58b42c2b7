import type { LanguageModel } from "ai";
import type { Brain } from "../core/model/brain.js";
import type { LaneRef } from "../core/log/keys.js";
import type { ModelFacts } from "../core/model/facts/facts.js";
import type { House } from "../engine/engine.js";
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

/** A model that is ready to answer in a lane. */
interface BrainInUse {
  readonly brain: Brain<LanguageModel, AbortSignal>;
  readonly facts: ModelFacts;
  /** Why it is this one, as a sentence without its full stop. */
  readonly because: string;
}

export interface BrainBook {
  /** Fails for a name that leads to no model. */
  known(name: string): Promise<void>;
  /** The one that is named or given; else that of the options, of clew.toml, or what this machine has. */
  inUse(model: LanguageModel | undefined, ref: LaneRef, signal: AbortSignal): Promise<BrainInUse>;
}
