/** The longer check of I16 and I18: `npm run check:tasks -- --count 2000 --policy balanced --kind goal`. Fails if a task breaks one. */
import { parseArgs } from "node:util";
import { countUncovered, drawCases } from "../bench/tasks/cases.js";
import { checkCases, type Judged } from "../bench/tasks/judge-case.js";
import { taskKinds } from "../bench/tasks/task.js";
import { chosenSeed } from "../test/seed.js";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "2000" },
    size: { type: "string", default: "120000" },
    pieces: { type: "string", default: "24" },
    kind: { type: "string", multiple: true, default: [] },
    policy: { type: "string", default: "balanced" },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const seed = chosenSeed(process.env.CLEW_SEED, new Date());
  const [count, size, pieces] = [Number(values.count), Number(values.size), Number(values.pieces)];
  const kinds = taskKinds.filter((kind) => values.kind.length === 0 || values.kind.includes(kind));
  const cases = drawCases({ seed, count, size, pieces, kinds });
  print(`seed ${seed}, ${count} tasks, ${countUncovered(cases)} pairs without a task`);
  const sofar: Judged[] = [];
  const { judged, leftOut } = await checkCases(cases, values.policy, (one, place) => {
    if (one !== null && one.broken.length > 0) print(`${place}: ${one.broken.join("; ")}: ${one.name}`);
    if (one !== null) sofar.push(one);
    if (place % 100 === 99) print(`to place ${place}: ${describe(sofar)}`);
  });
  const broken = judged.filter((one) => one.broken.length > 0);
  const beyond = judged.filter(({ fit }) => fit === "steps").length;
  print(`${describe(judged)}; ${beyond} need more in a turn than their window holds, and only have to finish`);
  print(`${leftOut} left out: a step needs more than the window holds`);
  print(`${broken.length} broken: I16 in ${countOf(broken, "I16")}, I18 in ${countOf(broken, "I18")}`);
  return broken.length === 0 ? 0 : 1;
}

/** Calls and prices of finished tasks alone, beside the same tasks with everything in view. */
function describe(judged: readonly Judged[]): string {
  const finished = judged.filter(({ outcome }) => outcome.finished);
  const ratio = (key: "calls" | "price") =>
    finished.reduce((sum, { outcome }) => sum + outcome[key], 0) /
    finished.reduce((sum, { endless }) => sum + endless[key], 0);
  const most = Math.max(0, ...judged.map(({ outcome }) => outcome.most));
  return `${finished.length} of ${judged.length} tasks finished, ${ratio("calls").toFixed(3)} of the calls and ${ratio("price").toFixed(3)} of the price with everything in view, at most ${most} extra requests for one piece in one turn`;
}

function countOf(broken: readonly Judged[], invariant: string): number {
  return broken.filter((one) => one.broken.some((each) => each.startsWith(invariant))).length;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
