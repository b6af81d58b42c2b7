import type { Instant, TurnId } from "./keys.js";

/**
 * A place in a lane's queue. The first place may run, the others wait; one that is not renewed in time is passed over.
 * So a lane has one running turn at any time, whatever processes share the log.
 */
export interface Lease {
  readonly turn: TurnId;
  /** The process that answers, as it names itself. */
  readonly holder: string;
  /** When it runs out unless it is renewed. */
  readonly until: Instant;
  readonly state: "running" | "queued";
}

/** Asking for a place, or for more time in it. A place that another holder has, and that has not run out, stays as it is. */
export interface Claim {
  readonly turn: TurnId;
  readonly holder: string;
  readonly now: Instant;
  readonly until: Instant;
  /** A renewal never makes a place that was lost, and never takes one over. */
  readonly renewal: boolean;
}

/** What a change may take for granted about a turn's place: that it is exactly this one, or that there is none. */
export type Expected = Lease | { readonly turn: TurnId; readonly state: "none" };

export function isExpired(lease: Lease, now: Instant): boolean {
  return lease.until <= now;
}
