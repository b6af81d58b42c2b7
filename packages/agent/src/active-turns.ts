import { ClewError } from "@clewline/core/errors.js";
import type { LaneRef, TurnId } from "@clewline/core/log/keys.js";
import type { Wake } from "@clewline/core/ports/index.js";
import { leaseTimes } from "@clewline/engine/answer/place/lease-watch.js";
import type { Presence } from "@clewline/engine/answer/place/presence.js";
import { failAbandonedTurn, leavePlace, makeClaim } from "@clewline/engine/answer/place/queue.js";
import type { Engine } from "@clewline/engine/engine.js";
import { makeInProcessWake } from "@clewline/platform/in-process-wake.js";
import { type Driver, type DriverOptions, trackDrivers } from "./presence/drivers.js";
import { makePresence } from "./presence/own-presence.js";

/** The turns that this process is answering. While a loop is at work on one, or a host touches it, its place is renewed. */
export interface ActiveTurns {
  readonly presence: Presence;
  /** Aborts when the log is closed, so that nothing waits any longer. */
  readonly closing: AbortSignal;
  /** Work that `leave` has to wait for. */
  during<Result>(work: Promise<Result>): Promise<Result>;
  /** Runs work in the background, one piece at a time for each key. Closing aborts it; an error is only logged. */
  behind(key: string, work: (signal: AbortSignal) => Promise<unknown>): void;
  /** Begins, or shows a sign of life. */
  active(engine: Engine, turn: TurnId, ref: LaneRef): void;
  has(turn: TurnId): boolean;
  /** For a loop, which has its turn to itself. */
  makeDriver(options: DriverOptions): Driver;
  ended(turn: TurnId): void;
  /** A loop of the SDK has taken this turn over and will end it. */
  handedOver(turn: TurnId): void;
  /** Until those that a running loop will end have ended, or the time is up. */
  settled(limitMs: number): Promise<void>;
  /** The loop of a turn was stopped because the log is closed; the turn itself stays open. */
  stopped(turn: TurnId): void;
  /** Stops waiting, and leaves turns that are still open to another process. */
  leave(): Promise<void>;
}

/** A turn without a touch or a running loop for this long is forgotten, so that its lane does not stay locked. */
const forgottenMs = 15 * 60_000;

/** How long a loop that was stopped may take to say so. */
const stoppingMs = 500;

interface TrackedTurn {
  readonly ref: LaneRef;
  readonly engine: Engine;
  /** By the monotonic clock. */
  touched: number;
}

export function trackTurns(wake: Wake<AbortSignal> = makeInProcessWake(), times = leaseTimes): ActiveTurns {
  const turns = new Map<TurnId, TrackedTurn>();
  const drivers = trackDrivers(times.leaseMs, (turn) => touch(turns.get(turn)));
  const loops = trackLoops();
  const pending = new Set<Promise<unknown>>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const own = { isAnswering: (turn: TurnId) => turns.has(turn), isDriven: drivers.isDriven };
  const presence = makePresence(own, wake, times);
  return {
    presence,
    closing: closing.signal,
    async during(work) {
      pending.add(work);
      try {
        return await work;
      } finally {
        pending.delete(work);
      }
    },
    behind: makeBackgroundRunner(pending, closing.signal, presence),
    active(engine, turn, ref) {
      turns.set(turn, { ref, engine, touched: engine.clock.monotonic() });
      timer ??= setInterval(() => renew(turns, drivers.isAtWork), times.renewalMs).unref();
    },
    has: (turn) => turns.has(turn),
    makeDriver: drivers.make,
    ended(turn) {
      turns.delete(turn);
      drivers.ended(turn);
      if (turns.size === 0) stop();
      loops.ended(turn);
    },
    handedOver(turn) {
      if (turns.has(turn)) loops.begun(turn);
    },
    stopped: loops.ended,
    settled: loops.settled,
    async leave() {
      stop();
      closing.abort(makeClosedError());
      await Promise.allSettled([...pending, loops.settled(stoppingMs)]);
      for (const [turn, { engine, ref }] of turns) await giveUp(engine, ref, turn);
      turns.clear();
    },
  };
}

/** Runs background work, one piece at a time for each key. */
function makeBackgroundRunner(
  pending: Set<Promise<unknown>>,
  closing: AbortSignal,
  { warn }: Presence,
): ActiveTurns["behind"] {
  const busy = new Set<string>();
  return (key, work) => {
    if (busy.has(key) || closing.aborted) return;
    busy.add(key);
    const own = work(closing)
      .catch((error: unknown) => warn(`A compaction could not be prepared: ${String(error)}`))
      .finally(() => {
        busy.delete(key);
        pending.delete(own);
      });
    pending.add(own);
  };
}

function makeClosedError(): ClewError {
  return new ClewError("store/closed", "The log was closed while the message waited for its turn", {
    hint: "The message is kept: begin it again when the log is open",
  });
}

async function giveUp(engine: Engine, ref: LaneRef, turn: TurnId): Promise<void> {
  const record = await engine.store.turn(ref, turn);
  const lease = (await engine.store.leases(ref)).find((each) => each.turn === turn);
  if (lease !== undefined && lease.holder !== engine.presence.holder) return;
  if (record?.state !== "running") return;
  if (lease === undefined) await failAbandonedTurn(engine, record, lease);
  else await leavePlace(engine, record, lease);
}

function trackLoops() {
  const loops = new Map<TurnId, { readonly ending: Promise<void>; readonly end: () => void }>();
  return {
    begun(turn: TurnId) {
      if (loops.has(turn)) return;
      let end: () => void = () => undefined;
      const ending = new Promise<void>((resolve) => {
        end = resolve;
      });
      loops.set(turn, { ending, end });
    },
    ended(turn: TurnId) {
      loops.get(turn)?.end();
      loops.delete(turn);
    },
    async settled(limitMs: number) {
      if (loops.size === 0) return;
      await waitAtMost(Promise.all([...loops.values()].map(({ ending }) => ending)), limitMs);
    },
  };
}

function touch(tracked: TrackedTurn | undefined): void {
  if (tracked !== undefined) tracked.touched = tracked.engine.clock.monotonic();
}

function renew(turns: Map<TurnId, TrackedTurn>, isAtWork: (turn: TurnId) => boolean): void {
  for (const [turn, tracked] of turns) {
    const { engine, touched } = tracked;
    if (!isAtWork(turn) && engine.clock.monotonic() - touched > forgottenMs) turns.delete(turn);
    // A renewal that fails is tried again with the next; if the place is lost, the turn's own next write is refused.
    else renewPlace(turns, turn, tracked).catch(() => undefined);
  }
}

async function renewPlace(turns: Map<TurnId, TrackedTurn>, turn: TurnId, { engine, ref }: TrackedTurn): Promise<void> {
  const { leases } = await engine.store.write({ ref, claim: makeClaim(engine, turn, true) });
  const { holder } = engine.presence;
  // Another process has the turn now: whatever ours still writes is late.
  if (leases.some((lease) => lease.turn === turn && lease.holder !== holder)) turns.delete(turn);
}

async function waitAtMost(work: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
