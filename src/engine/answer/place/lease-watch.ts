/**
 * Tells the living from the gone by whether their leases move. No clock of another machine is believed, and no jump of our
 * own: what counts is how long, by our monotonic time, a lease has stood as it was when we first saw it so.
 */
import type { TurnId } from "../../../core/log/keys.js";
import type { Lease } from "../../../core/log/lease.js";

export interface LeaseTimes {
  /** How long a place lasts for those who watch it, if nobody renews it. */
  readonly leaseMs: number;
  /** How often a holder renews its place. */
  readonly renewalMs: number;
}

export const leaseTimes: LeaseTimes = { leaseMs: 30_000, renewalMs: 10_000 };

/** What watching a lease has shown so far. */
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

/** More than a process waits for at a time. The one that was first seen longest ago is forgotten, and watched anew. */
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
    // Whoever has not looked for long may himself have been stopped, and the holder with him: that counts for little.
    const unmovedMs = isSame ? known.unmovedMs + Math.min(now - known.seen, renewalMs) : 0;
    const hasMoved = known !== undefined && (known.hasMoved || !isSame);
    watched.set(turn, { stamp, seen: now, unmovedMs, hasMoved });
    if (watched.size > mostWatched) watched.delete(watched.keys().next().value as TurnId);
    return { unmovedMs, hasMoved };
  };
}
