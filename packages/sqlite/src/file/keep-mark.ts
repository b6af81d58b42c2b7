import type { SqliteDatabase } from "../drivers/driver.js";

/** Keeps a mark that says whose log it is: one for each user who made or trusted it. Only `log-marks.ts` reads them. */
export function keepMark(database: SqliteDatabase, mark: string): void {
  database.exec("CREATE TABLE IF NOT EXISTS marks (mark TEXT NOT NULL)");
  database.prepare("INSERT INTO marks (mark) VALUES (?)").run([mark]);
}
