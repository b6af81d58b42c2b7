import { readCpuMs } from "../cpu.js";
import { median } from "../median.js";

export type Work = () => unknown;

/** The same work at two sizes. */
export interface GrowthCase {
  readonly what: string;
  /** How many times as large the larger one is. */
  readonly times: number;
  readonly small: Work;
  readonly large: Work;
}

/** Cases that have one limit for how many times as long the larger one may take. */
export interface GrowthRow {
  readonly title: string;
  readonly limit: number;
  readonly cases: readonly GrowthCase[];
}

export interface GrowthRun {
  readonly isQuick: boolean;
  readonly makeFolder: () => string;
}

/** Less than this is mostly noise, so that what takes less is done several times. */
const leastMs = 30;
const pairs = 5;

/** How many times as long the larger one takes: the middle of several pairs, after one of each that does not count. */
export async function measureGrowth({ small, large }: GrowthCase, { isQuick }: GrowthRun): Promise<number> {
  const repeats = isQuick ? 1 : Math.max(1, Math.ceil(leastMs / (await measureMs(small, 1))));
  await large();
  const ratios: number[] = [];
  for (let pair = 0; pair < (isQuick ? 1 : pairs); pair++) {
    const less = await measureMs(small, repeats);
    ratios.push((await measureMs(large, repeats)) / less);
  }
  return median(ratios);
}

async function measureMs(work: Work, repeats: number): Promise<number> {
  const before = readCpuMs();
  for (let done = 0; done < repeats; done++) await work();
  return Math.max(readCpuMs() - before, 0.001);
}
