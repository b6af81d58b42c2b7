import type { TurnId } from "../../core/keys.js";
import { type Claim, type Expected, isExpired, type Lease } from "../../core/lease.js";

type Queue = readonly Lease[];

/** A place that runs is never passed over: whoever finds that it ran out says so with `expects`. */
export function claimed(queue: Queue, claim: Claim): Queue {
  const { turn, holder, until } = claim;
  const alive = queue.filter(
    (lease) => lease.state === "running" || lease.turn === turn || !isExpired(lease, claim.now),
  );
  const mine = (lease: Lease) =>
    lease.turn === turn && (lease.holder === holder || (!claim.renewal && isExpired(lease, claim.now)));
  const renewed = alive.map((lease) => (mine(lease) ? { ...lease, holder, until } : lease));
  const hasPlace = renewed.some((lease) => lease.turn === turn);
  const placed: Queue =
    hasPlace || claim.renewal ? renewed : [...renewed, { turn, holder, until, state: "queued" as const }];
  const [first, ...others] = placed;
  return first?.turn === turn && first.holder === holder ? [{ ...first, state: "running" }, ...others] : placed;
}

export function released(queue: Queue, turn: TurnId | undefined): Queue {
  return turn === undefined ? queue : queue.filter((lease) => lease.turn !== turn);
}

export function isRunning(queue: Queue, { turn, holder }: Claim): boolean {
  return queue.some((lease) => lease.turn === turn && lease.holder === holder && lease.state === "running");
}

export function isAsExpected(queue: Queue, expected: Expected): boolean {
  const lease = queue.find(({ turn }) => turn === expected.turn);
  if (expected.state === "none") return lease === undefined;
  const { holder, until, state } = expected;
  return lease !== undefined && lease.holder === holder && lease.until === until && lease.state === state;
}

export function listed(queue: Queue): Queue {
  return queue.map((lease) => ({ ...lease }));
}
