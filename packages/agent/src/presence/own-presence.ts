/** This process among those that share the log: its name, its sense of the others, its order. */
import type { LaneRef, TurnId } from "@clewline/core/log/keys.js";
import type { Wake } from "@clewline/core/ports/index.js";
import { type LeaseTimes, makeLeaseWatch } from "@clewline/engine/answer/place/lease-watch.js";
import type { Presence, TurnHandle } from "@clewline/engine/answer/place/presence.js";
import { isGone, ownName } from "@clewline/platform/process-name.js";
import { defer } from "@clewline/text/defer.js";

/** Two logs that one process has open are two holders, and so are two threads. */
let instances = 0;

function nameHolder(): string {
  return `${ownName} ${process.getBuiltinModule("node:worker_threads").threadId}.${instances++}`;
}

/** The state of this process's own turns. */
interface OwnTurns {
  isAnswering(turn: TurnId): boolean;
  isDriven(turn: TurnId, handle: TurnHandle): boolean;
}

export function makePresence(turns: OwnTurns, wake: Wake<AbortSignal>, times: LeaseTimes): Presence {
  const remarks = new Set<string>();
  const holder = defer(nameHolder);
  let last = 0;
  return {
    times,
    watch: makeLeaseWatch(times),
    stamp(now) {
      // The wall clock may be set back.
      last = Math.max(last + 1, Math.round(now));
      return last;
    },
    get holder() {
      return holder();
    },
    isGone,
    isAnswering: turns.isAnswering,
    isDriven: turns.isDriven,
    inOrder: makeKeyedQueue(),
    pause: (ref, limitMs, signal) => pause(wake, ref, limitMs, signal),
    warn(text) {
      if (!remarks.has(text)) process.emitWarning(text, { type: "ClewWarning" });
      remarks.add(text);
    },
  };
}

/** Work with the same key waits for the one before it, whether that succeeds or fails. */
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

/** A waiter that is not woken polls, with a random delay so that several do not poll at once. */
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
