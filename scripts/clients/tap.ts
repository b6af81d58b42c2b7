/** Listens on the way between two programs: every request passes as it is, and is kept to be compared. */
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as zlib from "node:zlib";

export interface Tapped {
  /** Equal on both sides of the gateway for what became of one request. */
  readonly number: string;
  readonly path: string;
  /** Parsed; null where it is no JSON object. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** The answer's, as soon as it began; null until then. */
  status: number | null;
  /** The session that the gateway named in its answer. */
  session: string | null;
  /** What the gateway said that it did. */
  did: string | null;
}

export interface Tap {
  readonly url: string;
  readonly requests: readonly Tapped[];
  /** Breaks off every connection, as a gateway that is killed does. */
  cut(): void;
  close(): Promise<void>;
}

/** By this header the two sides of the gateway are matched: it passes on what a client says. */
const numberHeader = "x-check-number";

export async function startTap(target: () => string): Promise<Tap> {
  const requests: Tapped[] = [];
  const server = createServer((incoming, outgoing) => {
    void pass({ incoming, outgoing, target: target(), requests });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    cut: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Passing {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  readonly target: string;
  readonly requests: Tapped[];
}

async function pass({ incoming, outgoing, target, requests }: Passing): Promise<void> {
  const { url: path = "/", method, headers } = incoming;
  const bytes = await readAll(incoming).catch(() => null);
  if (bytes === null) return;
  const number = String(headers[numberHeader] ?? requests.length + 1);
  const tapped: Tapped = { number, path, body: parseBody(headers, bytes), status: null, session: null, did: null };
  requests.push(tapped);
  const { host: _host, ...others } = headers;
  const asked = ask(new URL(path, target), { method, headers: { ...others, [numberHeader]: number }, agent: false });
  // Whatever breaks on one side breaks on the other.
  asked.on("error", () => outgoing.destroy());
  outgoing.on("close", () => asked.destroy());
  asked.on("response", (answer) => {
    tapped.status = answer.statusCode ?? null;
    tapped.session = readHeader(answer, "x-clew-session");
    tapped.did = readHeader(answer, "x-clew");
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    outgoing.flushHeaders();
    answer.on("error", () => outgoing.destroy());
    answer.on("aborted", () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  asked.end(bytes);
}

async function readAll(incoming: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

function readHeader({ headers }: IncomingMessage, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" ? decodeURI(value) : null;
}

type Unpack = (bytes: Uint8Array) => Uint8Array;

/** What packs the bodies of some clients is not known to every Node. */
const { zstdDecompressSync } = zlib as { readonly zstdDecompressSync?: Unpack };
const unpackers: Readonly<Record<string, Unpack | undefined>> = {
  gzip: zlib.gunzipSync,
  br: zlib.brotliDecompressSync,
  zstd: zstdDecompressSync,
};

function parseBody(headers: IncomingMessage["headers"], bytes: Buffer): Tapped["body"] {
  const packing = headers["content-encoding"];
  const unpacked = packing === undefined ? bytes : (unpackers[packing]?.(bytes) ?? bytes);
  try {
    const parsed: unknown = JSON.parse(Buffer.from(unpacked).toString());
    return typeof parsed === "object" && parsed !== null ? (parsed as Tapped["body"]) : null;
  } catch {
    // Not every request has a body, and not every body is JSON.
    return null;
  }
}
