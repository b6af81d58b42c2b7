import { closeSync, constants, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { Hash } from "../../core/log/pointer.js";
import { convertStoreError, isBusy, makeUnavailableError } from "./check/faults.js";
import type { SqliteDatabase, SqliteDriver } from "./drivers/driver.js";
import { openSchema, refuseForeign } from "./open-schema.js";

const busyTimeoutMs = 5_000;
const pauseMs = 20;

/** The file, made if there is none, ready for statements. */
export function openFile(driver: SqliteDriver, path: string, hash: Hash): SqliteDatabase {
  createPrivate(path);
  let database: SqliteDatabase | undefined;
  try {
    refuseForeign(path);
    database = driver.open(path, { timeoutMs: busyTimeoutMs });
    useWriteAheadLog(database);
    // FULL syncs the log at every commit: a write that was acknowledged is still there after a power cut.
    database.pragma("synchronous = FULL");
    database.pragma("foreign_keys = ON");
    openSchema(database, path, hash);
    return database;
  } catch (error) {
    database?.close();
    throw convertStoreError(error, path);
  }
}

/** For whoever only reads, whatever the state of the file. */
export function openReadOnly(driver: SqliteDriver, path: string): SqliteDatabase {
  return driver.open(path, { timeoutMs: busyTimeoutMs, isReadonly: true });
}

/** A look at one moment of a file that others go on writing to. */
export async function inspectFile<Result>(
  driver: SqliteDriver,
  path: string,
  look: (database: SqliteDatabase) => Promise<Result>,
): Promise<Result> {
  const database = openReadOnly(driver, path);
  try {
    database.exec("BEGIN");
    return await look(database);
  } catch (error) {
    throw convertStoreError(error, path);
  } finally {
    database.close();
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
