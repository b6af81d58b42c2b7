/**
 * The package as users install it: by three package managers on three Nodes, with nothing in the PATH that could compile;
 * then bundled, and one file used by both ways to SQLite. Too long for the check, so it runs beside it. Words after the
 * command choose cases by how their names begin.
 */
import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { tryBundle, tryContract, tryNextBuild } from "./install/bundles.js";
import { describeCase, type InstallCase, type Installed, install } from "./install/case.js";
import { runProgram } from "./install/run-program.js";
import { installTools, managers, nodeMajors, type Tools } from "./install/tools.js";
import { findExchangeFaults, findFaults, type Seat } from "./install/try-case.js";
import { makeScratchFolder } from "./scratch-folder.js";

interface Line {
  readonly name: string;
  readonly faults: readonly string[];
  readonly figures: string;
}

const cases: readonly InstallCase[] = managers.flatMap((manager) =>
  nodeMajors.flatMap((node) =>
    (node === 20 ? [false, true] : [false]).map((hasPackage) => ({ manager, node, hasPackage })),
  ),
);

const buildMs = 300_000;
const root = resolve(import.meta.dirname, "..");
const chosen = process.argv.slice(2);
const base = makeScratchFolder("clew-install");
try {
  const lines = checkAll(packTarball(), installTools(join(base, "tools")));
  printTable(lines);
  process.exitCode = lines.every(({ faults }) => faults.length === 0) ? 0 : 1;
} finally {
  rmSync(base, { recursive: true, force: true });
}

function packTarball(): string {
  const run = { folder: root, environment: process.env, timeoutMs: buildMs };
  runProgram("npm", ["run", "build"], run);
  const { stdout } = runProgram("npm", ["pack", "--ignore-scripts", "--pack-destination", base], run);
  return join(base, stdout.trim().split("\n").at(-1) ?? "");
}

function checkAll(tarball: string, tools: Tools): readonly Line[] {
  const seats: Seat[] = [];
  const lines = cases
    .filter((each) => isChosen(describeCase(each)))
    .map((each, index) =>
      check(describeCase(each), () => {
        const installed = install(each, tools, join(base, `case${index}`), tarball);
        seats.push({ each, installed });
        return [findFaults(each, tools, installed), describeFigures(installed)];
      }),
    );
  return [...lines, ...checkTogether(tools, seats), ...checkBuilds(tarball, tools, seats)];
}

/** What needs more than one installation. */
function checkTogether(tools: Tools, seats: readonly Seat[]): readonly Line[] {
  const find = (node: number, has: boolean) =>
    seats.find(({ each }) => each.manager === "npm" && each.node === node && each.hasPackage === has);
  const [older, newer] = [find(20, true), find(24, false)];
  if (older === undefined || newer === undefined) return [];
  return [check("one file, Node 20 and 24", () => [findExchangeFaults(tools, [older, newer]), ""])];
}

function checkBuilds(tarball: string, tools: Tools, seats: readonly Seat[]): readonly Line[] {
  const installed = seats.find(({ each }) => each.manager === "npm" && each.node === 24)?.installed.folder;
  const builds: readonly (readonly [string, () => string])[] = [
    ...(installed === undefined
      ? []
      : ([["esbuild", () => tryBundle(tools, installed, join(base, "bundles"))]] as const)),
    ["next build", () => tryNextBuild(tools, join(base, "next"), tarball)],
    ["contract, Node 22", () => tryContract(tools, root, 22)],
    ["contract, Node 24", () => tryContract(tools, root, 24)],
  ];
  return builds.filter(([name]) => isChosen(name)).map(([name, build]) => check(name, () => [[], build()]));
}

function check(name: string, work: () => readonly [faults: readonly string[], figures: string]): Line {
  try {
    const [faults, figures] = work();
    return announce({ name, faults, figures });
  } catch (error) {
    return announce({ name, faults: [error instanceof Error ? error.message : String(error)], figures: "" });
  }
}

function announce(line: Line): Line {
  console.log(`${line.faults.length === 0 ? "pass" : "FAIL"}  ${line.name}`);
  for (const fault of line.faults) console.log(fault);
  return line;
}

function isChosen(name: string): boolean {
  return chosen.length === 0 || chosen.some((word) => name.startsWith(word));
}

function describeFigures({ seconds, moreSeconds, megabytes, packages }: Installed): string {
  const more = moreSeconds === null ? "" : `, the package ${moreSeconds.toFixed(1)} s`;
  return `${seconds.toFixed(1)} s${more}, ${packages} packages, ${megabytes.toFixed(1)} MB`;
}

function printTable(lines: readonly Line[]): void {
  const width = Math.max(...lines.map(({ name }) => name.length));
  console.log("");
  for (const { name, faults, figures } of lines)
    console.log(`${faults.length === 0 ? "pass" : "FAIL"}  ${name.padEnd(width)}  ${figures}`);
}
