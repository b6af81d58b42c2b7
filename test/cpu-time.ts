/** Processor time of this process, in milliseconds: what other processes do at the time does not count. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

/** How many times as long `large` takes as `small`: the best of three tries, and 10 ms added to both against noise. */
export function growth(small: () => void, large: () => void): number {
  const ratios = [1, 2, 3].map(() => (cpuMs(large) + 10) / (cpuMs(small) + 10));
  return Math.min(...ratios);
}
