import { spawn } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, isAbsolute, join } from "node:path";
import { build } from "rolldown";
import { makeScratchFolder } from "./scratch-folder.js";

/** A clean place to run a program: an empty folder, home and store, `clew` on the path, no inherited environment. */
export interface Room {
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A guard against programs that hang; generous, because the machine may be busy. */
const timeoutMs = 600_000;

export async function inRoom<Result>(root: string, work: (room: Room) => Promise<Result>): Promise<Result> {
  const base = makeScratchFolder("clew-docs");
  try {
    return await work(furnish(root, base));
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

/**
 * Runs a TypeScript file with the built package as `clewline`, and returns what went wrong. It is translated here, into a file
 * of that folder, which is below the root: a translator inside the process takes longer than most programs.
 */
export async function runTypeScript(file: string, into: string, room: Room): Promise<string | undefined> {
  const program = join(into, `${basename(file, ".ts")}.mjs`);
  const fault = await translate(file, program);
  return fault ?? run(process.execPath, ["--enable-source-maps", program], room);
}

async function translate(file: string, program: string): Promise<string | undefined> {
  try {
    await build({
      input: file,
      platform: "node",
      external: (id) => !id.startsWith(".") && !isAbsolute(id),
      treeshake: false,
      logLevel: "silent",
      output: { file: program, format: "esm", sourcemap: true },
    });
    return undefined;
  } catch (error) {
    return `can't be translated: ${error instanceof Error ? error.message : error}`;
  }
}

export function runShell(code: string, room: Room): Promise<string | undefined> {
  return run("bash", ["-euo", "pipefail", "-c", code], room);
}

/** Does the work on each item, at most `width` at a time. The results are in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  width: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [index, item] of waiting) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return results;
}

function furnish(root: string, base: string): Room {
  const [folder, home] = [join(base, "here"), join(base, "home")];
  // Where an install would put it, so that npx finds it too.
  const programs = join(folder, "node_modules", ".bin");
  for (const path of [home, programs]) mkdirSync(path, { recursive: true });
  symlinkSync(join(root, "dist/cli/main.js"), join(programs, "clew"));
  const path = [programs, dirname(process.execPath), process.env.PATH ?? ""].join(":");
  return {
    folder,
    environment: { PATH: path, HOME: home, TMPDIR: base, CLEW_STORE: join(base, "clew.db"), LANG: "C.UTF-8" },
  };
}

function run(command: string, words: readonly string[], room: Room): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    // Has its own process group, so that the time limit also ends what the program started.
    const child = spawn(command, words, {
      cwd: room.folder,
      env: room.environment,
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => output.push(String(text)));
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    }, timeoutMs);
    child.on("error", reject);
    child.on("close", (code) => {
      clearTimeout(timer);
      if (code === 0) return resolve(undefined);
      const how = late ? `took over ${timeoutMs / 1000} s` : `ended with ${code}`;
      resolve(`${how}\n${output.join("").trim().split("\n").slice(-20).join("\n")}`);
    });
  });
}
