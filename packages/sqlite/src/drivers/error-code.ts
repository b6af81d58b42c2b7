import { isObject } from "@clewline/text/json.js";

/** The codes of SQLite that the store tells apart. */
const codes: ReadonlyMap<number, string> = new Map([
  [3, "SQLITE_PERM"],
  [5, "SQLITE_BUSY"],
  [6, "SQLITE_LOCKED"],
  [8, "SQLITE_READONLY"],
  [10, "SQLITE_IOERR"],
  [11, "SQLITE_CORRUPT"],
  [13, "SQLITE_FULL"],
  [14, "SQLITE_CANTOPEN"],
  [15, "SQLITE_PROTOCOL"],
  [18, "SQLITE_TOOBIG"],
  [19, "SQLITE_CONSTRAINT"],
  [20, "SQLITE_MISMATCH"],
  [22, "SQLITE_NOLFS"],
  [23, "SQLITE_AUTH"],
  [26, "SQLITE_NOTADB"],
]);

/** The code of an error that SQLite gave, such as SQLITE_BUSY; null for any other error. */
export function readErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !isObject(error) || error.code !== "ERR_SQLITE_ERROR") return null;
  const { errcode } = error;
  // The low byte is the code, the bytes above it are its finer kind.
  return (typeof errcode === "number" ? codes.get(errcode & 0xff) : undefined) ?? "SQLITE_ERROR";
}
