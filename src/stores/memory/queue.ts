import type { TurnId } from "../../core/log/keys.js";
import { isExpired, type Lease, type LeaseClaim } from "../../core/log/lease.js";

type Queue = readonly Lease[];

/** A queue, and the highest token that a place of it ever had. */
export interface Places {
  readonly leases: Queue;
  readonly token: number;
}

/** A place that runs is never passed over: whoever finds that it ran out says so with `expects`. */
export function claimPlace({ leases: queue, token }: Places, claim: LeaseClaim): Places {
  const { turn, holder, until } = claim;
  const alive = queue.filter(
    (lease) => lease.state === "running" || lease.turn === turn || !isExpired(lease, claim.now),
  );
  const mine = (lease: Lease) =>
    lease.turn === turn && (lease.holder === holder || (!claim.renewal && isExpired(lease, claim.now)));
  const renewed = alive.map((lease) => (mine(lease) ? renewLease(lease, claim) : lease));
  const hasPlace = renewed.some((lease) => lease.turn === turn);
  const last: Lease = { turn, holder, until, state: "queued", token: null };
  const [first, ...others] = hasPlace || claim.renewal ? renewed : [...renewed, last];
  if (first === undefined) return { leases: [], token };
  const isOwn = first.turn === turn && first.holder === holder;
  if (!isOwn || first.token !== null) return { leases: [first, ...others], token };
  return { leases: [{ ...first, state: "running", token: token + 1 }, ...others], token: token + 1 };
}

/** Another holder gets a token of his own. */
function renewLease(lease: Lease, { holder, until }: LeaseClaim): Lease {
  return { ...lease, holder, until, token: lease.holder === holder ? lease.token : null };
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
