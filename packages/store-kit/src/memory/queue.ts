import type { TurnId } from "@clewline/core/log/keys.js";
import type { Lease, LeaseClaim } from "@clewline/core/log/lease.js";

type Queue = readonly Lease[];

/** A queue, and the highest token that a place of it ever had. */
export interface Places {
  readonly leases: Queue;
  readonly token: number;
}

/** Skips no place: a caller that finds a holder gone says so with `expects`. */
export function claimPlace({ leases: queue, token }: Places, claim: LeaseClaim): Places {
  const { turn, holder, until } = claim;
  const isTaken = claim.takeover === true && !claim.renewal;
  const mine = (lease: Lease) => lease.turn === turn && (lease.holder === holder || isTaken);
  const renewed = queue.map((lease) =>
    mine(lease) ? { ...lease, holder, until, token: isTaken ? null : lease.token } : lease,
  );
  const hasPlace = renewed.some((lease) => lease.turn === turn);
  const last: Lease = { turn, holder, until, state: "queued", token: null };
  const [first, ...others] = hasPlace || claim.renewal ? renewed : [...renewed, last];
  if (first === undefined) return { leases: [], token };
  const isOwn = first.turn === turn && first.holder === holder;
  if (!isOwn || first.token !== null) return { leases: [first, ...others], token };
  return { leases: [{ ...first, state: "running", token: token + 1 }, ...others], token: token + 1 };
}

export function releasePlace(queue: Queue, turn: TurnId | undefined): Queue {
  return turn === undefined ? queue : queue.filter((lease) => lease.turn !== turn);
}

export function isRunning(queue: Queue, { turn, holder }: LeaseClaim): boolean {
  return queue.some((lease) => lease.turn === turn && lease.holder === holder && lease.state === "running");
}

export function copyQueue(queue: Queue): Queue {
  return queue.map((lease) => ({ ...lease }));
}
