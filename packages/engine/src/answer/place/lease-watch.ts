/**
 * Tells live holders from dead ones by whether their leases move. It trusts no clock of another machine, and no jump of
 * our own. By our monotonic time, it measures how long a lease has stayed the same.
 */
import type { TurnId } from "@clewline/core/log/keys.js";
import type { Lease } from "@clewline/core/log/lease.js";

export interface LeaseTimes {
  /** How long a place lasts for those who watch it, without a renewal. */
  readonly leaseMs: number;
  /** How often a holder renews its place. */
  readonly renewalMs: number;
}

export const leaseTimes: LeaseTimes = { leaseMs: 30_000, renewalMs: 10_000 };

/** The result of watching a lease so far. */
export interface LeaseSight {
  /** How long it has not moved. */
  readonly unmovedMs: number;
  /** Whether it was seen to move. */
  readonly hasMoved: boolean;
}

interface WatchedLease {
  readonly stamp: string;
  readonly seen: number;
  readonly unmovedMs: number;
  readonly hasMoved: boolean;
}

/** More than a process waits for at a time. The one first seen longest ago is forgotten, and watched from the start. */
const mostWatched = 1_000;

/** `now` is the watcher's monotonic time. */
export function makeLeaseWatch({
  renewalMs,
}: Pick<LeaseTimes, "renewalMs">): (lease: Lease, now: number) => LeaseSight {
  const watched = new Map<TurnId, WatchedLease>();
  return (lease, now) => {
    const { turn, holder, until, token } = lease;
    const stamp = `${until} ${token} ${holder}`;
    const known = watched.get(turn);
    const isSame = known !== undefined && known.stamp === stamp;
    // A long gap may mean that this process was stopped, and the holder with it, so it counts as one renewal at most.
    const unmovedMs = isSame ? known.unmovedMs + Math.min(now - known.seen, renewalMs) : 0;
    const hasMoved = known !== undefined && (known.hasMoved || !isSame);
    watched.set(turn, { stamp, seen: now, unmovedMs, hasMoved });
    if (watched.size > mostWatched) watched.delete(watched.keys().next().value as TurnId);
    return { unmovedMs, hasMoved };
  };
}
