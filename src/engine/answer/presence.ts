import type { LaneRef, SessionKey, TurnId } from "../../core/log/keys.js";

/** What this process knows of itself and its neighbours. */
export interface Presence {
  /** How it names itself in a lease: no other process has this name, not even one after it with the same number. */
  readonly holder: string;
  /** True only if the holder certainly no longer runs. */
  isGone(holder: string): boolean;
  /** Whether this process is answering the turn, and has not forgotten it. */
  isAnswering(turn: TurnId): boolean;
  /** One at a time for each session in this process, in the order of asking: messages of one burst see each other. */
  inOrder<Result>(session: SessionKey, work: () => Promise<Result>): Promise<Result>;
  /** Until the lane is woken, and for a little less than the time at most. Rejects when the signal aborts. */
  pause(ref: LaneRef, limitMs: number, signal: AbortSignal | undefined): Promise<void>;
  /** Tells the developer something that is no error, the way the host tells such things. The same words only once. */
  warn(text: string): void;
}
