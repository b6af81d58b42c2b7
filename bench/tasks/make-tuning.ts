/**
 * A program is tuned by experiments: a setting is written, a run prints a log, the journal holds it against the best run so far. All
 * logs have nearly the same lines. At the end each run goes into a table by a figure that nothing asked for before, and the best
 * setting is put back, which the agent itself wrote long ago.
 */
import { makeRandom, type Random } from "../own-talk/seeded-random.js";
import { ask, type DrawnJob, type DrawnTask, fill, mix, readInBatches, type TaskPlan, tell } from "./drawn-task.js";
import { type Need, type Piece, type Step, said, writeValue } from "./task.js";

const rulesPath = "bench/RULES.md";
const stages = "parse plan scan join sort group encode flush commit vacuum".split(" ");
const perJob = 4;

const nameRun = (run: number) => `runs/${run}.log`;
const nameConf = (run: number) => `conf/${run}.toml`;
const figure = (run: number, key: "p99" | "rss" | "seed"): Need => ({ key: `run.${key}/${run}`, path: nameRun(run) });
const rule = (key: "warmup" | "floor"): Need => ({ key: `rule.${key}`, path: rulesPath });
const setting = (run: number): Need => ({ key: `fact/${nameConf(run)}`, path: nameConf(run) });
const budget: Need = { key: "budget/rss", path: said };

export function makeTuning(plan: TaskPlan): DrawnTask {
  const random = makeRandom(plan.seed);
  const count = Math.max(4, plan.count - 1);
  const size = plan.size / (count + 1);
  const lines = fill(size, (number) => writeLogLine(random, number));
  const took = Array.from({ length: count }, () => 40_000 - random.pickNumber(30_000));
  const runs = took.map((p99, run): Piece => ({ path: nameRun(run), text: writeRun(random, lines, run, p99) }));
  const jobs = drawJobs(random, took, plan);
  return { pieces: [{ path: rulesPath, text: writeRules(random, size) }, ...runs], jobs };
}

function drawJobs(random: Random, took: readonly number[], { batch }: TaskPlan): readonly DrawnJob[] {
  const experiments = took.map((_p99, run) => run).slice(1);
  const findBest = (until: number) => took.indexOf(Math.min(...took.slice(0, until)));
  const rounds = Array.from({ length: Math.ceil(experiments.length / perJob) }, (_, round) =>
    experiments.slice(round * perJob, (round + 1) * perJob),
  );
  const best = findBest(took.length);
  const isRunAgain = random.next() < 0.5;
  const limit = `Stay below ${writeValue(budget.key, String(1_000 + random.pickNumber(9_000)))} whatever it brings.`;
  return [
    ask(
      `The queries are slow. Read how we measure, then take a baseline. ${limit}`,
      readInBatches([rulesPath, nameRun(0)], batch),
      { does: "write", path: nameConf(0), needs: [rule("warmup"), figure(0, "p99")] },
      tell(figure(0, "rss")),
    ),
    ...rounds.map((round) => {
      const until = (round.at(-1) ?? 0) + 1;
      const works = round.flatMap((run) => experiment(run, findBest(run)));
      return ask("Try the next ideas.", works, tell(figure(findBest(until), "p99"), budget));
    }),
    ask(
      "Make a table of all runs, and put the best setting back.",
      isRunAgain ? readInBatches([nameRun(best), rulesPath], batch) : [],
      took.map((_p99, run): Step => {
        return { does: "edit", path: `table/${run}`, needs: [figure(run, "seed"), figure(0, "p99")] };
      }),
      { does: "edit", path: "conf/live.toml", needs: [setting(best), rule("floor")] },
      tell(setting(best), budget),
    ),
  ];
}

function experiment(run: number, best: number): readonly Step[] {
  return [
    { does: "write", path: nameConf(run), needs: [setting(best), rule("warmup")] },
    { does: "read", paths: [nameRun(run)] },
    { does: "edit", path: `journal/${run}`, needs: [figure(run, "p99"), figure(best, "p99"), figure(0, "rss")] },
  ];
}

function writeLogLine(random: Random, number: number): string {
  const [one, other] = [random.pickOne(stages), random.pickOne(stages)];
  return `[${number}] ${one}->${other} rows=${random.pickNumber(90_000)} took=${random.pickNumber(900)}us ok`;
}

/** One line of twelve has another figure than in the other runs. */
function writeRun(random: Random, lines: readonly string[], run: number, p99: number): string {
  const own = lines.map((line) =>
    random.next() < 1 / 12 ? line.replace(/took=\d+/, `took=${random.pickNumber(900)}`) : line,
  );
  const [seed, rss] = [random.pickNumber(1_000_000), random.pickNumber(9_000)];
  return [
    `$ bench --config ${nameConf(run)}`,
    ...mix(random, own, [`seeded with ${writeValue(figure(run, "seed").key, `s${seed}`)}`]),
    `p99: ${writeValue(figure(run, "p99").key, `${p99}us`)} resident: ${writeValue(figure(run, "rss").key, `${rss}mb`)}`,
  ].join("\n");
}

function writeRules(random: Random, size: number): string {
  const prose = fill(size, (number) => {
    return `${number}. Before ${random.pickOne(stages)} wait for ${random.pickOne(stages)}, at most ${random.pickNumber(900)} s; a run that swaps does not count.`;
  });
  const values = [
    `Warm up for ${writeValue(rule("warmup").key, `${1 + random.pickNumber(90)}s`)}`,
    `Nothing counts below ${writeValue(rule("floor").key, `${1 + random.pickNumber(500)}us`)}`,
  ];
  return ["# How we measure", ...mix(random, prose, values)].join("\n");
}
