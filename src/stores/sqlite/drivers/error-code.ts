import { isObject } from "../../../core/text/json.js";

/** The codes of SQLite that the store tells apart, with the words that SQLite has for each. */
const codes: readonly (readonly [number: number, name: string, words: string])[] = [
  [3, "SQLITE_PERM", "access permission denied"],
  [5, "SQLITE_BUSY", "database is locked"],
  [6, "SQLITE_LOCKED", "database table is locked"],
  [8, "SQLITE_READONLY", "attempt to write a readonly database"],
  [10, "SQLITE_IOERR", "disk I/O error"],
  [11, "SQLITE_CORRUPT", "database disk image is malformed"],
  [13, "SQLITE_FULL", "database or disk is full"],
  [14, "SQLITE_CANTOPEN", "unable to open database file"],
  [15, "SQLITE_PROTOCOL", "locking protocol"],
  [18, "SQLITE_TOOBIG", "string or blob too big"],
  [19, "SQLITE_CONSTRAINT", "constraint failed"],
  [20, "SQLITE_MISMATCH", "datatype mismatch"],
  [22, "SQLITE_NOLFS", "large file support is disabled"],
  [23, "SQLITE_AUTH", "authorization denied"],
  [26, "SQLITE_NOTADB", "file is not a database"],
];

/** The code of an error that SQLite gave, such as SQLITE_BUSY; null for any other error. */
export function readErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !isObject(error) || error.code !== "ERR_SQLITE_ERROR") return null;
  const { errcode, message } = error;
  const found =
    typeof errcode === "number"
      ? // The low byte is the code, the bytes above it are its finer kind.
        codes.find(([number]) => number === (errcode & 0xff))
      : // The package's `all` gives the words alone.
        codes.find(([, , words]) => message.includes(words));
  return found?.[1] ?? "SQLITE_ERROR";
}
