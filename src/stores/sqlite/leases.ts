import type { TurnId } from "../../core/keys.js";
import type { Claim, Lease } from "../../core/lease.js";
import { leaseOf } from "./rows.js";
import type { Statements } from "./statements/prepared.js";
import { toStored } from "./stored-text.js";

export function queueOf({ leases }: Statements, laneId: number): readonly Lease[] {
  return leases.queue.all({ laneId }).map(leaseOf);
}

/** Takes or renews the place, and lets it run if it is the first and nothing else runs. */
export function claimPlace({ leases }: Statements, laneId: number, claim: Claim): void {
  const { until } = claim;
  const place = { laneId, turn: toStored(claim.turn) };
  const holder = toStored(claim.holder);
  leases.dropExpired.run({ ...place, now: claim.now });
  if (claim.renewal) leases.renewLease.run({ ...place, holder, until });
  else leases.addLease.run({ ...place, holder, until, now: claim.now });
  leases.runFirst.run({ ...place, holder });
  if (leases.raiseToken.run({ laneId }).changes > 0) leases.giveToken.run({ laneId });
}

export function releasePlace({ leases }: Statements, laneId: number, turn: TurnId): void {
  leases.dropLease.run({ laneId, turn: toStored(turn) });
}
