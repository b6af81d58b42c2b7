import type { Lease, LeaseClaim } from "../../core/log/lease.js";
import { readLeaseRow } from "./rows/record-row.js";
import type { Statements } from "./statements/prepared.js";
import { encodeText } from "./stored-text.js";

export function readQueue({ leases }: Statements, laneId: number): readonly Lease[] {
  return leases.queue.all({ laneId }).map(readLeaseRow);
}

/** Takes or renews the place, and lets it run if it is the first and nothing else runs. */
export function claimPlace({ leases }: Statements, laneId: number, turn: number, claim: LeaseClaim): void {
  const { until } = claim;
  const holder = encodeText(claim.holder);
  if (claim.renewal) leases.renewLease.run({ laneId, turn, holder, until });
  else leases.addLease.run({ laneId, turn, holder, until, takeover: claim.takeover === true ? 1 : 0 });
  if (leases.runFirst.run({ laneId, turn, holder }).changes > 0) leases.raiseToken.run({ laneId });
}
