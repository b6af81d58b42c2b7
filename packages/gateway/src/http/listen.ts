import type { AddressInfo, Socket } from "node:net";
import { setImmediate as turnOfLoop } from "node:timers/promises";
import { ClewError } from "@clewline/core/errors.js";
import { type HttpBindings, serve } from "@hono/node-server";
import { Hono } from "hono";
import type { Gateway } from "./gateway.js";

export interface Listening {
  /** As clients take it. */
  readonly url: string;
  /** Takes no more requests, and waits a moment for those that are being answered. */
  close(): Promise<void>;
}

/** How long requests that are being answered may take to end when the gateway is closed. */
const graceMs = 2_000;

export async function listen(gateway: Gateway, host: string, port: number): Promise<Listening> {
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get("/clew/health", (context) => context.json({ ok: true }));
  app.all("*", (context) => gateway(context.req.raw, () => cut(context.env.outgoing.socket)));
  const server = await new Promise<ReturnType<typeof serve>>((resolve, reject) => {
    const started = serve({ fetch: app.fetch, hostname: host, port }, () => resolve(started));
    started.once("error", (cause: Error) => reject(makePortError(host, port, cause)));
  });
  const { port: given } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${given}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        setTimeout(() => "closeAllConnections" in server && server.closeAllConnections(), graceMs).unref();
        if ("closeIdleConnections" in server) server.closeIdleConnections();
      }),
  };
}

/** Lets the event loop pass once, so that data written before still arrives. */
async function cut(socket: Socket | null): Promise<void> {
  await turnOfLoop();
  socket?.destroySoon();
}

function makePortError(host: string, port: number, cause: Error): ClewError {
  return new ClewError("cli/usage", `Nothing can listen at ${host}:${port}: ${cause.message}`, {
    hint: "Give another --port, or 0 for any that is free",
    cause,
  });
}

/** Refuses a public address without keys: everybody could read and write the log. */
export function refuseOpenDoor(host: string, keys: ReadonlyMap<string, unknown> | null): void {
  if (keys !== null || isLoopback(host)) return;
  throw new ClewError("cli/usage", `Everybody who reaches ${host} could read and write the log`, {
    hint: "Name a key for each owner in CLEW_KEYS (OWNER=KEY), or listen on 127.0.0.1",
  });
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}
