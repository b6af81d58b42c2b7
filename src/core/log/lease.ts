import type { Instant, TurnId } from "./keys.js";

/**
 * A place in a lane's queue. The first place may run, the others wait; one that is not renewed in time is passed over.
 * So a lane has one running turn at any time, whatever processes share the log.
 */
export interface Lease {
  /** Whose place it is. */
  readonly turn: TurnId;
  /** The process that answers, as it names itself. */
  readonly holder: string;
  /** When it runs out unless it is renewed. */
  readonly until: Instant;
  /** Whether it runs, or waits behind others. */
  readonly state: "running" | "queued";
  /**
   * Given by the store when the place begins to run and when another holder takes it over, higher than any before it in
   * the lane; null while it waits. Whoever shows it in his writes can't write for a turn that went on without him.
   */
  readonly token: number | null;
}

/** Who writes for a turn: the turn that runs in the lane, by the token of its place. */
export interface LeaseHolder {
  /** The turn that runs. */
  readonly turn: TurnId;
  /** As the store gave it with the place. */
  readonly token: number;
}

/** Asking for a place, or for more time in it. A place that another holder has, and that has not run out, stays as it is. */
export interface LeaseClaim {
  /** The turn that wants a place. */
  readonly turn: TurnId;
  /** The process that asks, as it names itself. */
  readonly holder: string;
  /** The time by the asking process. */
  readonly now: Instant;
  /** When the place runs out by itself. */
  readonly until: Instant;
  /** A renewal never makes a place that was lost, and never takes one over. */
  readonly renewal: boolean;
}

/** What a change may take for granted about a turn's place: that it is exactly this one, or that there is none. */
export type ExpectedLease = Lease | { readonly turn: TurnId; readonly state: "none" };

export function isExpired(lease: Lease, now: Instant): boolean {
  return lease.until <= now;
}

/** Whether the lane's running place is the holder's. */
export function isRunningHolder(queue: readonly Lease[], { turn, token }: LeaseHolder): boolean {
  return queue.some((lease) => lease.state === "running" && lease.turn === turn && lease.token === token);
}

/** Whether a turn's place in the queue is what a change takes for granted. */
export function isAsExpected(queue: readonly Lease[], expected: ExpectedLease): boolean {
  const lease = queue.find(({ turn }) => turn === expected.turn);
  if (expected.state === "none") return lease === undefined;
  const { holder, until, state, token } = expected;
  return (
    lease !== undefined &&
    lease.holder === holder &&
    lease.until === until &&
    lease.state === state &&
    lease.token === token
  );
}
