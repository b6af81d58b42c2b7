/** `clew serve` as a process, that can be killed and started again on the same port and log. */
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { end, start } from "./process.js";

export interface Gateway {
  readonly url: string;
  readonly port: number;
  /** What it said to whoever runs it. */
  readonly lines: readonly string[];
  /** As a crash ends it. */
  kill(): Promise<void>;
}

export interface GatewayOptions {
  readonly root: string;
  readonly folder: string;
  readonly store: string;
  readonly upstream: string;
  /** 0 for any that is free. */
  readonly port: number;
  /** Tokens; those of the table of models without. */
  readonly window: number | null;
}

const startMs = 60_000;
/** Names of upstreams, one for each wire format. */
const providers = ["anthropic", "openai", "google"] as const;

export async function startGateway({ root, folder, ...given }: GatewayOptions): Promise<Gateway> {
  const words = ["serve", "--json", "--port", String(given.port), "--store", given.store];
  const upstreams = providers.flatMap((name) => ["--upstream", `${name}=${given.upstream}`]);
  const window = given.window === null ? [] : ["--window", String(given.window)];
  const child = start({
    command: [process.execPath, join(root, "dist/cli/main.js"), ...words, ...upstreams, ...window],
    folder,
    environment: { PATH: process.env.PATH ?? "", HOME: folder, LANG: "C.UTF-8" },
  });
  const lines: string[] = [];
  if (child.stdout === null || child.stderr === null) throw new Error("The gateway has no output");
  createInterface({ input: child.stderr }).on("line", (line) => lines.push(line));
  const [line] = (await Promise.race([
    once(createInterface({ input: child.stdout }), "line", { signal: AbortSignal.timeout(startMs) }),
    once(child, "exit").then(() => Promise.reject(new Error(`The gateway ended at once: ${lines.join("\n")}`))),
  ])) as [string];
  const { url } = JSON.parse(line) as { readonly url: string };
  return {
    ...{ url, port: Number(new URL(url).port), lines },
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "close");
      end(child);
      await ended;
    },
  };
}
