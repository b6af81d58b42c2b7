/** The tables of prices at which tasks are run. */
import type { SaidFacts } from "@clewline/core/model/facts/find-facts.js";
import type { Prices } from "./bill.js";

export interface PriceTable extends Prices {
  readonly name: string;
  /** Whether the model takes its reasoning back only behind the bytes that it was produced under. */
  readonly isBound: boolean;
}

/** What a cache read costs; null where nothing is cached. */
export const reads = [0.025, 0.05, 0.1, 0.25, 0.5, null] as const;
export const writes = [1.25, 2] as const;

export function makePriceTable(read: number | null, write: number, isBound: boolean): PriceTable {
  const bound = isBound ? ", bound" : "";
  if (read === null) return { name: `no cache${bound}`, read: 1, write: 1, minutes: 0, isBound };
  return { name: `read ${read}, write ${write}${bound}`, read, write, minutes: write === 2 ? 60 : 5, isBound };
}

/** As an owner says it of a model, with the window. */
export function describeFacts({ read, write, minutes, isBound }: PriceTable, window: number): SaidFacts {
  const ttlMs = minutes * 60_000;
  return {
    ...{ window, input: 4, output: 20, read, write, longWrite: write, leastPrefix: 512 },
    ...{ ttlMs, longTtlMs: Math.max(ttlMs, 3_600_000), bound: isBound ? "always" : "never" },
  };
}
