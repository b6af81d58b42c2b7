import { chooseDriver } from "@clewline/sqlite/drivers/choose-driver.js";
import type { OpenMode, SqliteDatabase } from "@clewline/sqlite/drivers/driver.js";

/** A file as it is, beside the store: to look into it, or to harm it. */
export function openDatabase(path: string, mode: Partial<OpenMode> = {}): SqliteDatabase {
  return chooseDriver().open(path, { timeoutMs: 5_000, ...mode });
}
