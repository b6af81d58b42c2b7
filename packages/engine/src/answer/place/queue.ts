/**
 * Lets one turn per lane run. A turn takes the last place in the lane's queue and runs when it is first. A place whose
 * process is gone, or that did not move for a whole lease while it was watched, is skipped, and its turn has failed.
 */
import { ClewError } from "@clewline/core/errors.js";
import type { LaneRef, TurnId } from "@clewline/core/log/keys.js";
import type { Lease, LeaseClaim, LeaseHolder } from "@clewline/core/log/lease.js";
import { refuseEnded, type TurnRecord } from "@clewline/core/log/turn.js";
import type { ChangeResult } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";
import { makeIngest } from "../../intake/ingest.js";
import type { TurnHandle } from "./presence.js";

/** Another process can't wake this one, so it polls, less and less often. */
const firstPauseMs = 20;
const longestPauseMs = 100;
/** A longer wait is worth a warning: most likely the caller forgot to end a turn. */
const warnAfterMs = 10_000;

/** Holder of a turn that its process has left: another process may take it at once. */
const leftHolder = "left";

export function makeClaim(engine: Engine, turn: TurnId, renewal: boolean): LeaseClaim {
  const { clock, presence } = engine;
  return { turn, holder: presence.holder, until: presence.stamp(clock.now() + presence.times.leaseMs), renewal };
}

/**
 * Whether a process is behind the place. A silent one has not been watched for long enough to know, and looks old by our
 * clock, which may be wrong: nothing is taken from it yet, and nothing is left to it.
 */
export function judgeLease({ clock, presence }: Engine, lease: Lease): "alive" | "silent" | "dead" {
  if (lease.holder === presence.holder && presence.isAnswering(lease.turn)) return "alive";
  if (lease.holder === leftHolder || presence.isGone(lease.holder)) return "dead";
  const { unmovedMs, hasMoved } = presence.watch(lease, clock.monotonic());
  if (unmovedMs >= presence.times.leaseMs) return "dead";
  return hasMoved || lease.until > clock.now() ? "alive" : "silent";
}

/** Whether nothing may be taken from the holder. */
export function isHeld(engine: Engine, lease: Lease): boolean {
  return judgeLease(engine, lease) !== "dead";
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
 * taken. Any failure, an abort included, gives the place up, unless another has it by then.
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
    await releaseOwnPlace(engine, ref, id);
    throw error;
  }
}

async function releaseOwnPlace({ presence, store }: Engine, ref: LaneRef, id: TurnId): Promise<void> {
  const own = (await store.leases(ref)).find(({ turn }) => turn === id);
  if (own !== undefined && own.holder !== presence.holder) return;
  // A place that can't be read is given up too.
  await store.write({ ref, release: id, expects: own ?? { turn: id, state: "none" } });
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
  const { clock, presence, store } = engine;
  let { leases } = taken;
  let warnAt = clock.monotonic() + warnAfterMs;
  let renewAt = clock.monotonic() + presence.times.renewalMs;
  let tried: "to enter" | "to run" | null = null;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.5)) {
    signal?.throwIfAborted();
    const { own, before } = splitQueue(leases, id);
    // If this process was stopped for a whole lease, another may have taken the turn.
    if (own !== undefined && own.holder !== presence.holder) throw makeForeignTurnError(id);
    const [ahead] = before;
    // All that are ahead are watched, so that their leases run out together, not one after another.
    const gone = before.filter((lease) => !isHeld(engine, lease))[0];
    const due = own === undefined ? "to enter" : ahead === undefined ? "to run" : null;
    if (due !== null && due === tried) throw makeNoPlaceError(id);
    tried = due;
    if (due !== null || clock.monotonic() >= renewAt) {
      const record = begin();
      const written = await store.write({ ref, turn: record, claim: makeClaim(engine, id, own !== undefined) });
      renewAt = clock.monotonic() + presence.times.renewalMs;
      const holder = findHolder(engine, written.leases, id);
      if (holder !== null) return { turn: record, holder };
    } else {
      const isReleased = gone !== undefined && (await releaseDeadLease(engine, ref, gone));
      if (!isReleased) await presence.pause(ref, pauseMs, signal);
    }
    if (ahead !== undefined && clock.monotonic() > warnAt) {
      presence.warn(`a message of ${ref.session} waits for turn ${ahead.turn}: complete, fail or cancel it`);
      warnAt = Number.POSITIVE_INFINITY;
    }
    leases = await store.leases(ref);
  }
}

