/**
 * Tracks which loop of this process is at work on a turn. From its first step to its last a loop has the turn to
 * itself: no other loop of the process goes on with it, and no other handle takes its place.
 */
import { ClewError } from "@clewline/core/errors.js";
import type { TurnId } from "@clewline/core/log/keys.js";
import type { Clock } from "@clewline/core/ports/index.js";
import type { TurnHandle } from "@clewline/engine/answer/place/presence.js";

/** One loop, and its turn. */
export interface Driver {
  /** Takes the turn, or goes on with it. Throws `lane/busy` while another loop has it. */
  take(): void;
  /**
   * While this work is under way, however long that takes, the turn is this loop's and is not forgotten. Throws `lane/busy`
   * before the work is begun, if another loop has the turn.
   */
  drive<Result>(work: () => Promise<Result>): Promise<Result>;
  /** The loop knows of no further work: another loop may take the turn. */
  rest(): void;
}

/** The turn and the handle that a loop works for. */
export interface DriverOptions {
  readonly turn: TurnId;
  readonly handle: TurnHandle;
  readonly clock: Pick<Clock, "monotonic">;
  /** A loop that was stopped may not say so. */
  readonly signal: AbortSignal | undefined;
}

export interface Drivers {
  make(options: DriverOptions): Driver;
  /** Whether a call of a model or of a tool, or one of our own loops, is under way on the turn. */
  isAtWork(turn: TurnId): boolean;
  /** Whether a loop of another handle has the turn. */
  isDriven(turn: TurnId, handle: TurnHandle): boolean;
  /** The turn has ended, or waits: its loop has nothing more to do. */
  ended(turn: TurnId): void;
}

interface Loop extends DriverOptions {
  /** How many pieces of work are under way. */
  pieces: number;
  isHeld: boolean;
  /** By the monotonic clock. */
  touched: number;
}

/**
 * A host's loop may break off between two calls without a word, so one that stood still for a lease loses the turn.
 * `finished` is called after every piece of work.
 */
export function trackDrivers(leaseMs: number, finished: (turn: TurnId) => void): Drivers {
  const loops = new Map<TurnId, Loop>();
  const find = (turn: TurnId): Loop | null => {
    const loop = loops.get(turn);
    return loop !== undefined && isLively(loop, leaseMs) ? loop : null;
  };
  return {
    make: (options) => makeDriver(options, loops, find, finished),
    isAtWork: (turn) => (loops.get(turn)?.pieces ?? 0) > 0,
    isDriven(turn, handle) {
      const loop = find(turn);
      return loop !== null && loop.handle !== handle;
    },
    ended: (turn) => loops.delete(turn),
  };
}

function isLively({ pieces, isHeld, touched, clock, signal }: Loop, leaseMs: number): boolean {
  if (pieces > 0) return true;
  return isHeld && signal?.aborted !== true && clock.monotonic() - touched < leaseMs;
}

function makeDriver(
  options: DriverOptions,
  loops: Map<TurnId, Loop>,
  find: (turn: TurnId) => Loop | null,
  finished: (turn: TurnId) => void,
): Driver {
  const { turn, clock } = options;
  const own: Loop = { ...options, pieces: 0, isHeld: false, touched: clock.monotonic() };
  const occupy = () => {
    const other = find(turn);
    if (other !== null && other !== own) throw makeDrivenError(turn);
    own.touched = clock.monotonic();
    loops.set(turn, own);
  };
  const leave = () => {
    if (own.pieces === 0 && !own.isHeld && loops.get(turn) === own) loops.delete(turn);
  };
  return {
    take() {
      occupy();
      own.isHeld = true;
    },
    async drive(work) {
      occupy();
      own.pieces += 1;
      try {
        return await work();
      } finally {
        own.pieces -= 1;
        own.touched = clock.monotonic();
        leave();
        finished(turn);
      }
    },
    rest() {
      own.isHeld = false;
      leave();
    },
  };
}

function makeDrivenError(turn: TurnId): ClewError {
  return new ClewError("lane/busy", `Turn ${turn} is being answered already, by another call of this process`, {
    hint: "Leave it to that call: the answer comes from there",
  });
}
