/** The marks of a log's file, for those who decide whether to open it. */
import type { Hash } from "../../../core/log/pointer.js";
import { makeUnavailableError } from "../check/faults.js";
import { chooseDriver } from "../drivers/choose-driver.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { keepMark } from "./keep-mark.js";
import { openFile } from "./open-file.js";
import { busyTimeoutMs } from "./wait-for-lock.js";

const mostMarks = 100;

/** Empty if the file has none, or is no log that can be read. */
export function readMarks(path: string): readonly string[] {
  // A connection that may write leaves nothing beside the file when it closes.
  for (const mode of [{}, { isReadonly: true }]) {
    let database: SqliteDatabase | undefined;
    try {
      database = chooseDriver().open(path, { timeoutMs: busyTimeoutMs, ...mode });
      const has = database.prepareValue("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'marks'").get();
      if (has === undefined) return [];
      const marks = database.prepareValue("SELECT mark FROM marks WHERE length(mark) < 200 LIMIT ?");
      return marks.all([mostMarks]).map(String);
    } catch {
      // The next mode may be allowed; a damaged file is reported when it is opened.
    } finally {
      database?.close();
    }
  }
  return [];
}

/** Adds a mark to a log, or makes an empty file a log with it. */
export function addMark(path: string, mark: string, hash: Hash): void {
  const { database, readOnly } = openFile(chooseDriver(), path, hash);
  try {
    if (readOnly !== null) throw makeUnavailableError(path, new Error("it can only be read"));
    database.transaction("immediate")(() => keepMark(database, mark));
  } finally {
    database.close();
  }
}
