/**
 * One running turn per lane. A turn takes the last place of the lane's queue and runs when it is the first; a place
 * whose process is gone, or that was not renewed in time, is passed over, and its turn has failed.
 */
import { ClewError } from "../../core/errors.js";
import type { LaneRef, TurnId } from "../../core/log/keys.js";
import { isExpired, type Lease, type LeaseClaim, type LeaseHolder } from "../../core/log/lease.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { ChangeResult } from "../../core/ports/index.js";
import type { Engine } from "../engine.js";
import { makeIngest } from "../intake/ingest.js";

/** How long a place is good for without being renewed. */
const leaseMs = 30_000;
/** How often the holder renews it. */
export const renewalMs = 10_000;
/** Another process can't wake us, so we look; less and less often. */
const firstPauseMs = 20;
const longestPauseMs = 100;
/** Waiting longer than this is worth a remark: most likely somebody forgot to end a turn. */
const warnAfterMs = 10_000;

export function makeClaim(engine: Engine, turn: TurnId, renewal: boolean): LeaseClaim {
  const now = engine.clock.now();
  return { turn, holder: engine.presence.holder, now, until: now + leaseMs, renewal };
}

/** Whether somebody is behind a place. Our own need no clock: after a long sleep we may look before we renew. */
export function isAlive({ clock, presence }: Engine, lease: Lease): boolean {
  if (lease.holder === presence.holder && presence.isAnswering(lease.turn)) return true;
  return !isExpired(lease, clock.now()) && !presence.isGone(lease.holder);
}

/** The turn's running place, if it is ours. */
export function findHolder({ presence }: Engine, leases: readonly Lease[], turn: TurnId): LeaseHolder | null {
  const own = leases.find((lease) => lease.turn === turn && lease.holder === presence.holder);
  return own === undefined || own.token === null ? null : { turn, token: own.token };
}

/** A turn that runs, and what its writes show for it. */
export interface PlacedTurn {
  readonly turn: TurnRecord;
  readonly holder: LeaseHolder;
}

/**
 * Waits until the turn's place is the first, and writes the turn as it then begins. `taken` is the queue after the
 * place was taken. Whatever goes wrong on the way, the signal included, gives the place up.
 */
export async function waitForPlace(
  engine: Engine,
  turn: () => TurnRecord,
  taken: ChangeResult,
  signal: AbortSignal | undefined,
): Promise<PlacedTurn> {
  const { ref, id } = turn();
  try {
    return await pollPlace(engine, { ref, id, begin: turn }, taken, signal);
  } catch (error) {
    await engine.store.write({ ref, release: id });
    throw error;
  }
}

/** A turn that waits; `begin` makes its record as of now. */
interface WaitingTurn extends Pick<TurnRecord, "ref" | "id"> {
  begin(): TurnRecord;
}

async function pollPlace(
  engine: Engine,
  { ref, id, begin }: WaitingTurn,
  taken: ChangeResult,
  signal: AbortSignal | undefined,
): Promise<PlacedTurn> {
  let { leases } = taken;
  let warnAt = engine.clock.now() + warnAfterMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    const own = leases.find((lease) => lease.turn === id);
    const ahead = leases[0]?.turn === id ? undefined : leases[0];
    if (own === undefined || ahead === undefined || isDue(engine, own)) {
      const record = begin();
      const written = await engine.store.write({ ref, turn: record, claim: makeClaim(engine, id, own !== undefined) });
      const holder = findHolder(engine, written.leases, id);
      if (holder !== null) return { turn: record, holder };
    } else if (!isAlive(engine, ahead)) await releaseDeadLease(engine, ref, ahead);
    else await engine.presence.pause(ref, pauseMs, signal);
    if (ahead !== undefined && engine.clock.now() > warnAt) {
      engine.presence.warn(`a message of ${ref.session} waits for turn ${ahead.turn}: complete, fail or cancel it`);
      warnAt = Number.POSITIVE_INFINITY;
    }
    leases = await engine.store.leases(ref);
  }
}

/** Whether a place has to be renewed before long. */
function isDue(engine: Engine, lease: Lease): boolean {
  return lease.until - engine.clock.now() < leaseMs - renewalMs;
}

/** Gives the lane free of places that nobody is behind, and says who is first in it then. */
export async function clearFront(engine: Engine, ref: LaneRef): Promise<Lease | undefined> {
  for (;;) {
    const [first] = await engine.store.leases(ref);
    if (first === undefined || isAlive(engine, first)) return first;
    await releaseDeadLease(engine, ref, first);
  }
}

/** A turn that waited for a person or a client, or whose process is gone, goes on: at the end of the queue. */
export async function resume(engine: Engine, given: TurnRecord, signal: AbortSignal | undefined): Promise<PlacedTurn> {
  const { ref, id } = given;
  const leases = await engine.store.leases(ref);
  const stored = await engine.store.turn(ref, id);
  const own = leases.find((lease) => lease.turn === id);
  if (stored === null || (own !== undefined && isAlive(engine, own))) {
    throw makeForeignTurnError(id);
  }
  const running: TurnRecord = { ...stored, state: "running" };
  const over = own === undefined ? {} : { release: id, expects: own };
  const written = await engine.store.write({ ref, turn: running, claim: makeClaim(engine, id, false), ...over });
  const holder = findHolder(engine, written.leases, id);
  return holder === null ? waitForPlace(engine, () => running, written, signal) : { turn: running, holder };
}

export function makeForeignTurnError(turn: TurnId): ClewError {
  return new ClewError("lane/busy", `Turn ${turn} is in other hands`, {
    hint: "Leave it to whoever began it; a turn whose process is gone can be taken over",
  });
}

/** The turn behind a dead place has failed, unless its holder came back in between. */
async function releaseDeadLease(engine: Engine, ref: LaneRef, lease: Lease): Promise<void> {
  const record = await engine.store.turn(ref, lease.turn);
  if (record?.state === "running") await failAbandonedTurn(engine, record, lease);
  else await engine.store.write({ ref, release: lease.turn, expects: lease });
}

/** Nobody answers a running turn any more: it has failed. False if its place is not, or no longer, the one given. */
export async function failAbandonedTurn(engine: Engine, turn: TurnRecord, lease: Lease | undefined): Promise<boolean> {
  const reason = "abandoned: the process that was answering stopped";
  const note = makeIngest(engine, turn).noted({ kind: "turn-ended", state: "failed", reason }, turn.id);
  const failed: TurnRecord = { ...turn, state: "failed", ended: engine.clock.now() };
  const expects = lease ?? ({ turn: turn.id, state: "none" } as const);
  const { done } = await engine.store.write({ ref: turn.ref, entries: [note], turn: failed, expects });
  return done;
}
