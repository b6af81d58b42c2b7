import { type ChildProcess, fork } from "node:child_process";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ownCheckout } from "../checkout.js";
import type { Tasks } from "./tasks.js";

/** A separate process for one subject. It does one task at a time. */
export interface Worker {
  call<Name extends keyof Tasks>(
    task: Name,
    input: Parameters<Tasks[Name]>[0],
  ): Promise<Awaited<ReturnType<Tasks[Name]>>>;
  end(): Promise<void>;
  /** Without a last word, as by a fault of the machine. */
  kill(): Promise<void>;
}

/** As this file is: a source, or translated. */
const program = fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url));
const callMs = 15 * 60_000;

type Answer = { readonly kind: "result"; readonly result: unknown } | { readonly kind: "failed"; readonly why: string };

/** Starts a worker in the folder, without the user's configuration: this checkout's, or that of another one. */
export function startWorker(folder: string, checkout = ownCheckout): Worker {
  const from = checkout === ownCheckout ? program : join(checkout, "bench/worker/worker.ts");
  const child = fork(from, { cwd: folder, env: plainEnvironment(folder), serialization: "advanced" });
  return {
    // The worker answers a task with that task's result.
    call: (task, input) => ask(child, { task, input }) as Promise<never>,
    end: () => endChild(child, "SIGTERM"),
    kill: () => endChild(child, "SIGKILL"),
  };
}

export async function runTask<Name extends keyof Tasks>(
  folder: string,
  task: Name,
  input: Parameters<Tasks[Name]>[0],
): Promise<Awaited<ReturnType<Tasks[Name]>>> {
  const worker = startWorker(folder);
  try {
    return await worker.call(task, input);
  } finally {
    await worker.end();
  }
}

/** The environment without Clew's settings, and with empty folders for configuration and data. */
export function plainEnvironment(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.startsWith("CLEW_"));
  return { ...Object.fromEntries(kept), XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
}

async function ask(child: ChildProcess, request: object): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const answer = await new Promise<Answer>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer for ${callMs / 60_000} minutes`)), callMs);
    child.once("message", (message) => resolve(message as Answer));
    child.once("exit", (code, signal) => reject(new Error(`The worker ended with ${code ?? signal}`)));
    child.send(request);
  }).finally(() => {
    clearTimeout(timer);
    child.removeAllListeners();
  });
  if (answer.kind === "failed") throw new Error(answer.why);
  return answer.result;
}

function endChild(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}
