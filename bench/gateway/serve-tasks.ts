/** What is measured, each in a process of its own: the gateway, or a proxy that only reads the body and writes it again. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { SaidFacts } from "@clewline/core/model/facts/find-facts.js";
import { readCpuMs, waitUntilIdle } from "../cpu.js";
import { type WatchedLoop, watchPasses } from "../speed/tasks/watch-loop.js";

let close: (() => Promise<unknown>) | null = null;

export interface ServedLog {
  readonly store: string;
  readonly origin: string;
  /** Tokens that the model can hold; those of the table of models without. */
  readonly window?: number;
}

export async function serveGateway({ store, origin, window }: ServedLog): Promise<string> {
  // Loaded here: the processes of other benches have no use for it.
  const { openGateway } = await import("@clewline/clewline/compose/open.js");
  const { noConfig } = await import("@clewline/clewline/config/config.js");
  const gateway = await openGateway({ store, ...(window === undefined ? {} : { window }) }, noConfig, {
    ...{ host: "127.0.0.1", port: 0, keys: [], upstreams: [`anthropic=${origin}`, `openai=${origin}`] },
    say: (line) => process.stderr.write(`${line}\n`),
    // CPU is measured, however long a view takes on a busy machine.
    viewMs: 120_000,
  });
  close = () => gateway.close();
  return gateway.url;
}

export interface LiveGateway extends ServedLog {
  readonly window: number;
  readonly model: string;
  readonly facts: SaidFacts;
  /** When it starts, as `setServedTime` tells of the time from then on. */
  readonly now: number;
}

let servedTime = 0;

/** As `clew serve` runs it, at given prices and by a clock that its caller moves. */
export async function serveLive({ store, origin, window, model, facts, now }: LiveGateway): Promise<string> {
  const { openGateway } = await import("@clewline/clewline/compose/open.js");
  const { noConfig } = await import("@clewline/clewline/config/config.js");
  const { makeSystemClock } = await import("@clewline/platform/clock.js");
  servedTime = now;
  const gateway = await openGateway(
    { store, window },
    { ...noConfig, models: new Map([[model, facts]]) },
    {
      ...{ host: "127.0.0.1", port: 0, keys: [], upstreams: [`anthropic=${origin}`] },
      ...{ say: (line: string) => process.stderr.write(`${line}\n`), recall: true, viewMs: 120_000 },
    },
    { clock: makeSystemClock(() => servedTime) },
  );
  close = () => gateway.close();
  return gateway.url;
}

export async function setServedTime(now: number): Promise<void> {
  servedTime = now;
}

/** The least that anything in this place does: the body is parsed and serialised, all else passes. */
export async function serveProxy({ origin }: { readonly origin: string }): Promise<string> {
  const [{ Hono }, { serve }] = await Promise.all([import("hono"), import("@hono/node-server")]);
  const app = new Hono();
  app.all("*", async (context) => {
    const { pathname, search } = new URL(context.req.url);
    const headers = new Headers(context.req.raw.headers);
    for (const name of ["host", "content-length", "connection"]) headers.delete(name);
    const body = JSON.stringify(await context.req.json());
    const answer = await fetch(`${origin}${pathname}${search}`, { method: "POST", headers, body });
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  });
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    );
    close = async () => server.close();
  });
}

/** CPU time of this process, once it has nothing left to do. */
export async function readServedCpu(): Promise<number> {
  await waitUntilIdle();
  return readCpuMs();
}

/** Bytes that this process holds on to, after everything else was thrown away. */
export async function readServedMemory(): Promise<{ readonly held: number; readonly resident: number }> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let round = 0; round < 3; round++) {
    collect();
    await waitUntilIdle();
  }
  const { heapUsed, external, rss } = process.memoryUsage();
  return { held: heapUsed + external, resident: rss };
}

let stopWatching: ReturnType<typeof watchPasses> | null = null;

/** Watches the passes of the event loop until `readPasses`. */
export async function watchServed(): Promise<void> {
  stopWatching = watchPasses();
}

export async function readPasses(): Promise<WatchedLoop | undefined> {
  return stopWatching?.();
}

export async function closeServed(): Promise<void> {
  await close?.();
  close = null;
}
