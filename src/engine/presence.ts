import type { LaneRef } from "../core/keys.js";

/** What this process knows of itself and its neighbours. */
export interface Presence {
  /** How it names itself in a lease: no other process has this name, not even one after it with the same number. */
  readonly holder: string;
  /** True only if the holder certainly no longer runs. */
  isGone(holder: string): boolean;
  /** Until the time has passed, or a turn of the lane has ended in this process. Rejects when the signal aborts. */
  pause(ref: LaneRef, limitMs: number, signal: AbortSignal | undefined): Promise<void>;
  /** Tells the developer something that is no error, the way the host tells such things. */
  remark(text: string): void;
}
