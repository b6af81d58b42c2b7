import { defer } from "../core/text/defer.js";

/** Node's cryptography. It comes with the first hash or id, because to load it takes longer than to open a log. */
export const loadCrypto = defer(() => process.getBuiltinModule("node:crypto"));
