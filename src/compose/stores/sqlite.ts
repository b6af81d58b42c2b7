import type { LogStore } from "../../core/ports/index.js";
import { sha256 } from "../../platform/crypto.js";
import { openSqliteStore as openStore } from "../../stores/sqlite/sqlite-store.js";

/** The log in one SQLite file, which is created if need be. Several processes may share it. For `openClew({ store })`; whoever opens it closes it. */
export function openSqliteStore({ path }: { readonly path: string }): LogStore {
  const warn = (sentence: string) => process.emitWarning(sentence, { type: "ClewWarning" });
  return openStore({ path, hash: sha256, warn });
}
