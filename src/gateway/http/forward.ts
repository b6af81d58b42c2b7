/** Sends a request on, and its answer back, as they are. */

/** Headers that are about one connection, or ours. */
const own =
  /^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-length|accept-encoding|proxy-.*|x-clew-.*)$/;
/** What the body was packed in is undone on the way. */
const unpacked = /^(?:connection|keep-alive|transfer-encoding|content-encoding|content-length)$/;

export interface Forwarding {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  readonly signal: AbortSignal;
}

export function forward({ url, method, headers, body, signal }: Forwarding): Promise<Response> {
  const sent = [...headers].filter(([name]) => !own.test(name));
  return fetch(url, { method, headers: sent, body, signal, redirect: "manual" });
}

/** The headers of an answer, with what the gateway says of it. */
export function passHeaders(given: Headers, ours: Readonly<Record<string, string>>): Headers {
  const headers = new Headers([...given].filter(([name]) => !unpacked.test(name)));
  for (const [name, value] of Object.entries(ours)) headers.set(name, value);
  return headers;
}

/** Bytes of a body at most: what the largest provider takes. */
export const mostBytes = 32 * 1024 * 1024;

/** Null for a body that is larger. */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get("content-length") ?? 0) > mostBytes) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > mostBytes) return null;
    chunks.push(chunk);
  }
  const whole = new Uint8Array(size);
  let place = 0;
  for (const chunk of chunks) {
    whole.set(chunk, place);
    place += chunk.byteLength;
  }
  return whole;
}
