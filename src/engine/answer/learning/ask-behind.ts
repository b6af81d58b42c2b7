/** Lets the fast model read what was said, one message of a lane after the other, while no view waits for it. */
import type { Entry } from "../../../core/log/entry.js";
import { type LaneRef, makeLaneAddress } from "../../../core/log/keys.js";
import type { Engine } from "../../engine.js";
import { type Background, tellWhy } from "./background.js";

export interface AskBehind {
  /** A message that the rules have read. */
  add(engine: Engine, ref: LaneRef, entry: Entry): void;
  /** Until all were asked about. */
  settled(): Promise<void>;
}

/** Messages of a lane that wait: where people write faster than a model reads, the oldest are left to the rules. */
const mostWaiting = 16;
/** What was said longer before it came in is an import: nobody expects a call for each message of an archive. */
const freshMs = 3_600_000;

export function makeAskBehind({ behind, closing }: Background): AskBehind {
  const waiting = new Map<string, Entry[]>();
  const asking = new Map<string, Promise<void>>();
  const asked = new Map<string, number>();
  const ask = async (engine: Engine, ref: LaneRef, key: string) => {
    for (let entry = waiting.get(key)?.shift(); entry !== undefined; entry = waiting.get(key)?.shift()) {
      try {
        // Loaded with the first message: most logs have no model.
        const { learnByModel } = await import("./learn-by-model.js");
        if (!closing.aborted) await learnByModel(engine, ref, entry, closing);
      } catch (error) {
        if (!closing.aborted) engine.presence.warn(`The fast model taught nothing: ${tellWhy(error)}`);
      }
    }
    // In the same moment in which nothing was left: what comes from now on begins anew.
    waiting.delete(key);
    asking.delete(key);
  };
  return {
    add(engine, ref, entry) {
      const key = makeLaneAddress(ref);
      if (engine.fastModel === null || !isNew(engine, entry) || entry.seq <= (asked.get(key) ?? 0)) return;
      asked.set(key, entry.seq);
      const queue = waiting.get(key) ?? [];
      queue.push(entry);
      if (queue.length > mostWaiting) queue.shift();
      if (waiting.has(key) || closing.aborted) return;
      waiting.set(key, queue);
      const done = ask(engine, ref, key);
      asking.set(key, done);
      behind(`memories by model ${key}`, () => done);
    },
    async settled() {
      await Promise.all(asking.values());
    },
  };
}

/** Came in since the log was opened, and was said then: what an earlier process has read is not asked about again. */
function isNew({ openedAt }: Engine, { kind, arrived, at }: Entry): boolean {
  return (kind === "said" || kind === "revised") && arrived >= openedAt && arrived - at <= freshMs;
}
