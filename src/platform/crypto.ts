import type { Hash } from "../core/log/pointer.js";
import { defer } from "../core/text/defer.js";

/** Node's crypto module, loaded at the first hash or id, because loading it takes longer than opening a log. */
export const loadCrypto = defer(() => process.getBuiltinModule("node:crypto"));

/** Hashes in one call: a Hash object for each text takes twice as long. */
export const sha256: Hash = Object.assign((text: string) => loadCrypto().hash("sha256", text, "hex"), {
  hashPieces(pieces: readonly string[]): string {
    const hash = loadCrypto().createHash("sha256");
    for (const piece of pieces) hash.update(piece);
    return hash.digest("hex");
  },
});
