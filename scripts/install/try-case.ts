import { existsSync } from "node:fs";
import { join } from "node:path";
import { findCommand, findNative, type InstallCase, type Installed, runNode, sqliteLine } from "./case.js";
import type { ProgramResult } from "./run-program.js";
import type { Tools } from "./tools.js";

const log = "clew.db";

/** What is wrong with what was installed: nothing, if all is well. */
export function findFaults(each: InstallCase, tools: Tools, { folder }: Installed): readonly string[] {
  const run = (...words: readonly string[]) => runNode(each, tools, folder, words);
  if (each.node === 20 && !each.hasPackage) return findRefusalFaults(run, folder);
  const command = findCommand(folder);
  const runs = [
    ["write and read", run("write.mjs", log)],
    ["search", run(command, "search", "stone", "--store", log)],
    ["doctor", run(command, "doctor", "--thorough", "--store", log)],
    ["demo", run(command, "demo")],
  ] as const;
  const faults = runs.flatMap(([name, result]) => findRunFaults(name, result));
  const native = findNative(folder);
  if (!each.hasPackage) return [...faults, ...native.map((path) => `a native package came along: ${path}`)];
  return native.length > 0 ? faults : [...faults, "the look for native packages found none where there is one"];
}

function findRunFaults(name: string, { status, stdout, stderr }: ProgramResult): readonly string[] {
  if (status !== 0) return [`${name} ended with ${status}: ${stderr.trim().split("\n").slice(-6).join(" | ")}`];
  const silent = stdout.trim() === "" ? [`${name} printed nothing`] : [];
  return stderr === "" ? silent : [...silent, `${name} wrote to stderr: ${stderr.trim()}`];
}

/** One sentence with the line to run, an exit code and no signal, and no file that was begun. */
function findRefusalFaults(run: (...words: readonly string[]) => ProgramResult, folder: string): readonly string[] {
  const runs = [
    ["the API", run("write.mjs", log)],
    ["clew chat", run(findCommand(folder), "chat", "--store", log)],
  ] as const;
  const faults = runs.flatMap(([name, { status, stderr }]) => {
    const [, ...extra] = stderr.split(`npm install ${sqliteLine}`);
    const told = extra.length === 1 ? [] : [`${name} does not tell the line once: ${stderr.trim()}`];
    return status === 1 ? told : [...told, `${name} ended with ${status}`];
  });
  return existsSync(join(folder, log)) ? [...faults, "a file was begun"] : faults;
}

/** The same conversation, seen by another installation: each driver reads what the other one wrote, and writes on. */
export function findExchangeFaults(tools: Tools, [one, other]: readonly [Seat, Seat]): readonly string[] {
  const path = join(one.installed.folder, log);
  const read = ({ each, installed }: Seat) =>
    runNode(each, tools, installed.folder, [findCommand(installed.folder), "log", "--store", path]);
  const write = ({ each, installed }: Seat) => runNode(each, tools, installed.folder, ["write.mjs", path]);
  const rounds = [other, one, other].flatMap((seat) => {
    const faults = findRunFaults(`writing to the file with Node ${seat.each.node}`, write(seat));
    const [mine, theirs] = [read(one), read(other)];
    const same = mine.status === 0 && mine.stdout === theirs.stdout && mine.stdout !== "";
    return same ? faults : [...faults, `Node ${one.each.node} and ${other.each.node} read different logs`];
  });
  const doctor = runNode(other.each, tools, other.installed.folder, [
    findCommand(other.installed.folder),
    "doctor",
    "--thorough",
    "--store",
    path,
  ]);
  return [...rounds, ...findRunFaults("doctor on the file of both", doctor)];
}

export interface Seat {
  readonly each: InstallCase;
  readonly installed: Installed;
}
