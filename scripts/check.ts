import { spawn } from "node:child_process";
import { delimiter, resolve } from "node:path";
import { isBuilt } from "./built.js";
import { isProgram } from "./finding.js";

type Gate = readonly [name: string, ...commands: string[]];

/** The one check, in stages. The build comes first, if sources are newer, because other gates use its result. */
const stages: readonly (readonly Gate[])[] = [
  isBuilt(".") ? [] : [["build", "tsx scripts/build.ts"]],
  [
    // First, because they take longest; everything else runs beside them.
    ["tests", "vitest run"],
    ["types and API", "tsx scripts/types.ts"],
    ["format and lint", "biome check --error-on-warnings"],
    ["sources", "tsx scripts/source-gates.ts"],
    ["unused code", "knip"],
    ["package", "publint --strict"],
    ["examples", "tsx scripts/examples.ts"],
    ["docs' code", "tsx scripts/docs-code.ts"],
  ],
];

/** Gates of one stage that run at the same time. */
const workers = 2;

/** Runs every gate, even after a failure, and returns whether all passed. */
export async function runGates(planned: readonly (readonly Gate[])[]): Promise<boolean> {
  const results: Result[] = [];
  for (const stage of planned) results.push(...(await runStage(stage)));
  console.log("");
  for (const { name, passed, seconds } of results)
    console.log(`${passed ? "pass" : "FAIL"}  ${name.padEnd(16)} ${seconds.padStart(6)} s`);
  const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
  if (failed.length > 0)
    console.log(`\n${failed.length} ${failed.length === 1 ? "check" : "checks"} failed: ${failed.join(", ")}`);
  return failed.length === 0;
}

interface Result {
  readonly name: string;
  readonly passed: boolean;
  readonly seconds: string;
}

async function runStage(stage: readonly Gate[]): Promise<readonly Result[]> {
  const results = new Map<Gate, Result>();
  const waiting = [...stage];
  const work = async () => {
    for (let gate = waiting.shift(); gate !== undefined; gate = waiting.shift())
      results.set(gate, await runGate(gate, gate === stage[0]));
  };
  await Promise.all(Array.from({ length: workers }, work));
  return stage.flatMap((gate) => results.get(gate) ?? []);
}

/** Prints a gate's output when it has ended, so that two don't mix; the first gate's as it comes. */
async function runGate([name, ...commands]: Gate, isFirst: boolean): Promise<Result> {
  const start = performance.now();
  if (isFirst) console.log(`\n== ${name}`);
  let passed = true;
  let printed = isFirst ? "" : `\n== ${name}\n`;
  for (const command of commands) {
    const ran = await run(command, isFirst ? "inherit" : "pipe");
    passed &&= ran.succeeded;
    printed += ran.printed;
  }
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${printed}== ${name}: ${passed ? "pass" : "FAIL"} in ${seconds} s`);
  return { name, passed, seconds };
}

function run(
  command: string,
  output: "inherit" | "pipe",
): Promise<{ readonly succeeded: boolean; readonly printed: string }> {
  const path = [resolve("node_modules/.bin"), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path };
  const child = spawn(command, { shell: true, stdio: ["inherit", output, output], env });
  let printed = "";
  const keep = (words: Buffer) => {
    printed += words;
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  return new Promise((done) => {
    child.on("close", (code) => done({ succeeded: code === 0, printed }));
    child.on("error", (error) => done({ succeeded: false, printed: `${printed}${error.message}\n` }));
  });
}

if (isProgram(import.meta.url)) process.exitCode = (await runGates(stages)) ? 0 : 1;
