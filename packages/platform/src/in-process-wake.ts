import { type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import type { Wake } from "@clewline/core/ports/index.js";

/** Wakes waiters in this process only. Waiters find changes by other processes when they poll. */
export function makeInProcessWake(): Wake<AbortSignal> {
  const waiters = new Map<string, Set<() => void>>();
  return {
    wake(ref) {
      for (const resume of waiters.get(makeLaneAddress(ref)) ?? []) resume();
    },
    waitFor: (ref, signal) => waitAmong(waiters, ref, signal),
  };
}

function waitAmong(waiters: Map<string, Set<() => void>>, ref: LaneRef, signal: AbortSignal): Promise<void> {
  const lane = makeLaneAddress(ref);
  const own = waiters.get(lane) ?? new Set();
  waiters.set(lane, own);
  return new Promise((resolve) => {
    const resume = () => {
      signal.removeEventListener("abort", resume);
      own.delete(resume);
      if (own.size === 0 && waiters.get(lane) === own) waiters.delete(lane);
      resolve();
    };
    own.add(resume);
    signal.addEventListener("abort", resume);
    if (signal.aborted) resume();
  });
}

const ofFiles = new Map<string, Wake<AbortSignal>>();

/** Returns one Wake for each file, shared by everything in this process that has it open. */
export function openFileWake(path: string): Wake<AbortSignal> {
  const known = ofFiles.get(path) ?? makeInProcessWake();
  ofFiles.set(path, known);
  return known;
}
