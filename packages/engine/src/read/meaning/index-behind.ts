/** Makes vectors behind the replies: not before a moment has passed in which nothing was said. */
import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Engine } from "../../engine.js";
import { makeWaitingLanes } from "./waiting-lanes.js";

/** A short-lived command ends before; a burst of messages, or an import, is over by then. */
const quietMs = 250;
/** Where there is never such a moment. */
const latestMs = 5_000;

export interface IndexBehind {
  /** Before it is known where something is said. */
  attach(engine: Engine): void;
  notice(ref: LaneRef, isQuiet: boolean): void;
  /** Where something was remembered: it waits for the end of a turn that runs. */
  remembered(ref: LaneRef): void;
}

/** Queue for work that no caller waits for. */
interface Background {
  readonly closing: AbortSignal;
  behind(key: string, work: (signal: AbortSignal) => Promise<unknown>): void;
}

export function makeIndexBehind({ behind, closing }: Background): IndexBehind {
  const lanes = makeWaitingLanes();
  let engine: Engine | null = null;
  let timer: NodeJS.Timeout | undefined;
  let waitedSince: number | null = null;
  const start = (own: Engine) => {
    waitedSince = null;
    behind("meaning", (signal) => lanes.index(own, signal));
  };
  let isTalking = false;
  const hear = (ref: LaneRef, isQuiet: boolean) => {
    const own = engine;
    if (own === null || closing.aborted) return;
    lanes.add(ref);
    const now = own.clock.monotonic();
    const isWaiting = waitedSince !== null;
    if ((!isQuiet && !isWaiting) || !lanes.isWorthLooking(now)) return;
    waitedSince ??= now;
    clearTimeout(timer);
    // A turn that has begun goes first; its end is noticed too.
    const left = Math.min(isQuiet ? quietMs : latestMs, Math.max(0, waitedSince + latestMs - now));
    timer = setTimeout(() => start(own), left).unref();
  };
  return {
    attach(own) {
      engine = own.meaning === null ? null : own;
    },
    notice(ref, isQuiet) {
      isTalking = !isQuiet;
      hear(ref, isQuiet);
    },
    remembered: (ref) => hear(ref, !isTalking),
  };
}
