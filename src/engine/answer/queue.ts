/**
 * Lets one turn per lane run. A turn takes the last place in the lane's queue and runs when it is first. A place whose
 * process is gone, or that was not renewed in time, is skipped, and its turn has failed.
 */
import { ClewError } from "../../core/errors.js";
import type { LaneRef, TurnId } from "../../core/log/keys.js";
import { isExpired, type Lease, type LeaseClaim, type LeaseHolder } from "../../core/log/lease.js";
import type { TurnRecord } from "../../core/log/turn.js";
import type { ChangeResult } from "../../core/ports/index.js";
import type { Engine } from "../engine.js";
import { makeIngest } from "../intake/ingest.js";

/** How long a place lasts without renewal. */
const leaseMs = 30_000;
/** How often the holder renews its place. */
export const renewalMs = 10_000;
/** Another process can't wake this one, so it polls, less and less often. */
const firstPauseMs = 20;
const longestPauseMs = 100;
/** A longer wait is worth a warning: most likely the caller forgot to end a turn. */
const warnAfterMs = 10_000;

export function makeClaim(engine: Engine, turn: TurnId, renewal: boolean): LeaseClaim {
  const now = engine.clock.now();
  return { turn, holder: engine.presence.holder, now, until: now + leaseMs, renewal };
}

/** Whether a process is behind the place. For our own, no clock: after a sleep of the machine, renewal may be late. */
export function isAlive({ clock, presence }: Engine, lease: Lease): boolean {
  if (lease.holder === presence.holder && presence.isAnswering(lease.turn)) return true;
  return !isExpired(lease, clock.now()) && !presence.isGone(lease.holder);
}

/** The turn's running place, if it belongs to this process. */
export function findHolder({ presence }: Engine, leases: readonly Lease[], turn: TurnId): LeaseHolder | null {
  const own = leases.find((lease) => lease.turn === turn && lease.holder === presence.holder);
  return own === undefined || own.token === null ? null : { turn, token: own.token };
}

/** A running turn, and the proof of its place that its writes carry. */
export interface PlacedTurn {
  readonly turn: TurnRecord;
  readonly holder: LeaseHolder;
}

/**
 * Waits until the turn's place is first, then writes the turn as it begins. `taken` is the queue after the place was
 * taken. Any failure, an abort included, gives the place up.
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

/** A waiting turn; `begin` makes its record with the current time. */
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

function isDue(engine: Engine, lease: Lease): boolean {
  return lease.until - engine.clock.now() < leaseMs - renewalMs;
}

/** Removes dead places from the front of the lane's queue, and returns the first living one. */
export async function clearFront(engine: Engine, ref: LaneRef): Promise<Lease | undefined> {
  for (;;) {
    const [first] = await engine.store.leases(ref);
    if (first === undefined || isAlive(engine, first)) return first;
    await releaseDeadLease(engine, ref, first);
  }
}

/** Continues a turn that waited for a person or a client, or whose process is gone, from the end of the queue. */
export async function resume(engine: Engine, given: TurnRecord, signal: AbortSignal | undefined): Promise<PlacedTurn> {
  const { ref, id } = given;
  const leases = await engine.store.leases(ref);
  const stored = await engine.store.turn(ref, id);
  const own = leases.find((lease) => lease.turn === id);
  if (stored === null || (own !== undefined && isAlive(engine, own))) {
    throw makeForeignTurnError(id);
  }
  const running: TurnRecord = { ...stored, state: "running" };
  // Of two that take it up at the same moment, also in one process, one only gets it.
  const over = own === undefined ? { expects: { turn: id, state: "none" } as const } : { release: id, expects: own };
  const written = await engine.store.write({ ref, turn: running, claim: makeClaim(engine, id, false), ...over });
  if (!written.done) throw makeForeignTurnError(id);
  const holder = findHolder(engine, written.leases, id);
  return holder === null ? waitForPlace(engine, () => running, written, signal) : { turn: running, holder };
}

export function makeForeignTurnError(turn: TurnId): ClewError {
  return new ClewError("lane/busy", `Turn ${turn} is being answered elsewhere`, {
    hint: "Leave it to the process that began it; a turn whose process is gone can be taken over",
  });
}

/** Fails the turn behind a dead place, unless its holder has come back in between. */
async function releaseDeadLease(engine: Engine, ref: LaneRef, lease: Lease): Promise<void> {
  const record = await engine.store.turn(ref, lease.turn);
  if (record?.state === "running") await failAbandonedTurn(engine, record, lease);
  else await engine.store.write({ ref, release: lease.turn, expects: lease });
}

/** Fails a running turn that no process answers any more. False if its place is not, or no longer, the one given. */
export async function failAbandonedTurn(engine: Engine, turn: TurnRecord, lease: Lease | undefined): Promise<boolean> {
  const reason = "abandoned: the process that was answering stopped";
  const note = makeIngest(engine, turn).noted({ kind: "turn-ended", state: "failed", reason }, turn.id);
  const failed: TurnRecord = { ...turn, state: "failed", ended: engine.clock.now() };
  const expects = lease ?? ({ turn: turn.id, state: "none" } as const);
  const { done } = await engine.store.write({ ref: turn.ref, entries: [note], turn: failed, expects });
  return done;
}
