import type { LaneRef } from "../../core/log/keys.js";

/** What this process knows of the lanes that requests are being answered in. */
export interface LaneTraffic {
  /** Notes a request that is being answered, until what it returns is called. */
  enter(address: string): () => void;
  isBusy(address: string): boolean;
  /** Notes how the newest answer in a lane ended. */
  ended(address: string, isWhole: boolean): void;
  wasCut(address: string): boolean;
  /** Notes the lane of an answer that its provider keeps under this name. */
  answered(name: string, ref: LaneRef): void;
  /** The lane of such an answer; null for one that this process has not heard. */
  laneOf(name: string): LaneRef | null;
}

/** More lanes than a gateway answers in before a client that was cut off has come back. */
const mostCut = 1_000;

/** More answers than are continued at the same time. */
const mostAnswers = 10_000;

export function trackTraffic(): LaneTraffic {
  const busy = new Map<string, number>();
  const cut = new Set<string>();
  const answers = new Map<string, LaneRef>();
  return {
    enter(address) {
      busy.set(address, (busy.get(address) ?? 0) + 1);
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        const left = (busy.get(address) ?? 1) - 1;
        if (left === 0) busy.delete(address);
        else busy.set(address, left);
      };
    },
    isBusy: (address) => busy.has(address),
    ended(address, isWhole) {
      cut.delete(address);
      if (!isWhole) cut.add(address);
      const [oldest] = cut;
      if (cut.size > mostCut && oldest !== undefined) cut.delete(oldest);
    },
    wasCut: (address) => cut.has(address),
    answered(name, ref) {
      answers.set(name, ref);
      const [oldest] = answers.keys();
      if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest);
    },
    laneOf: (name) => answers.get(name) ?? null,
  };
}
