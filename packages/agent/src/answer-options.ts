import type { TurnOrigin } from "@clewline/core/log/turn.js";
import type { ModelFacts } from "@clewline/core/model/facts/model-facts.js";
import type { LearnedLimit } from "@clewline/core/model/learned-limit.js";
import type { LoopOptions } from "./turn.js";

/** Picks a lane: without a session the newest one, without a lane the session's newest. */
export interface LaneSelector {
  /** The chat, as channel:name. */
  readonly session?: string | undefined;
  /** The thread inside it, as `clew lanes` prints it. */
  readonly lane?: string | undefined;
}

/** How a turn is begun. */
export interface BeginOptions {
  /** The origin of the turn: a person by default. */
  readonly origin?: TurnOrigin;
  /**
   * Decides what happens while the lane is busy. `queue`, the default, keeps the message and waits. `merge` joins the
   * next waiting turn. `refuse` throws `lane/busy`.
   */
  readonly whenBusy?: "queue" | "merge" | "refuse";
  /** Stops waiting. The message is kept. */
  readonly signal?: AbortSignal;
  /** Called once the message is in the log, before it waits for its turn: a channel may confirm its arrival now. */
  readonly onKept?: () => void;
}

/** How a message is begun and answered. */
export interface AnswerOptions extends LoopOptions, Omit<BeginOptions, "signal" | "onKept"> {}

/** A model, as `clew.model` returns it. */
export interface ModelInUse {
  /** As `provider:model`. */
  readonly name: string;
  /** Why it is this one, as a sentence without its full stop. */
  readonly because: string;
  /** The window in tokens; null where it is unknown. */
  readonly window: number | null;
  /** The window that the next request of this lane is made for: set, known or guessed. */
  readonly asked: number;
  /** The limit learned from a refusal in this lane, as long as it holds; null without one. */
  readonly learned: LearnedLimit | null;
  /** Prices, cache rules and the rest. */
  readonly facts: ModelFacts;
}

/** A chat of which the host keeps the list. */
export interface SyncedChat {
  /** The chat, as channel:name. */
  readonly session: string;
  /** True for a group, false for a chat of one person with the agent; left out where the host does not know. */
  readonly group?: boolean | undefined;
}
