import type { TurnId } from "../../core/keys.js";
import { type Claim, isExpired, type Lease } from "../../core/lease.js";

type Queue = readonly Lease[];

/** A place that runs is never passed over: whoever finds that it ran out says so with `expects`. */
export function claimed(queue: Queue, claim: Claim): Queue {
  const { turn, holder, until } = claim;
  const alive = queue.filter(
    (lease) => lease.state === "running" || lease.turn === turn || !isExpired(lease, claim.now),
  );
  const renewed = alive.map((lease) => (lease.turn === turn ? { ...lease, holder, until } : lease));
  const hasPlace = renewed.some((lease) => lease.turn === turn);
  const placed: Queue =
    hasPlace || claim.renewal ? renewed : [...renewed, { turn, holder, until, state: "queued" as const }];
  const [first, ...others] = placed;
  return first?.turn === turn ? [{ ...first, state: "running" }, ...others] : placed;
}

export function released(queue: Queue, turn: TurnId | undefined): Queue {
  return turn === undefined ? queue : queue.filter((lease) => lease.turn !== turn);
}

export function isRunning(queue: Queue, turn: TurnId): boolean {
  return queue.some((lease) => lease.turn === turn && lease.state === "running");
}

export function hasExactly(queue: Queue, expected: Lease): boolean {
  return queue.some(
    ({ turn, holder, until, state }) =>
      turn === expected.turn && holder === expected.holder && until === expected.until && state === expected.state,
  );
}

export function listed(queue: Queue): Queue {
  return queue.map((lease) => ({ ...lease }));
}
