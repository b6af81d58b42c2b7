import { spawnSync } from "node:child_process";
import { delimiter, resolve } from "node:path";
import { isProgram } from "./finding.js";

type Gate = readonly [name: string, ...commands: string[]];

/** The one check. The build comes first, because the last gates use what it makes. */
const gates: readonly Gate[] = [
  ["build", "tsx scripts/build.ts"],
  ["format and lint", "biome check --error-on-warnings"],
  ["types", "tsc -p tsconfig.json", "tsc -p src/core"],
  ["layers", "tsx scripts/layers.ts"],
  ["sizes", "tsx scripts/sizes.ts"],
  ["unused code", "knip"],
  ["error codes", "tsx scripts/errors.ts"],
  ["public API", "tsx scripts/api.ts --check"],
  ["settings", "tsx scripts/settings.ts --check"],
  ["lockfile", "tsx scripts/lockfile.ts"],
  ["package", "publint --strict"],
  ["tests", "vitest run"],
  ["examples", "tsx scripts/examples.ts"],
  ["docs' code", "tsx scripts/docs-code.ts"],
];

/** Runs every gate, also after a failure, and says whether all passed. */
export function runGates(planned: readonly Gate[]): boolean {
  const results = planned.map(([name, ...commands]) => runGate(name, commands));
  console.log("");
  for (const { name, passed, seconds } of results)
    console.log(`${passed ? "pass" : "FAIL"}  ${name.padEnd(16)} ${seconds.padStart(6)} s`);
  const failed = results.filter(({ passed }) => !passed).map(({ name }) => name);
  if (failed.length > 0)
    console.log(`\n${failed.length} ${failed.length === 1 ? "check" : "checks"} failed: ${failed.join(", ")}`);
  return failed.length === 0;
}

function runGate(name: string, commands: readonly string[]) {
  console.log(`\n== ${name}`);
  const start = performance.now();
  const passed = commands.map(succeeds).every((success) => success);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`== ${name}: ${passed ? "pass" : "FAIL"} in ${seconds} s`);
  return { name, passed, seconds };
}

function succeeds(command: string): boolean {
  const path = [resolve("node_modules/.bin"), process.env.PATH].join(delimiter);
  return spawnSync(command, { shell: true, stdio: "inherit", env: { ...process.env, PATH: path } }).status === 0;
}

if (isProgram(import.meta.url)) process.exitCode = runGates(gates) ? 0 : 1;
