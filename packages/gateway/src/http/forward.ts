/** Sends a request on, and its answer back, as they are. */
import { type IncomingMessage, request as requestPlainly } from "node:http";
import { request as requestSafely } from "node:https";
import { type Duplex, pipeline, Readable } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate } from "node:zlib";

/** Headers that are about one connection, or ours. */
const own =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding|proxy-.*|x-clew-.*)$/;
/** Of an answer; its length may change on the way. */
const passing = /^(?:connection|keep-alive|transfer-encoding|content-length)$/;

export interface Forwarding {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  /** In pieces, one after the other. */
  readonly body: readonly Uint8Array[] | null;
  readonly signal: AbortSignal;
}

/** With the client's headers and no others: `fetch` would add its own. Nothing is redirected, and there is no time limit. */
export async function forward(forwarding: Forwarding): Promise<Response> {
  const answer = await ask(forwarding, false);
  const headers = new Headers();
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  // An unknown encoding passes as it is, with its header.
  if (unpackers.has(headers.get("content-encoding") ?? "")) headers.delete("content-encoding");
  const { statusCode: status = 502 } = answer;
  const isEmpty = forwarding.method === "HEAD" || [204, 205, 304].includes(status);
  if (isEmpty) answer.resume();
  return new Response(isEmpty ? null : readStream(unpackAnswer(answer)), { status, headers });
}

function ask(forwarding: Forwarding, isAgain: boolean): Promise<IncomingMessage> {
  const { url, method, headers, body, signal } = forwarding;
  const sent = Object.fromEntries([...headers].filter(([name]) => !own.test(name)));
  const length = body === null ? {} : { "content-length": String(countBytes(body)) };
  return new Promise((resolve, reject) => {
    const send = url.protocol === "https:" ? requestSafely : requestPlainly;
    const request = send(url, { method, headers: { ...sent, ...length }, signal });
    request.once("response", resolve);
    request.once("error", (error: NodeJS.ErrnoException) => {
      // The upstream had closed a connection that was kept open: it has seen nothing of the request.
      if (request.reusedSocket && !isAgain && error.code === "ECONNRESET") resolve(ask(forwarding, true));
      else reject(error);
    });
    for (const piece of body ?? []) request.write(piece);
    request.end();
  });
}

export function countBytes(body: readonly Uint8Array[]): number {
  return body.reduce((sum, piece) => sum + piece.byteLength, 0);
}

/** An upstream is asked for plain bytes, and some compress them anyway. */
function unpackAnswer(answer: IncomingMessage): Readable {
  const unpack = unpackers.get(answer.headers["content-encoding"] ?? "");
  // The reader of the last stream gets every error.
  return unpack === undefined ? answer : pipeline(answer, unpack(), () => undefined);
}

const flush = { flush: constants.Z_SYNC_FLUSH, finishFlush: constants.Z_SYNC_FLUSH };
const unpackers: ReadonlyMap<string, () => Duplex> = new Map<string, () => Duplex>([
  ["gzip", () => createGunzip(flush)],
  ["deflate", () => createInflate(flush)],
  ["br", () => createBrotliDecompress()],
]);

function readStream(stream: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(stream) as ReadableStream<Uint8Array>;
}

/** The headers of an answer, with what the gateway says of it. */
export function passHeaders(given: Headers, ours: Readonly<Record<string, string>>): Headers {
  const headers = new Headers([...given].filter(([name]) => !passing.test(name)));
  for (const [name, value] of Object.entries(ours)) headers.set(name, value);
  return headers;
}
