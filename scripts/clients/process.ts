/** Programs of the check, each in a process group of its own, in an environment that has nothing of this machine's. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

export interface Program {
  readonly command: readonly [string, ...string[]];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Ended {
  /** Null where a signal ended it, as at the time limit. */
  readonly status: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs to the end, which comes after this time at the latest. */
export async function run(program: Program, timeoutMs: number): Promise<Ended> {
  const child = start(program);
  const [output, errors] = [collect(child.stdout), collect(child.stderr)];
  const timer = setTimeout(() => end(child), timeoutMs);
  const [status] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  return { status, output: output(), errors: errors() };
}

export function start({ command: [file, ...words], folder, environment }: Program): ChildProcess {
  const child = spawn(file, words, {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  const atExit = () => end(child);
  process.once("exit", atExit);
  child.once("close", () => process.off("exit", atExit));
  return child;
}

/** As a crash ends it, with everything that it started. */
export function end({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself in between.
  }
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  const pieces: string[] = [];
  stream?.on("data", (piece) => pieces.push(String(piece)));
  return () => pieces.join("");
}
