/** Processor time of this process, in milliseconds: what other processes do at the time does not count. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/**
 * How many times as long `large` takes as `small`: 10 ms are added to both against noise, and it is tried up to three times
 * for a ratio below `limit`.
 */
export function growth(small: () => void, large: () => void, limit: number): number {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && best >= limit; tries++)
    best = Math.min(best, (cpuMs(large) + 10) / (cpuMs(small) + 10));
  return best;
}

/** The same of work that waits. */
export async function growthOfAsync(
  small: () => Promise<void>,
  large: () => Promise<void>,
  limit: number,
): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < 3 && best >= limit; tries++)
    best = Math.min(best, ((await cpuMsAsync(large)) + 10) / ((await cpuMsAsync(small)) + 10));
  return best;
}

async function cpuMsAsync(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
