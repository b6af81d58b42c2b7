/** Starts a child and kills it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { bundled } from "../child-program.js";
import { laterOptimised } from "../later-optimised.js";

/** When to kill: after so many lines and then so many milliseconds. */
interface Moment {
  readonly lines: number;
  readonly delayMs: number;
}

/** What a child had acknowledged when it ended. */
interface Ended {
  readonly lines: readonly string[];
  /** False if it was done before. */
  readonly killed: boolean;
}

const program = await bundled(new URL("./child.ts", import.meta.url));

export async function killed(words: readonly string[], moment: Moment): Promise<Ended> {
  const child = run([program, ...words]);
  child.reached(moment.lines, () => setTimeout(() => child.process.kill("SIGKILL"), moment.delayMs));
  const { code, lines, complaint } = await child.ended;
  if (code !== null && code !== 0) throw new Error(`The child failed by itself: ${complaint}`);
  return { lines, killed: code === null };
}

/** What a program prints, and its exit code: null where a signal ended it. */
interface Ran {
  readonly code: number | null;
  readonly lines: readonly string[];
  readonly complaint: string;
}

interface Running {
  readonly process: ChildProcess;
  /** What it has printed so far. */
  readonly lines: readonly string[];
  readonly ended: Promise<Ran>;
  /** Calls back as soon as it has printed so many lines. */
  reached(lines: number, then: () => void): void;
}

/** Starts node with these words, in this folder if one is given, and keeps everything that it prints. */
export function run(words: readonly string[], cwd?: string): Running {
  const child = spawn(process.execPath, [...laterOptimised, ...words], { stdio: ["ignore", "pipe", "pipe"], cwd });
  const lines: string[] = [];
  let awaited: { readonly lines: number; readonly then: () => void } | null = null;
  let complaint = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    if (lines.length === awaited?.lines) awaited.then();
  });
  child.stderr.on("data", (data) => {
    complaint += String(data);
  });
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, lines, complaint }));
  return {
    process: child,
    lines,
    ended,
    reached(count, then) {
      awaited = { lines: count, then };
    },
  };
}
