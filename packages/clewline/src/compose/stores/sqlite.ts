import type { LogStore } from "@clewline/core/ports/index.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { openSqliteStore as openStore } from "@clewline/sqlite/sqlite-store.js";
import { makeOwnMark } from "./own-log.js";

/** The log in one SQLite file, which is created if need be. Several processes may share it. For `openClew({ store })`; whoever opens it closes it. `onReadOnly` is called if the file can't be written: it can be read, and every write is refused. */
export function openSqliteStore({
  path,
  onReadOnly,
}: {
  readonly path: string;
  readonly onReadOnly?: (path: string) => void;
}): LogStore {
  const warn = (sentence: string) => process.emitWarning(sentence, { type: "ClewWarning" });
  return openStore({
    path,
    hash: sha256,
    newMark: makeOwnMark,
    warn,
    ...(onReadOnly === undefined ? {} : { onReadOnly }),
  });
}
