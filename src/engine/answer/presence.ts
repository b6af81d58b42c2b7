import type { LaneRef, SessionKey, TurnId } from "../../core/log/keys.js";

/** What this process knows of itself and of the other processes. */
export interface Presence {
  /** The name of this process in leases. No other process has it, not even a later one with the same process id. */
  readonly holder: string;
  /** True only if the holder certainly no longer runs. */
  isGone(holder: string): boolean;
  /** Whether this process is still answering the turn. */
  isAnswering(turn: TurnId): boolean;
  /**
   * Runs work one at a time for each session in this process, in order of arrival: messages of one burst see each
   * other.
   */
  inOrder<Result>(session: SessionKey, work: () => Promise<Result>): Promise<Result>;
  /** Waits until the lane is woken, or for 75 to 100 % of the limit, at random. Rejects when the signal aborts. */
  pause(ref: LaneRef, limitMs: number, signal: AbortSignal | undefined): Promise<void>;
  /** Tells the developer about something that is no error, the way the host does. Says the same text only once. */
  warn(text: string): void;
}
