/** What everything generated is drawn from. The run prints it once; `global-setup.ts` fixes it for all workers. */
export const seed = chosenSeed(process.env.CLEW_SEED, new Date());

/** As told; drawn for `random`; else the day, so that a run can be repeated and tomorrow looks elsewhere. */
export function chosenSeed(told: string | undefined, today: Date): number {
  if (told === "random") return Math.floor(Math.random() * 2 ** 31);
  if (told === undefined || told === "") return Number(today.toISOString().slice(0, 10).replaceAll("-", ""));
  const number = Number(told);
  if (!Number.isInteger(number)) throw new Error(`CLEW_SEED is a whole number or "random", not ${told}`);
  return number;
}
