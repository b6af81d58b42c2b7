/**
 * One running turn per lane. A turn takes the last place of the lane's queue and runs when it is the first; a place
 * whose process is gone, or that was not renewed in time, is passed over, and its turn has failed.
 */

import { ClewError } from "../core/errors.js";
import type { LaneRef, TurnId } from "../core/keys.js";
import { type Claim, isExpired, type Lease } from "../core/lease.js";
import type { Change, Written } from "../core/ports.js";
import type { TurnRecord } from "../core/turn.js";
import type { House } from "./house.js";
import { ingestFor } from "./ingest.js";

/** How long a place is good for without being renewed. */
const leaseMs = 30_000;
/** How often the holder renews it. */
export const renewalMs = 10_000;
/** Another process can't wake us, so we look; less and less often. */
const firstPauseMs = 20;
const longestPauseMs = 100;
/** Waiting longer than this is worth a remark: most likely somebody forgot to end a turn. */
const remarkableMs = 10_000;

export function claimOf(house: House, turn: TurnId, renewal: boolean): Claim {
  const now = house.clock.now();
  return { turn, holder: house.presence.holder, now, until: now + leaseMs, renewal };
}

/** Whether somebody is behind a place. */
export function isAlive(house: House, lease: Lease): boolean {
  return !isExpired(lease, house.clock.now()) && !house.presence.isGone(lease.holder);
}

export function holds(written: Pick<Written, "leases">, turn: TurnId): boolean {
  return written.leases.some((lease) => lease.turn === turn && lease.state === "running");
}

/**
 * Waits until the turn's place is the first, and writes the turn as it then begins. `taken` is the queue after the
 * place was taken. Gives the place up when the signal aborts.
 */
export async function waitForPlace(
  house: House,
  ref: LaneRef,
  turn: () => TurnRecord,
  taken: Written,
  signal: AbortSignal | undefined,
): Promise<TurnRecord> {
  const { id } = turn();
  let { leases } = taken;
  let remarkAt = house.clock.now() + remarkableMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const own = leases.find((lease) => lease.turn === id);
    const ahead = leases[0]?.turn === id ? undefined : leases[0];
    if (own === undefined || ahead === undefined || isDue(house, own)) {
      const record = turn();
      const written = await house.store.write({ ref, turn: record, claim: claimOf(house, id, own !== undefined) });
      if (holds(written, id)) return record;
    } else if (!isAlive(house, ahead)) await passOver(house, ref, ahead);
    else await pauseOrLeave(house, ref, id, pauseMs, signal);
    if (ahead !== undefined && house.clock.now() > remarkAt) {
      house.presence.remark(`a message of ${ref.session} waits for turn ${ahead.turn}: complete, fail or cancel it`);
      remarkAt = Number.POSITIVE_INFINITY;
    }
    leases = await house.store.leases(ref);
  }
}

/** Whether a place has to be renewed before long. */
function isDue(house: House, lease: Lease): boolean {
  return lease.until - house.clock.now() < leaseMs - renewalMs;
}

/** A turn that waited for a person or a client, or whose process is gone, goes on: at the end of the queue. */
export async function resume(house: House, turn: TurnRecord, signal: AbortSignal | undefined): Promise<TurnRecord> {
  const running: TurnRecord = { ...turn, state: "running" };
  const leases = await house.store.leases(turn.ref);
  const own = leases.find((lease) => lease.turn === turn.id);
  if (own !== undefined && own.holder !== house.presence.holder && isAlive(house, own)) {
    throw new ClewError("lane/busy", `Turn ${turn.id} is being answered by another process`, {
      hint: "Leave it to that one; a turn whose process is gone can be taken over",
    });
  }
  const claim = claimOf(house, turn.id, false);
  const written = await house.store.write({ ref: turn.ref, turn: running, claim });
  return holds(written, turn.id) ? running : waitForPlace(house, turn.ref, () => running, written, signal);
}

/** The turn behind a dead place has failed, unless its holder came back in between. */
async function passOver(house: House, ref: LaneRef, lease: Lease): Promise<void> {
  const record = await house.store.turn(house.owner, lease.turn);
  if (record?.state === "running") await abandon(house, record, lease);
  else await house.store.write({ ref, release: lease.turn, expects: lease });
}

/** Nobody answers a running turn any more: it has failed. A lease that was renewed in between keeps it running. */
export async function abandon(house: House, turn: TurnRecord, lease: Lease | undefined): Promise<TurnRecord> {
  const reason = "abandoned: the process that was answering stopped";
  const note = ingestFor(house).noted({ kind: "turn-ended", state: "failed", reason }, turn.id);
  const failed: TurnRecord = { ...turn, state: "failed", ended: house.clock.now() };
  const expects = lease === undefined ? {} : { expects: lease };
  const { done } = await house.store.write({ ref: turn.ref, entries: [note], turn: failed, ...expects });
  return done ? failed : turn;
}

async function pauseOrLeave(
  house: House,
  ref: LaneRef,
  turn: TurnId,
  pauseMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await house.presence.pause(ref, pauseMs, signal);
  } catch (error) {
    await house.store.write({ ref, release: turn } satisfies Change);
    throw error;
  }
}
