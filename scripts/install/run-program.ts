import { spawnSync } from "node:child_process";

export interface ProgramRun {
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

export interface ProgramResult {
  /** Null where a signal ended it, as after a segmentation fault or at the time limit. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly seconds: number;
}

/** Runs a program to its end, whatever that is. */
export function tryProgram(command: string, words: readonly string[], run: ProgramRun): ProgramResult {
  const started = performance.now();
  const { status, stdout, stderr, error } = spawnSync(command, words, {
    cwd: run.folder,
    env: run.environment,
    encoding: "utf8",
    timeout: run.timeoutMs,
    killSignal: "SIGKILL",
    maxBuffer: 64_000_000,
    input: "",
  });
  const seconds = (performance.now() - started) / 1000;
  return { status, stdout: stdout ?? "", stderr: `${stderr ?? ""}${error?.message ?? ""}`, seconds };
}

/** Runs a program that must succeed; a failure throws with its last lines. */
export function runProgram(command: string, words: readonly string[], run: ProgramRun): ProgramResult {
  const result = tryProgram(command, words, run);
  if (result.status === 0) return result;
  const last = `${result.stdout}\n${result.stderr}`.trim().split("\n").slice(-25).join("\n");
  throw new Error(`${command} ${words.join(" ")} ended with ${result.status}\n${last}`);
}
