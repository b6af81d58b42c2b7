/** Tasks by scripted agents: finished, calls, extra requests and price, under policies and beside rules that people write themselves. */
import { describeMachine } from "../machine.js";
import type { Cell, Report, Table } from "../report.js";
import { type CasePlan, drawCases, type TaskCase } from "./cases.js";
import { playRival, rivals } from "./hosts/plain.js";
import { type Judged, judgeCase, listBroken } from "./judge-case.js";

export interface TaskBenchOptions {
  readonly seed: number;
  readonly isQuick: boolean;
  /** Policies by parts of their names; the three below if empty. */
  readonly only: readonly string[];
  readonly say: (what: string) => void;
}

const policies = ["balanced", "layered", "rolling"];
const whole: Omit<CasePlan, "seed"> = { count: 120, size: 200_000, pieces: 40 };
const quick: Omit<CasePlan, "seed"> = { count: 30, size: 40_000, pieces: 12 };

/** One case under one policy or rule. */
interface Run extends Judged {
  readonly policy: string;
  readonly given: TaskCase;
}

export async function measureTasks({ seed, isQuick, only, say }: TaskBenchOptions): Promise<Report> {
  const cases = drawCases({ seed, ...(isQuick ? quick : whole) });
  const wanted = policies.filter((name) => only.length === 0 || only.some((part) => name.includes(part)));
  const runs: Run[] = [];
  let leftOut = 0;
  for (const [place, given] of cases.entries()) {
    if (place % 10 === 0) say(`${place} of ${cases.length} tasks`);
    const judged: Run[] = [];
    for (const policy of wanted) {
      const one = await judgeCase(given, policy);
      if (one !== null) judged.push({ ...one, policy, given });
    }
    const [first] = judged;
    if (first === undefined) leftOut += 1;
    else runs.push(...judged, ...playRivals(given, first));
  }
  const beyond = new Set(runs.filter(({ fit }) => fit === "steps").map(({ name }) => name)).size;
  const counts = `${cases.length - leftOut} tasks, of which ${beyond} need more in a turn than their window holds and only have to finish; ${leftOut} more left out, of which a step does`;
  const tables = [
    makeTable(`All: seed ${seed}, ${counts}`, "sent by", runs, ({ policy }) => policy),
    ...wanted.flatMap((name) =>
      makeOwnTables(
        name,
        runs.filter(({ policy }) => policy === name),
      ),
    ),
  ];
  return { bench: "tasks", machine: describeMachine(), tables, how };
}

function playRivals(given: TaskCase, { name, endless, fit }: Judged): readonly Run[] {
  return rivals.map((rival) => {
    const outcome = playRival(given.setting, rival);
    return { name, outcome, endless, fit, policy: rival.name, given, broken: listBroken(outcome, endless, fit) };
  });
}

function makeOwnTables(name: string, runs: readonly Run[]): readonly Table[] {
  const by: Readonly<Record<string, (run: Run) => string>> = {
    kind: ({ given }) => given.setting.task.kind,
    agent: ({ given }) => given.setting.manner,
    window: ({ given }) => String(given.setting.window),
    prices: ({ given }) => given.setting.prices.name,
    host: ({ given }) => given.host,
  };
  return Object.entries(by).map(([title, read]) => makeTable(`${name}, by ${title}`, title, runs, read));
}

const columns = [
  "tasks",
  "finished",
  "I16 broken",
  "I18 broken",
  "calls",
  "extra a piece and turn",
  "price",
  "worst price",
];

function makeTable(title: string, first: string, runs: readonly Run[], read: (run: Run) => string): Table {
  const groups = [...new Set(runs.map(read))];
  const rows = groups.map((name) => [name, ...makeRow(runs.filter((run) => read(run) === name))]);
  return { title, columns: [first, ...columns], rows };
}

/** Calls and prices are told of finished tasks alone: one that gives up early is cheap. */
function makeRow(runs: readonly Run[]): readonly Cell[] {
  const finished = runs.filter(({ outcome }) => outcome.finished);
  const sum = (read: (run: Run) => number) => finished.reduce((total, run) => total + read(run), 0);
  const count = (part: string) => runs.filter(({ broken }) => broken.some((each) => each.startsWith(part))).length;
  const prices = finished.map(({ outcome, endless }) => outcome.price / endless.price);
  return [
    runs.length,
    finished.length / runs.length,
    count("I16"),
    count("I18"),
    sum(({ outcome }) => outcome.calls) / sum(({ endless }) => endless.calls),
    Math.max(...runs.map(({ outcome }) => outcome.most)),
    sum(({ outcome }) => outcome.price) / sum(({ endless }) => endless.price),
    prices.length === 0 ? null : Math.max(...prices),
  ];
}

const how = `A scripted agent works through the jobs of a generated task. It reads its job, how far it came and every value out of the request that
reaches its model, and quotes what it finds; what is not there it asks for again, by its own tool, by recall, or several at once. Half of the tasks go
through \`clew.generate\`, half through the gateway to the strict stand-in of Anthropic. The rules without Clew have the agent's own tool alone.
Prices are those of the conversation and the answers at the table of each task, by the prefix cache's rules, without instructions and tools; full history is what an agent that
sees everything sends, and a request beyond the window counts as a full window. "Full history" as a rule of its own fails where it
exceeds the window. Calls and prices are sums over finished tasks, beside the same tasks with everything in view.
The tasks are generated and no model reads them: what understanding needs without quoting it does not count.
`;
