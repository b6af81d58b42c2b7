import { openSync, readSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const stepMs = 5;
const quietSteps = 2;
const mostSteps = 6_000;

/** CPU time of this process since it started: user and system, all threads. */
export function readCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const numbers = Buffer.alloc(80);
const file = openSchedule();

/**
 * CPU time of the thread that runs the event loop, where the system tells it: what other threads collect and compile
 * meanwhile keeps nobody waiting. Else that of the process.
 */
export function readLoopCpuMs(): number {
  if (file === null) return readCpuMs();
  // Nanoseconds on a CPU, then other figures.
  const length = readSync(file, numbers, 0, numbers.length, 0);
  return Number.parseInt(numbers.toString("latin1", 0, length), 10) / 1_000_000;
}

function openSchedule(): number | null {
  try {
    return openSync("/proc/self/schedstat", "r");
  } catch {
    return null;
  }
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
