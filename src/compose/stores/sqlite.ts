import type { LogStore } from "../../core/ports/index.js";
import { sha256 } from "../../platform/crypto.js";
import { openSqliteStore as openStore } from "../../stores/sqlite/sqlite-store.js";

/** Which file, and whom to tell that it can only be read. */
interface SqliteFile {
  readonly path: string;
  /** Called if neither the file nor its folder can be written: what is in it can be read, and every write is refused. */
  readonly onReadOnly?: (path: string) => void;
}

/** The log in one SQLite file, which is created if need be. Several processes may share it. For `openClew({ store })`; whoever opens it closes it. */
export function openSqliteStore(file: SqliteFile): LogStore {
  const warn = (sentence: string) => process.emitWarning(sentence, { type: "ClewWarning" });
  return openStore({ ...file, hash: sha256, warn });
}
