import { ClewError } from "../core/errors.js";
import type { LaneRef, TurnId } from "../core/log/keys.js";
import type { Wake } from "../core/ports/index.js";
import { defer } from "../core/text/defer.js";
import type { Presence } from "../engine/answer/presence.js";
import { failAbandonedTurn, makeClaim, renewalMs } from "../engine/answer/queue.js";
import type { Engine } from "../engine/engine.js";
import { makeInProcessWake } from "../platform/in-process-wake.js";
import { isGone, ownName } from "../platform/process-name.js";

/** The turns that this process is answering. While one shows signs of life its place in the lane is renewed. */
export interface ActiveTurns {
  readonly presence: Presence;
  /** Aborts when the log is closed: nobody waits any longer. */
  readonly closing: AbortSignal;
  /** Work that `leave` has to wait for. */
  during<Result>(work: Promise<Result>): Promise<Result>;
  /** Work that nobody waits for, one piece at a time for each key; closing stops it. What goes wrong in it is its own affair. */
  behind(key: string, work: (signal: AbortSignal) => Promise<unknown>): void;
  /** Begins, or shows a sign of life. */
  active(engine: Engine, turn: TurnId, ref: LaneRef): void;
  has(turn: TurnId): boolean;
  ended(turn: TurnId): void;
  /** A loop of the SDK has taken this turn over and will end it. */
  handedOver(turn: TurnId): void;
  /** Until those that a running loop will end have ended, or the time is up. */
  settled(limitMs: number): Promise<void>;
  /** Nobody waits any longer, and turns that are still open have failed: they will not be answered here. */
  leave(): Promise<void>;
}

/** A turn that nobody touched for so long was forgotten: its lane must not stay closed for ever. */
const forgottenMs = 15 * 60_000;

/** How long a loop that was stopped may take to say so. */
const stoppingMs = 500;

interface TrackedTurn {
  readonly ref: LaneRef;
  readonly engine: Engine;
  touched: number;
}

/** Two logs that one process has open are two holders, and so are two threads. */
let instances = 0;

function nameHolder(): string {
  return `${ownName} ${process.getBuiltinModule("node:worker_threads").threadId}.${instances++}`;
}

export function trackTurns(wake: Wake<AbortSignal> = makeInProcessWake()): ActiveTurns {
  const turns = new Map<TurnId, TrackedTurn>();
  const loops = trackLoops();
  const pending = new Set<Promise<unknown>>();
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const presence = makePresence(turns, wake);
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
      turns.set(turn, { ref, engine, touched: Date.now() });
      timer ??= setInterval(() => renew(turns), renewalMs).unref();
    },
    has: (turn) => turns.has(turn),
    ended(turn) {
      turns.delete(turn);
      if (turns.size === 0) stop();
      loops.ended(turn);
    },
    handedOver(turn) {
      if (turns.has(turn)) loops.begun(turn);
    },
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

function makePresence(turns: ReadonlyMap<TurnId, TrackedTurn>, wake: Wake<AbortSignal>): Presence {
  const remarks = new Set<string>();
  const holder = defer(nameHolder);
  return {
    get holder() {
      return holder();
    },
    isGone,
    isAnswering: (turn) => turns.has(turn),
    inOrder: makeKeyedQueue(),
    pause: (ref, limitMs, signal) => pause(wake, ref, limitMs, signal),
    warn(text) {
      if (!remarks.has(text)) process.emitWarning(text, { type: "ClewWarning" });
      remarks.add(text);
    },
  };
}

/** Runs one piece of work at a time for each key, while nobody waits. */
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
  if (record?.state === "running") await failAbandonedTurn(engine, record, lease);
}

/** Work with the same key waits for the one before it, whatever came of that. */
function makeKeyedQueue(): Presence["inOrder"] {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const own = before.then(work, work);
    last.set(key, own);
    try {
      return await own;
    } finally {
      if (last.get(key) === own) last.delete(key);
    }
  };
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

function renew(turns: Map<TurnId, TrackedTurn>): void {
  for (const [turn, { engine, ref, touched }] of turns) {
    if (Date.now() - touched > forgottenMs) {
      turns.delete(turn);
      continue;
    }
    // A renewal that fails is tried again with the next; if the place is lost, the turn's own next write is refused.
    engine.store.write({ ref, claim: makeClaim(engine, turn, true) }).catch(() => undefined);
  }
}

async function waitAtMost(work: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}

/** Whoever is not woken looks by himself; not all at once, where several wait for one lane. */
async function pause(
  wake: Wake<AbortSignal>,
  ref: LaneRef,
  limitMs: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(), limitMs * (0.75 + Math.random() / 4));
  try {
    await wake.waitFor(ref, signal === undefined ? limit.signal : AbortSignal.any([limit.signal, signal]));
  } finally {
    clearTimeout(timer);
  }
  signal?.throwIfAborted();
}
