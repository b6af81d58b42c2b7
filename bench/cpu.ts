import { setTimeout as sleep } from "node:timers/promises";

const stepMs = 5;
const quietSteps = 2;
const mostSteps = 6_000;

/** CPU time of this process since it started: user and system, all threads. */
export function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Resolves when the process has been almost idle for 10 ms, so that work after a reply is done, or after 30 s. */
export async function waitUntilIdle(): Promise<void> {
  let [before, quiet] = [readCpuMs(), 0];
  for (let step = 0; step < mostSteps && quiet < quietSteps; step++) {
    await sleep(stepMs);
    const now = readCpuMs();
    quiet = now - before < stepMs / 10 ? quiet + 1 : 0;
    before = now;
  }
}

/** The CPU time of some work, including what it leaves to be done afterwards. */
export async function measureCpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = readCpuMs();
  await work();
  await waitUntilIdle();
  return readCpuMs() - before;
}
