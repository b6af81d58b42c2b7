import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { clewFile } from "../../clew/keep-clew.js";
import { median } from "../../median.js";
import { plainEnvironment, runTask } from "../../worker/start-worker.js";
import {
  aimAtMost,
  type ClewSubject,
  checkoutsOf,
  divide,
  type Findings,
  type SpeedRun,
  tableOf,
} from "../findings.js";

interface Command {
  readonly subject: string;
  readonly name: string;
  readonly words: readonly string[];
  readonly cpuMs: number[];
}

const columns = ["subject", "command", "CPU ms", "to node -e 0"];
const nothing = "node -e 0";
const load = 'import "clewline"';

/** CPU time of whole processes, as the shell counts it: loading the library, and commands that do little. */
export async function measureStart(run: SpeedRun): Promise<Findings> {
  const folder = run.makeFolder();
  const commands: Command[] = [{ subject: "Node", name: nothing, words: ["-e", "0"], cpuMs: [] }];
  for (const subject of checkoutsOf(run)) commands.push(...(await commandsOf(run, subject)));
  const { rounds, each } = run.plan.start;
  for (let round = 0; round < rounds; round++) {
    run.say(`start: round ${round + 1} of ${rounds}`);
    for (const { words, cpuMs } of commands) cpuMs.push(timeProcesses(words, each, folder));
  }
  const cpu = (subject: string, name: string) => {
    const found = commands.find((each) => each.subject === subject && each.name === name);
    return found === undefined ? null : median(found.cpuMs);
  };
  const own = (name: string) => cpu(run.clew.name, name);
  const bare = cpu("Node", nothing);
  return {
    targets: [
      aimAtMost(`${load}, CPU seconds`, divide(own(load), 1_000), 0.2),
      aimAtMost(`clew --help, to ${nothing}`, divide(own("clew --help"), bare), 1.5),
      aimAtMost(`clew sessions, to ${nothing}`, divide(own("clew sessions"), bare), 4),
    ],
    tables: [
      tableOf(
        "Processes from start to end",
        columns,
        commands.map(({ subject, name, cpuMs }) => [subject, name, median(cpuMs), divide(median(cpuMs), bare)]),
      ),
    ],
  };
}

async function commandsOf(run: SpeedRun, subject: ClewSubject): Promise<readonly Command[]> {
  const folder = run.makeFolder();
  const messages = run.plan.loop.messages;
  await runTask(folder, "fillLog", { subject, folder, messages });
  const program = join(subject.folder, "dist/cli/main.js");
  const library = JSON.stringify(join(subject.folder, "dist/index.js"));
  const command = (name: string, ...words: readonly string[]) => ({ subject: subject.name, name, words, cpuMs: [] });
  return [
    command(load, "--input-type=module", "-e", `import ${library}`),
    command("clew --help", program, "--help"),
    command("clew sessions", program, "sessions", "--store", clewFile(folder)),
  ];
}

const timing =
  'TIMEFORMAT="%U %S"; count=$1; shift; time for ((run = 0; run < count; run++)); do "$@" > /dev/null || exit 1; done';

/** Mean CPU time of one process, from start to end. */
function timeProcesses(words: readonly string[], count: number, folder: string): number {
  const { status, stderr } = spawnSync("bash", ["-c", timing, "bash", `${count}`, process.execPath, ...words], {
    cwd: folder,
    env: plainEnvironment(folder),
    encoding: "utf8",
  });
  const seconds = /([\d.]+) ([\d.]+)\s*$/.exec(stderr);
  if (status !== 0 || seconds === null) throw new Error(`${words.join(" ")} ended with ${status}: ${stderr}`);
  return ((Number(seconds[1]) + Number(seconds[2])) * 1_000) / count;
}
