import { performance } from "node:perf_hooks";

/** For how long this process waited, in milliseconds: a machine that has no time for it is no wait. */
export async function idleMs(work: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization();
  await work();
  return performance.eventLoopUtilization(before).idle;
}
