import { closeSync, constants, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import { convertStoreError, isBusy, makeUnavailableError } from "../check/faults.js";
import type { OpenMode, SqliteDatabase, SqliteDriver } from "../drivers/driver.js";
import { readErrorCode } from "../drivers/error-code.js";
import { isOpenHere } from "./open-here.js";
import { checkSchema, openSchema, refuseForeign } from "./open-schema.js";
import { busyTimeoutMs } from "./wait-for-lock.js";

const pauseMs = 20;

/** How a file was opened. */
export interface OpenedFile {
  readonly database: SqliteDatabase;
  /** Null where it can be written; else how it is read. */
  readonly readOnly: Pick<OpenMode, "isReadonly" | "isImmutable"> | null;
}

/** The file, made if there is none, ready for statements. One that can't be written is opened to be read. */
export function openFile(driver: SqliteDriver, path: string, newMark?: () => string | null): OpenedFile {
  try {
    return { database: openWritable(driver, path, newMark), readOnly: null };
  } catch (error) {
    const found = isUnwritable(error) && existsSync(path) ? openReadable(driver, path) : null;
    if (found !== null) return found;
    throw convertStoreError(error, path);
  }
}

function openWritable(driver: SqliteDriver, path: string, newMark?: () => string | null): SqliteDatabase {
  createPrivate(path);
  if (!isOpenHere(path)) refuseForeign(path);
  const database = driver.open(path, { timeoutMs: busyTimeoutMs });
  try {
    useWriteAheadLog(database);
    // FULL syncs the log at every commit: a write that was acknowledged is still there after a power cut.
    database.pragma("synchronous = FULL");
    database.pragma("foreign_keys = ON");
    openSchema(database, path, newMark);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether the file or its folder refuses to be written. */
function isUnwritable(error: unknown): boolean {
  const codes = [
    readErrorCode(error),
    error instanceof ClewError ? readSystemCode(error.cause) : readSystemCode(error),
  ];
  return codes.some((code) => /^(SQLITE_(READONLY|CANTOPEN|PERM|AUTH)|EACCES|EROFS|EPERM)/.test(code ?? ""));
}

function readSystemCode(error: unknown): string | null {
  return error instanceof Error && "code" in error ? String(error.code) : null;
}

/** Null where it can't be read either: then the first refusal tells more. */
function openReadable(driver: SqliteDriver, path: string): OpenedFile | null {
  // Beside a log that is in use lie the files that a reader needs; else there is nothing in them that it would miss.
  const modes = hasPendingLog(path) ? [{ isReadonly: true }] : [{ isReadonly: true }, { isImmutable: true }];
  for (const readOnly of modes) {
    let database: SqliteDatabase | undefined;
    try {
      database = driver.open(path, { timeoutMs: busyTimeoutMs, ...readOnly });
      checkSchema(database, path);
      return { database, readOnly };
    } catch (error) {
      database?.close();
      if (!isUnwritable(error)) throw convertStoreError(error, path);
    }
  }
  if (!hasPendingLog(path)) return null;
  throw new ClewError("store/unavailable", `${path} can't be read here: its newest changes are in ${path}-wal`, {
    hint: `Copy both files to a folder that you may write to, and open the copy`,
  });
}

function hasPendingLog(path: string): boolean {
  return (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** For whoever only reads, whatever the state of the file. */
export function openReadOnly(driver: SqliteDriver, path: string): SqliteDatabase {
  return driver.open(path, { timeoutMs: busyTimeoutMs, isReadonly: true });
}

/** A look at one moment of a file that others go on writing to. */
export async function inspectFile<Result>(
  driver: SqliteDriver,
  path: string,
  mode: Pick<OpenMode, "isReadonly" | "isImmutable">,
  look: (database: SqliteDatabase) => Promise<Result>,
): Promise<Result> {
  let database: SqliteDatabase | undefined;
  try {
    database = driver.open(path, { timeoutMs: busyTimeoutMs, ...mode });
    database.exec("BEGIN");
    return await look(database);
  } catch (error) {
    throw convertStoreError(error, path);
  } finally {
    database?.close();
  }
}

/** SQLite gives its -wal and -shm files the mode of the database, so the mode must be right before it opens. */
export function createPrivate(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600));
  } catch (error) {
    // A file that is there keeps the mode that its owner gave it.
    if (
      error instanceof Error &&
      "code" in error &&
      error.code === "EEXIST" &&
      "syscall" in error &&
      error.syscall === "open"
    )
      return;
    throw makeUnavailableError(path, error);
  }
}

/** SQLite does not wait by itself when two processes switch the same new file at once. */
function useWriteAheadLog(database: SqliteDatabase): void {
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    try {
      database.pragma("journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || waitedMs >= busyTimeoutMs) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
}
