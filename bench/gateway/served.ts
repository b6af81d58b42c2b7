/** A gateway or a proxy in a process of its own, in front of the provider, and calls through it. */
import { request as ask } from "node:http";
import { join } from "node:path";
import { startWorker, type Worker } from "../worker/start-worker.js";
import type { AgentSession } from "./agent-session.js";
import { callHeader, type Provider, startProvider } from "./provider.js";

export interface Served {
  readonly url: string;
  readonly worker: Worker;
  end(): Promise<void>;
}

/** What a row is measured with. */
export interface GatewayRun {
  readonly isQuick: boolean;
  /** An older checkout to compare with. */
  readonly before: string | undefined;
  readonly provider: Provider;
  readonly makeFolder: () => string;
  readonly say: (what: string) => void;
}

export async function openRun(given: Omit<GatewayRun, "provider">): Promise<GatewayRun & { close(): Promise<void> }> {
  const provider = await startProvider();
  return { ...given, provider, close: () => provider.close() };
}

export function findStore(folder: string): string {
  return join(folder, "clew.db");
}

export async function startServed(
  { provider: { origin } }: GatewayRun,
  folder: string,
  what: { readonly kind: "gateway"; readonly window?: number; readonly checkout?: string } | { readonly kind: "proxy" },
): Promise<Served> {
  const worker = startWorker(folder, what.kind === "proxy" ? undefined : what.checkout);
  const store = findStore(folder);
  const url =
    what.kind === "proxy"
      ? await worker.call("serveProxy", { origin })
      : await worker.call("serveGateway", {
          store,
          origin,
          ...(what.window === undefined ? {} : { window: what.window }),
        });
  return {
    url,
    worker,
    async end() {
      await worker.call("closeServed", undefined);
      await worker.end();
    },
  };
}

export interface Called {
  readonly url: string;
  readonly session: AgentSession;
  /** From 0. */
  readonly number: number;
}

/** One call of a session, read to its end. Fails unless it was answered. */
export function call({ url, session, number }: Called): Promise<string> {
  const { name, path, filled } = session;
  const headers = { [callHeader]: `${name} ${filled + number}`, "x-clew-session": name };
  return post(`${url}${path}`, JSON.stringify(session.body(number)), headers);
}

export function post(url: string, body: string, headers: Readonly<Record<string, string>>): Promise<string> {
  return new Promise((resolve, reject) => {
    const length = String(Buffer.byteLength(body));
    const all = { "content-type": "application/json", "x-api-key": "key", "content-length": length, ...headers };
    const request = ask(url, { method: "POST", headers: all }, (answer) => {
      const pieces: Buffer[] = [];
      answer.on("data", (piece: Buffer) => pieces.push(piece));
      answer.on("error", reject);
      answer.on("end", () => {
        const text = Buffer.concat(pieces).toString();
        const did = answer.headers["x-clew"];
        if (answer.statusCode === 200 && (did === undefined || did === "viewed")) resolve(text);
        else reject(new Error(`${answer.statusCode} ${did}: ${text.slice(0, 300)}`));
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}
