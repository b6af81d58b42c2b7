/** The example's server as a process of its own, that can be killed and started again on the same port and file. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface ChatServer {
  readonly address: string;
  readonly port: number;
  /** As a crash ends it. */
  kill(): Promise<void>;
}

interface ServerOptions {
  readonly root: string;
  readonly store: string;
  /** The pause between two words of an answer. */
  readonly delayMs: number;
  /** 0 for any that is free. */
  readonly port: number;
}

const startMs = 60_000;

export async function startServer({ root, store, delayMs, port }: ServerOptions): Promise<ChatServer> {
  const { ANTHROPIC_API_KEY: _key, ...environment } = process.env;
  const env = { ...environment, PORT: String(port), CLEW_STORE: store, DELAY_MS: String(delayMs) };
  const words = ["--import", "tsx", "examples/web-chat/start.ts"];
  const child = spawn(process.execPath, words, { cwd: root, env, stdio: ["ignore", "pipe", "inherit"] });
  process.once("exit", () => child.kill("SIGKILL"));
  const address = await readAddress(child);
  return { address, port: Number(new URL(address).port), kill: () => kill(child) };
}

async function readAddress(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("The server has no output");
  const lines = createInterface({ input: child.stdout });
  const [line] = (await Promise.race([
    once(lines, "line", { signal: AbortSignal.timeout(startMs) }),
    once(child, "exit").then(() => Promise.reject(new Error("The server ended before it said its address"))),
  ])) as [string];
  return line;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}
