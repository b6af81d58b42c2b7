import type { SqliteDatabase } from "../drivers/driver.js";
import { readFields } from "../fields.js";
import { highestNumber } from "./row-numbers.js";
import type { RowTable } from "./row-tables.js";
import { readOrMeet } from "./unread-rows.js";

type Table = Pick<RowTable, "name" | "number">;

/**
 * The number for a row whose own is damaged. Rows are numbered without gaps and never deleted, so where one number alone is
 * missing, it was this row's; if none is, the row was the last. Where more are missing nobody can tell.
 */
export function findFreeNumber(database: SqliteDatabase, table: Table): number {
  const { name, number } = table;
  const sound = `FROM ${name} NOT INDEXED WHERE ${number} BETWEEN 1 AND ${highestNumber}`;
  const last = Number(database.prepareValue(`SELECT coalesce(max(${number}), 0) ${sound}`).get());
  const gap = readOrMeet(
    () =>
      Number(database.prepareValue(`SELECT count(*) ${sound}`).get()) === last - 1 ? findGap(database, table) : null,
    () => undefined,
  );
  return gap ?? last + 1;
}

function findGap(database: SqliteDatabase, { name, number }: Table): number | null {
  const row = database
    .prepare(
      `SELECT before.place + 1 AS free FROM (SELECT 0 AS place UNION ALL SELECT ${number} FROM ${name}) AS before
       WHERE before.place BETWEEN 0 AND ${highestNumber}
         AND NOT EXISTS (SELECT 1 FROM ${name} WHERE ${number} = before.place + 1)
       ORDER BY before.place LIMIT 1`,
    )
    .get();
  const { free } = row === undefined ? { free: null } : readFields(row);
  return typeof free === "number" ? free : null;
}
