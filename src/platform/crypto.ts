import type { Hash } from "../core/log/pointer.js";
import { defer } from "../core/text/defer.js";

/** Node's cryptography. It comes with the first hash or id, because to load it takes longer than to open a log. */
export const loadCrypto = defer(() => process.getBuiltinModule("node:crypto"));

/** In one call: an object for each hash takes twice as long. */
export const sha256: Hash = (text) => loadCrypto().hash("sha256", text, "hex");
