import type { Lease, LeaseClaim } from "@clewline/core/log/lease.js";
import { readStoredLeases } from "./damage/stored-places.js";
import { readNumberColumn } from "./rows/columns.js";
import type { Statements } from "./statements/prepared.js";
import { encodeText } from "./stored-text.js";

export function readQueue(statements: Statements, laneId: number): readonly Lease[] {
  return readStoredLeases(statements, statements.leases.queue.all({ laneId }));
}

/** Takes or renews the place, and lets it run if it is the first and nothing else runs. */
export function claimPlace({ leases }: Statements, laneId: number, turn: number, claim: LeaseClaim): void {
  const { until } = claim;
  const holder = encodeText(claim.holder);
  if (claim.renewal) leases.renewLease.run({ laneId, turn, holder, until });
  else leases.addLease.run({ laneId, turn, holder, until, takeover: claim.takeover === true ? 1 : 0 });
  if (leases.runFirst.run({ laneId, turn, holder }).changes > 0) leases.raiseToken.run({ laneId });
}

/** The queue after a claim. Places before it that can't be read would keep it from running for ever: they are dropped. */
export function readClaimedQueue(
  statements: Statements,
  laneId: number,
  turn: number,
  claim: LeaseClaim,
): readonly Lease[] {
  const queue = readQueue(statements, laneId);
  const [first] = queue;
  if (first?.turn !== claim.turn || first.holder !== claim.holder || first.state === "running") return queue;
  const { leases, unread } = statements;
  for (const row of leases.placesBefore.all({ laneId, turn })) {
    const number = readNumberColumn(row, "number");
    unread.meet({ table: "leases", key: { number }, reason: "its turn can't be read" });
    leases.dropPlace.run({ number });
  }
  if (leases.runFirst.run({ laneId, turn, holder: encodeText(claim.holder) }).changes > 0)
    leases.raiseToken.run({ laneId });
  return readQueue(statements, laneId);
}
