import type { LaneRef, TurnId } from "@clewline/core/log/keys.js";
import type { Lease } from "@clewline/core/log/lease.js";
import type { LeaseSight, LeaseTimes } from "./lease-watch.js";

/** One of the handles of a turn. A process may have several, and one at a time has the place. */
export type TurnHandle = symbol;

/** The identity of this process, and its knowledge of other processes. */
export interface Presence {
  /** The name of this process in leases. No other process has it, not even a later one with the same process id. */
  readonly holder: string;
  readonly times: LeaseTimes;
  /** Looks at a lease and tells how long it has stood still; `now` is monotonic. */
  watch(lease: Lease, now: number): LeaseSight;
  /** A stamp for a lease, by the wall clock, but never one that this process gave before. */
  stamp(now: number): number;
  /** True only if the holder certainly no longer runs. */
  isGone(holder: string): boolean;
  /** Whether this process is still answering the turn. */
  isAnswering(turn: TurnId): boolean;
  /** Whether a loop of this process is at work on the turn by another handle than this. */
  isDriven(turn: TurnId, handle: TurnHandle): boolean;
  /**
   * Runs work one at a time for each key in this process, in order of arrival. The key of a message is its session, so
   * that messages of one burst see each other.
   */
  inOrder<Result>(key: string, work: () => Promise<Result>): Promise<Result>;
  /** Waits until the lane is woken, or for 75 to 100 % of the limit, at random. Rejects when the signal aborts. */
  pause(ref: LaneRef, limitMs: number, signal: AbortSignal | undefined): Promise<void>;
  /** Tells the developer about something that is no error, the way the host does. Says the same text only once. */
  warn(text: string): void;
}
