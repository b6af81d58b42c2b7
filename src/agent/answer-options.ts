import type { TurnOrigin } from "../core/log/turn.js";
import type { ModelFacts } from "../core/model/facts/model-facts.js";
import type { LearnedLimit } from "../core/model/learned-limit.js";
import type { LoopOptions } from "./turn.js";

/** Which lane to look at. Without a session the newest one, without a lane its newest. */
export interface LaneSelector {
  /** The chat, as channel:name. */
  readonly session?: string | undefined;
  /** The thread inside it, as `clew lanes` prints it. */
  readonly lane?: string | undefined;
}

/** How a turn is begun. */
export interface BeginOptions {
  /** What asks: a person by default. */
  readonly origin?: TurnOrigin;
  /** While the lane has a running turn, the message is kept and then waits for its turn (queue, by default), joins the one that waits next (merge), or is refused with `lane/busy` (refuse). */
  readonly whenBusy?: "queue" | "merge" | "refuse";
  /** Stops waiting. The message is kept. */
  readonly signal?: AbortSignal;
  /** Called as soon as the message is in the log, before it waits for its turn: now a channel may be told that it has arrived. */
  readonly onKept?: () => void;
}

/** How a message is begun and answered. */
export interface AnswerOptions extends LoopOptions, Omit<BeginOptions, "signal" | "onKept"> {}

/** A model as `clew.model` tells of it. */
export interface ModelInUse {
  /** As `provider:model`. */
  readonly name: string;
  /** Why it is this one, as a sentence without its full stop. */
  readonly because: string;
  /** Tokens that it can hold; null where nobody knows. */
  readonly window: number | null;
  /** The window that the next request of this lane is made for, as it was told, is known, or has to be guessed. */
  readonly asked: number;
  /** What a refusal in this lane has taught about that, as long as it holds; null for nothing. */
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
