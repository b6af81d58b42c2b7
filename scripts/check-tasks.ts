/** The longer check of I16 and I18: `npm run check:tasks -- --count 2000 --policy balanced`. Fails if a task breaks one. */
import { parseArgs } from "node:util";
import { countUncovered, drawCases } from "../bench/tasks/cases.js";
import { checkCases, type Judged } from "../bench/tasks/judge-case.js";
import { chosenSeed } from "../test/seed.js";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "2000" },
    size: { type: "string", default: "120000" },
    pieces: { type: "string", default: "24" },
    policy: { type: "string", default: "balanced" },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const seed = chosenSeed(process.env.CLEW_SEED, new Date());
  const [count, size, pieces] = [Number(values.count), Number(values.size), Number(values.pieces)];
  const cases = drawCases({ seed, count, size, pieces });
  print(`seed ${seed}, ${count} tasks, ${countUncovered(cases)} pairs without a task`);
  const { judged, leftOut } = await checkCases(cases, values.policy, (one, place) => {
    if (one !== null && one.broken.length > 0) print(`${place}: ${one.broken.join("; ")}: ${one.name}`);
  });
  const broken = judged.filter((one) => one.broken.length > 0);
  const unfinished = judged.filter(({ outcome }) => !outcome.finished).length;
  print(`${judged.length} tasks tried, ${leftOut} left out, ${unfinished} not finished`);
  print(`${broken.length} broken: I16 in ${countOf(broken, "I16")}, I18 in ${countOf(broken, "I18")}`);
  return broken.length === 0 ? 0 : 1;
}

function countOf(broken: readonly Judged[], invariant: string): number {
  return broken.filter((one) => one.broken.some((each) => each.startsWith(invariant))).length;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
