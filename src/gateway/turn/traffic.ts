import type { LaneRef } from "../../core/log/keys.js";

/** What this process knows of the lanes that requests are being answered in. */
export interface LaneTraffic {
  /** Notes a request that is being answered, until what it returns is called. */
  enter(address: string, left: AbortSignal): () => void;
  /** Whether a request is being answered there. Those whose clients left are waited for: what came of them is being kept. */
  isBusy(address: string): Promise<boolean>;
  /** Notes the lane of an answer that its provider keeps under this name. */
  answered(name: string, ref: LaneRef): void;
  /** The lane of such an answer; null for one that this process has not heard. */
  laneOf(name: string): LaneRef | null;
}

/** More answers than are continued at the same time. */
const mostAnswers = 10_000;

interface Answering {
  readonly left: AbortSignal;
  readonly released: Promise<void>;
}

export function trackTraffic(): LaneTraffic {
  const busy = new Map<string, ReadonlySet<Answering>>();
  const answers = new Map<string, LaneRef>();
  return {
    enter(address, left) {
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const answering: Answering = { left, released };
      busy.set(address, new Set([...(busy.get(address) ?? []), answering]));
      return () => {
        const others = new Set([...(busy.get(address) ?? [])].filter((each) => each !== answering));
        if (others.size === 0) busy.delete(address);
        else busy.set(address, others);
        release();
      };
    },
    async isBusy(address) {
      const leaving = [...(busy.get(address) ?? [])].filter(({ left }) => left.aborted);
      await Promise.all(leaving.map(({ released }) => released));
      return busy.has(address);
    },
    answered(name, ref) {
      answers.set(name, ref);
      const [oldest] = answers.keys();
      if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest);
    },
    laneOf: (name) => answers.get(name) ?? null,
  };
}
