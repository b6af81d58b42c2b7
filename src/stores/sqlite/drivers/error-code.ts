import { isObject } from "../../../core/text/json.js";

/** The codes of SQLite that the store tells apart, by their numbers. */
const names: Readonly<Record<number, string>> = {
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  15: "SQLITE_PROTOCOL",
  18: "SQLITE_TOOBIG",
  19: "SQLITE_CONSTRAINT",
  20: "SQLITE_MISMATCH",
  22: "SQLITE_NOLFS",
  23: "SQLITE_AUTH",
  26: "SQLITE_NOTADB",
};

/** The code of an error that SQLite gave, whichever library threw it, such as SQLITE_BUSY or SQLITE_BUSY_SNAPSHOT; null for any other error. */
export function readErrorCode(error: unknown): string | null {
  if (!(error instanceof Error) || !isObject(error)) return null;
  const { code, errcode } = error;
  if (typeof code !== "string") return null;
  if (error.name === "SqliteError") return code;
  if (code !== "ERR_SQLITE_ERROR" || typeof errcode !== "number") return null;
  // The low byte is the code, what is above it the finer kind.
  return names[errcode & 0xff] ?? "SQLITE_ERROR";
}
