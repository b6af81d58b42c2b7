import type { LaneRef } from "../log/keys.js";

/**
 * Spares whoever waits for a lane's queue from looking all the time. Correctness never rests on it: a call may be lost,
 * may come twice or for nothing, and an implementation whose `waitFor` never sees a call is legal. So whoever waits also
 * looks by himself, now and then.
 */
export interface Wake<Signal> {
  /** The lane's queue has moved: whoever waits for it, here or elsewhere, should look. Never fails. */
  wake(ref: LaneRef): void;
  /** Resolves at the next call for this lane, or when the signal is aborted. Never rejects. */
  waitFor(ref: LaneRef, signal: Signal): Promise<void>;
}
