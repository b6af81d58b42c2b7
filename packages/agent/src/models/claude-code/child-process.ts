/**
 * Runs the command as a child in its own process group.
 *
 * 1. Its own children are in that group and end with it.
 * 2. It ends with this process, also if that is killed.
 * 3. Its input is written as fast as it reads. If it exits before the end, its exit says why.
 */
import { spawn } from "node:child_process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { noteProcesses, startWatchdog } from "./abandoned.js";
import { registerCleanup } from "./workspace.js";

export interface ChildRequest {
  readonly command: string;
  readonly args: readonly string[];
  readonly folder: string;
  /** The folder to remove if this process is killed. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
  readonly signal: AbortSignal;
}

export interface ChildEnd {
  readonly failed: Error | null;
  readonly code: number | null;
  /** The last part of its standard error. */
  readonly complaints: string;
}

export interface Child {
  /** Standard output, line by line. */
  readonly lines: AsyncIterable<string>;
  readonly over: Promise<ChildEnd>;
  /** Ends it with everything that it started, and resolves once all of it is gone. */
  end(): Promise<void>;
  /** The same after its last output: lets it exit by itself first. */
  leave(): Promise<void>;
}

/** How long it may take to exit by itself. */
const patienceMs = 1_000;
const longestComplaints = 8_000;
const ownGroup = process.platform !== "win32";

export function startChild({ command, args, folder, root, env, input, signal }: ChildRequest): Child {
  const child = spawn(command, [...args], { cwd: folder, env, stdio: "pipe", detached: ownGroup, windowsHide: true });
  const kill = (name: NodeJS.Signals) => sendSignal(child.pid, name);
  const forget = registerCleanup(() => kill("SIGKILL"));
  const callOff = guardAgainstDeath(child.pid, root);
  let complaints = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    complaints = (complaints + chunk).slice(-longestComplaints);
  });
  let isOver = false;
  const over = new Promise<ChildEnd>((resolve) => {
    const settle = (failed: Error | null, code: number | null) => {
      isOver = true;
      forget();
      callOff();
      signal.removeEventListener("abort", end);
      resolve({ failed, code, complaints });
    };
    child.once("error", (error) => settle(error, null));
    // Its own children may keep its pipes open, and then it would never close.
    child.once("exit", () => kill("SIGKILL"));
    child.once("close", (code) => settle(null, code));
  });
  // If it exits without reading, `over` says more than the broken pipe does.
  pipeline(Readable.from(splitBytes(Buffer.from(input))), child.stdin).catch(() => undefined);
  const stop = async (name: NodeJS.Signals, afterMs: number) => {
    const timer = setTimeout(() => kill(name), afterMs);
    await over;
    clearTimeout(timer);
  };
  let ending: Promise<void> | null = null;
  const end = async () => {
    if (isOver) return;
    child.stdout.destroy();
    if (ending === null) kill("SIGTERM");
    ending ??= stop("SIGKILL", patienceMs);
    await ending;
  };
  const leave = async () => {
    if (isOver) return;
    child.stdout.destroy();
    await Promise.all([stop("SIGTERM", patienceMs), stop("SIGKILL", 2 * patienceMs)]);
  };
  signal.addEventListener("abort", end, { once: true });
  return { lines: readLines(child.stdout), over, end, leave };
}

/** Starts a watchdog that ends the command if this process is killed without a warning. */
function guardAgainstDeath(pid: number | undefined, root: string): () => void {
  if (pid === undefined || !ownGroup) return () => undefined;
  noteProcesses(root, pid);
  return startWatchdog(pid, root);
}

/** Signals the whole group; on Windows, which has none, the command alone. */
function sendSignal(pid: number | undefined, name: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(ownGroup ? -pid : pid, name);
  } catch {
    // It is gone already, as wanted.
  }
}

const sliceBytes = 65_536;

function* splitBytes(bytes: Buffer): Generator<Buffer> {
  for (let from = 0; from < bytes.length; from += sliceBytes) yield bytes.subarray(from, from + sliceBytes);
}

/** Only a line feed ends a line, because JSON may contain the other separators. */
async function* readLines(stream: Readable): AsyncGenerator<string> {
  let begun: string[] = [];
  try {
    for await (const chunk of stream.setEncoding("utf8") as AsyncIterable<string>) {
      const [first = "", ...rest] = chunk.split("\n");
      begun.push(first);
      for (const next of rest) {
        yield begun.join("");
        begun = [next];
      }
    }
  } catch {
    // Closed by us, or never opened: the process's end says which.
  }
  if (begun.length > 0) yield begun.join("");
}
