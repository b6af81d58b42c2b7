/** The body of a client's request. */
import * as zlib from "node:zlib";

/** Bytes of a body at most: what the largest provider takes. */
export const mostBytes = 32 * 1024 * 1024;

/** Bytes at most that are read and thrown away: a client that still sends does not hear why it was refused. */
const mostIgnored = 8 * mostBytes;

/** Null for a body that is larger. */
export async function readBody(request: Request): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(request.headers.get("content-length") ?? 0) > mostIgnored) return null;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > mostIgnored) return null;
    if (size > mostBytes) chunks.length = 0;
    else chunks.push(chunk);
  }
  if (size > mostBytes) return null;
  const whole = new Uint8Array(size);
  let place = 0;
  for (const chunk of chunks) {
    whole.set(chunk, place);
    place += chunk.byteLength;
  }
  return whole;
}

/** Unpacks a body; null for an unknown encoding, or bytes that do not match it. */
export function unpackBody(packing: string | null, body: Uint8Array<ArrayBuffer>): Uint8Array | null {
  const name = packing?.trim().toLowerCase() ?? "";
  if (name === "" || name === "identity") return body;
  const unpack = unpackers.get(name);
  if (unpack === undefined) return null;
  try {
    return unpack(body, { maxOutputLength: mostBytes });
  } catch {
    // The upstream may know better.
    return null;
  }
}

type Unpack = (body: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

/** Not every Node knows zstd, in which some clients pack what they send. */
const { zstdDecompressSync } = zlib as { readonly zstdDecompressSync?: Unpack };
const unpackers: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ["gzip", zlib.gunzipSync],
  ["deflate", zlib.inflateSync],
  ["br", zlib.brotliDecompressSync],
  ...(zstdDecompressSync === undefined ? [] : [["zstd", zstdDecompressSync] as const]),
]);
