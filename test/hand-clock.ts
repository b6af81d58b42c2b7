/** Time that a test moves by hand, and processes that are no more. */
import type { Clock } from "@clewline/core/ports/index.js";
import { makeSystemClock } from "@clewline/platform/clock.js";
import { ownName } from "@clewline/platform/process-name.js";

export interface HandClock extends Clock {
  /** Lets monotonic time pass at once. */
  wait(ms: number): void;
  /** Sets the time of day so far from the machine's. */
  set(aheadMs: number): void;
  /** How much time was let pass. */
  readonly waited: number;
  /** Lets time pass, so much at a time, until the work is done. */
  passing<Result>(work: Promise<Result>, stepMs: number): Promise<Result>;
}

export function makeHandClock(): HandClock {
  let ahead = 0;
  let waited = 0;
  const { id, now } = makeSystemClock(() => Date.now() + ahead);
  return {
    id,
    now,
    monotonic: () => performance.now() + waited,
    wait(ms) {
      waited += ms;
    },
    set(aheadMs) {
      ahead = aheadMs;
    },
    get waited() {
      return waited;
    },
    async passing(work, stepMs) {
      let isDone = false;
      const done = work.finally(() => {
        isDone = true;
      });
      while (!isDone) {
        await Promise.race([done, new Promise((next) => setTimeout(next, 30))]);
        if (!isDone) waited += stepMs;
      }
      return done;
    },
  };
}

const [place = ""] = ownName.split(" ");

/** A holder on this machine whose process certainly does not run. */
export const goneProcess = `${place} 999999999 1`;
