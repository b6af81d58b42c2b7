import type { Instant, TurnId } from "./keys.js";

/**
 * A place in a lane's queue. The first place may run and the others wait. A place that its holder no longer renews is
 * skipped. So a lane has at most one running turn, however many processes share the log.
 */
export interface Lease {
  /** The turn that has the place. */
  readonly turn: TurnId;
  /** The name of the process that answers. */
  readonly holder: string;
  /**
   * Changes with every renewal: while it changes, the holder is alive. Its value is the time until which the holder
   * intends to keep the place, by its own clock. Clocks differ, so no place is lost because of this value.
   */
  readonly until: Instant;
  /** Whether it runs, or waits behind others. */
  readonly state: "running" | "queued";
  /**
   * A number that the store assigns when the place begins to run or another holder takes it over. It is higher than any
   * before in the lane, and null while the place waits. With an outdated token, a process can't write for a turn that
   * another process took over.
   */
  readonly token: number | null;
}

/** The turn on whose behalf a change is written, with the token of its running place. */
export interface LeaseHolder {
  /** The turn that runs. */
  readonly turn: TurnId;
  /** The token that the store assigned to the place. */
  readonly token: number;
}

/** A request for a place, or for more time in it. A place of another holder stays unchanged. */
export interface LeaseClaim {
  /** The turn that wants a place. */
  readonly turn: TurnId;
  /** The process that asks, as it names itself. */
  readonly holder: string;
  /** The place's new stamp, another one than before. */
  readonly until: Instant;
  /** A renewal neither restores a lost place nor takes one over. */
  readonly renewal: boolean;
  /**
   * Takes the turn's place over from its holder, at the same position and with a new token. The caller has to know that
   * the holder is gone, and passes the place that it found as `expects`.
   */
  readonly takeover?: true;
}

/** A change's precondition on a turn's place: exactly this lease, or none. */
export type ExpectedLease = Lease | { readonly turn: TurnId; readonly state: "none" };

/** Whether the lane's running place is the holder's. */
export function isRunningHolder(queue: readonly Lease[], { turn, token }: LeaseHolder): boolean {
  return queue.some((lease) => lease.state === "running" && lease.turn === turn && lease.token === token);
}

/** Whether a turn's place in the queue is the expected one. */
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
