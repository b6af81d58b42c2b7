/** The marks of a log's file, for those who decide whether to open it. */
import { copyFileSync, lstatSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeUnavailableError } from "../check/faults.js";
import { chooseDriver } from "../drivers/choose-driver.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { keepMark } from "./keep-mark.js";
import { openFile } from "./open-file.js";
import { busyTimeoutMs } from "./wait-for-lock.js";

const mostMarks = 100;

/**
 * Empty if the file has none, or is no log that can be read. Nothing of the file is mended for it: a journal beside a stranger's file
 * may name any file of the user, which SQLite would delete. What only the write-ahead log has is read from a copy.
 */
export function readMarks(path: string): readonly string[] {
  if (hasJournal(path)) return [];
  const marks = readFileMarks(path, { isImmutable: true });
  return marks.length > 0 || !isSmallLog(path) ? marks : readCopiedMarks(path);
}

/** Whether SQLite would mend the file when it is opened. A log of ours has a write-ahead log, and no journal. */
export function hasJournal(path: string): boolean {
  return lstatSync(`${path}-journal`, { throwIfNoEntry: false }) !== undefined;
}

function readFileMarks(path: string, mode: { readonly isImmutable: boolean }): readonly string[] {
  // Without a driver nothing is known of the file.
  const driver = chooseDriver();
  let database: SqliteDatabase | undefined;
  try {
    database = driver.open(path, { timeoutMs: busyTimeoutMs, ...mode });
    const has = database.prepareValue("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'marks'").get();
    if (has === undefined) return [];
    const marks = database.prepareValue("SELECT mark FROM marks WHERE length(mark) < 200 LIMIT ?");
    return marks.all([mostMarks]).map(String);
  } catch {
    // A damaged file is reported when it is opened.
    return [];
  } finally {
    database?.close();
  }
}

/** A log's mark is among the first things in it: it is in the file before that has grown to this. */
const mostCopiedBytes = 64 << 20;

function isSmallLog(path: string): boolean {
  const sizes = [path, `${path}-wal`].map((each) => lstatSync(each, { throwIfNoEntry: false }));
  return sizes.every((each) => each?.isFile() === true && each.size < mostCopiedBytes);
}

function readCopiedMarks(path: string): readonly string[] {
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), "clew-marks-"));
    const copy = join(folder, "clew.db");
    for (const end of ["", "-wal"]) copyFileSync(`${path}${end}`, `${copy}${end}`);
    return readFileMarks(copy, { isImmutable: false });
  } catch {
    // A file that can't be read is no log of ours.
    return [];
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds a mark to a log, or makes an empty file a log with it. */
export function addMark(path: string, mark: string): void {
  const { database, readOnly } = openFile(chooseDriver(), path);
  try {
    if (readOnly !== null) throw makeUnavailableError(path, new Error("it can only be read"));
    database.transaction("immediate")(() => keepMark(database, mark));
  } finally {
    database.close();
  }
}
