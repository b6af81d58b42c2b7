/** Makes vectors while no caller waits: first in lanes with new messages, then wherever some are missing. */

import { type LaneRef, makeLaneAddress } from "@clewline/core/log/keys.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { describeError } from "@clewline/text/error-text.js";
import type { Engine } from "../../engine.js";
import { walkAllLanes } from "./all-lanes.js";
import { indexLane } from "./index-lane.js";
import type { Indexing } from "./meaning.js";

/** After a failure the embedder is left alone for so long. */
const restMs = 60_000;

/** The lanes in which something was said that may have no vector yet. */
export interface WaitingLanes {
  add(ref: LaneRef): void;
  /** Makes all vectors that are missing. Ends early when it is stopped or the embedder fails; never rejects. */
  index(engine: Engine, signal: AbortSignal): Promise<void>;
  /** Whether there may be work, without a look at the store. */
  isWorthLooking(now: number): boolean;
}

export function makeWaitingLanes(): WaitingLanes {
  const lanes = new Map<string, LaneRef>();
  let [isOff, isWalked, restsUntil] = [false, false, Number.NEGATIVE_INFINITY];
  return {
    add(ref) {
      if (!isOff) lanes.set(makeLaneAddress(ref), ref);
    },
    isWorthLooking: (now) => !isOff && now >= restsUntil,
    async index(engine, signal) {
      const { meaning } = engine;
      try {
        const state = meaning === null ? ({ kind: "none" } as const) : await meaning.state(signal);
        if (state.kind !== "ready") {
          isOff = true;
          lanes.clear();
          return;
        }
        const indexing = { embedder: state.embedder, signal };
        await indexNoticed(engine, lanes, indexing);
        if (!isWalked) await indexRest(engine, lanes, indexing);
        isWalked = true;
      } catch (error) {
        if (signal.aborted) return;
        restsUntil = engine.clock.monotonic() + restMs;
        const reason = redactSecrets(describeError(error)).slice(0, 300);
        engine.presence.warn(`New messages are found by their words only for now: ${reason}`);
      }
    },
  };
}

/** The last one to be noticed first. One that fails or is stopped stays on the list. */
async function indexNoticed(engine: Engine, lanes: Map<string, LaneRef>, indexing: Indexing): Promise<void> {
  for (let newest = [...lanes].at(-1); newest !== undefined; newest = [...lanes].at(-1)) {
    const [key, ref] = newest;
    lanes.delete(key);
    try {
      await indexLane(engine, ref, indexing);
    } catch (error) {
      lanes.set(key, ref);
      throw error;
    }
  }
}

/** The lanes that a process before this one left undone. */
async function indexRest(engine: Engine, lanes: Map<string, LaneRef>, indexing: Indexing): Promise<void> {
  for await (const ref of walkAllLanes(engine)) {
    await indexLane(engine, ref, indexing);
    await indexNoticed(engine, lanes, indexing);
  }
}