/** The turn's place, and those before it. */
function splitQueue(leases: readonly Lease[], id: TurnId) {
  const index = leases.findIndex(({ turn }) => turn === id);
  return { own: leases[index], before: leases.slice(0, Math.max(0, index)) };
}

/** It took a place, or was first, and found nothing there: to write the same again would never end. */
function makeNoPlaceError(turn: TurnId): ClewError {
  return new ClewError("lane/busy", `Turn ${turn} took a place in its lane's queue and did not find it there`, {
    hint: "Everything is kept: take it up again, and if that does not help, run clew doctor",
  });
}

/** Removes dead places from the front of the lane's queue, and returns the first living one. */
export async function clearFront(engine: Engine, ref: LaneRef): Promise<Lease | undefined> {
  for (;;) {
    const [first] = await engine.store.leases(ref);
    if (first === undefined || isHeld(engine, first)) return first;
    await releaseDeadLease(engine, ref, first);
  }
}

/**
 * Continues a turn. One that waited for a person or a client goes to the end of the queue. One whose process is gone,
 * or that lies idle in this one, keeps its place. Another handle of the turn then has lost the place.
 */
export async function resume(
  engine: Engine,
  given: TurnRecord,
  handle: TurnHandle,
  signal: AbortSignal | undefined,
): Promise<PlacedTurn> {
  const { ref, id } = given;
  const leases = await engine.store.leases(ref);
  const own = leases.find((lease) => lease.turn === id);
  // A turn that still waits in the queue has a place and no record yet.
  const stored = (await engine.store.turn(ref, id)) ?? (own === undefined ? null : given);
  refuseEnded(stored, false);
  if (stored === null || (own !== undefined && !isFree(engine, own, handle))) throw makeForeignTurnError(id);
  const running: TurnRecord = { ...stored, state: "running" };
  // Of two that take it up at the same moment, also in one process, one only gets it.
  const claim = { ...makeClaim(engine, id, false), takeover: true } as const;
  const expects = own ?? ({ turn: id, state: "none" } as const);
  const written = await engine.store.write({ ref, turn: running, claim, expects });
  if (!written.done) throw makeForeignTurnError(id);
  const holder = findHolder(engine, written.leases, id);
  return holder === null ? waitForPlace(engine, () => running, written, signal) : { turn: running, holder };
}

/** Whether this handle may have the place: its process is gone, or is this one and no loop of another handle has the turn. */
export function isFree(engine: Engine, lease: Lease, handle: TurnHandle): boolean {
  const { presence } = engine;
  if (lease.holder === presence.holder && lease.state === "running") return !presence.isDriven(lease.turn, handle);
  return !isHeld(engine, lease);
}

function makeForeignTurnError(turn: TurnId): ClewError {
  return new ClewError("lane/busy", `Turn ${turn} is being answered elsewhere`, {
    hint: "Leave it to the process that began it; a turn whose process is gone can be taken over",
  });
}

/** For a process that lost the place, or never had it, and writes all the same. */
export function makeLostTurnError(turn: TurnId): ClewError {
  return new ClewError("turn/not-running", `Turn ${turn} is being answered elsewhere, and not by this handle`, {
    hint: "Stop here: the answer comes from the one that has the turn, and the log keeps a reply of yours as late",
  });
}

/**
 * Leaves a running turn for another process to go on with: a planned end loses no more than a crash. Otherwise the next
 * message of the lane, or the same one again, ends it.
 */
export async function leavePlace({ store, clock, presence }: Engine, turn: TurnRecord, lease: Lease): Promise<void> {
  const until = presence.stamp(clock.now());
  const claim = { turn: turn.id, holder: leftHolder, until, renewal: false, takeover: true } as const;
  await store.write({ ref: turn.ref, claim, expects: lease });
}

/** Fails the turn behind a dead place. False if its holder has come back in between. */
async function releaseDeadLease(engine: Engine, ref: LaneRef, lease: Lease): Promise<boolean> {
  const record = await engine.store.turn(ref, lease.turn);
  if (record?.state === "running") return failAbandonedTurn(engine, record, lease);
  const { done } = await engine.store.write({ ref, release: lease.turn, expects: lease });
  return done;
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
