import { ClewError } from "@clewline/core/errors.js";
import { describeError } from "@clewline/text/error-text.js";
import { readErrorCode } from "../drivers/error-code.js";

/** A row whose columns or JSON are not what this program writes. */
export class RowFault extends Error {
  override readonly name = "RowFault";
}

/** Converts an error of SQLite, the file system or a row into the error to throw. Errors of Clew pass through. */
export function convertStoreError(error: unknown, path: string): unknown {
  if (error instanceof RowFault) return makeDamagedError(path, error);
  const code = readErrorCode(error);
  if (code === null) return error;
  if (/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return makeDamagedError(path, error);
  if (isBusy(error))
    return makeUnavailableError(path, error, "Another process holds the file: let it finish, then try again");
  if (/^SQLITE_FULL/.test(code))
    return makeUnavailableError(path, error, "The disk is full: free some space, then try again");
  if (/^SQLITE_(CANTOPEN|READONLY|PERM|AUTH|IOERR|NOLFS|PROTOCOL)/.test(code)) return makeUnavailableError(path, error);
  return error;
}

export function isBusy(error: unknown): boolean {
  return /^SQLITE_(BUSY|LOCKED)/.test(readErrorCode(error) ?? "");
}

export function makeUnavailableError(path: string, cause: unknown, hint?: string): ClewError {
  return new ClewError("store/unavailable", `Cannot use ${path}: ${describeError(cause)}`, {
    hint: hint ?? "Check that it is a file, that its folder exists, and that this user may read and write it",
    cause,
  });
}

function makeDamagedError(path: string, cause: unknown): ClewError {
  return new ClewError("store/damaged", `${path} is damaged or not a log: ${describeError(cause)}`, {
    hint: `The file was left as it is. ${describeRecovery(path)}`,
    cause,
  });
}

/** The recovery step for a damaged file, as a sentence without its full stop. */
export function describeRecovery(path: string): string {
  return `Save what can be read: clew doctor --rescue ${quotePath(`${path}.rescued`)} --store ${quotePath(path)}`;
}

/** Quotes for a POSIX shell, so that the reader can paste the hint. */
function quotePath(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
