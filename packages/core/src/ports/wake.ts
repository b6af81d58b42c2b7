import type { LaneRef } from "../log/keys.js";

/**
 * Notifies those who wait for a lane's queue, so that they poll less. Correctness never depends on it: a call may be
 * lost, repeated or needless, and an implementation whose `waitFor` only resolves on abort is legal. Waiters therefore
 * also poll.
 */
export interface Wake<Signal> {
  /** Announces that the lane's queue has moved, to all waiters in any process. Never fails. */
  wake(ref: LaneRef): void;
  /** Resolves at the next call for this lane, or when the signal is aborted. Never rejects. */
  waitFor(ref: LaneRef, signal: Signal): Promise<void>;
}
