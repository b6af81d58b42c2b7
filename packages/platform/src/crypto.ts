import type { Hash as CryptoHash } from "node:crypto";
import type { Hash } from "@clewline/core/log/pointer.js";
import { defer } from "@clewline/text/defer.js";

/** Node's crypto module, loaded at the first hash or id, because loading it takes longer than opening a log. */
export const loadCrypto = defer(() => process.getBuiltinModule("node:crypto"));

/** Hashes in one call: a Hash object for each text takes twice as long. */
export const sha256: Hash = Object.assign(
  (text: string) => (text.length > sliceLength ? hashPieces([text]) : loadCrypto().hash("sha256", text, "hex")),
  { hashPieces },
);

/** Characters to hash at once: for a text, three times its length is taken beside it. */
const sliceLength = 1 << 20;

/** Small pieces go in together: each update costs about as much as a kilobyte of text. */
function hashPieces(pieces: readonly string[]): string {
  const hash = loadCrypto().createHash("sha256");
  let waiting = "";
  for (const piece of pieces) {
    waiting += piece;
    if (waiting.length < joinedLength) continue;
    updateInSlices(hash, waiting);
    waiting = "";
  }
  updateInSlices(hash, waiting);
  return hash.digest("hex");
}

const joinedLength = 1 << 14;

function updateInSlices(hash: CryptoHash, text: string): void {
  for (let start = 0; start < text.length; ) {
    const end = findSliceEnd(text, start + sliceLength);
    hash.update(text.slice(start, end));
    start = end;
  }
}

/** A pair of surrogates is one character of the bytes. */
function findSliceEnd(text: string, end: number): number {
  const isSplit = end < text.length && /[\uD800-\uDBFF]/.test(text.charAt(end - 1));
  return isSplit ? end + 1 : end;
}

/** Ids become part of keys and labels: a very long one, or one that is no proper text, is known by its hash. */
export function readChannelId(given: string | number): string {
  const raw = String(given);
  const fine = !/\p{Surrogate}/u.test(raw) && encodeURIComponent(raw).length <= 200;
  return fine ? raw : `sha256-${sha256(raw).slice(0, 32)}`;
}
