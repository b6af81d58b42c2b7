/**
 * Rows whose number is damaged get a sound one before anything is written: a new row is numbered after the highest that there
 * is, and one number beyond all measure would make every new one wrong. What the row was is kept in the quarantine first.
 */
import { RowFault } from "../check/faults.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { readErrorCode } from "../drivers/error-code.js";
import { readFields } from "../fields.js";
import { highestNumber } from "./row-numbers.js";
import { leftBehind, type RowTable, rowTables } from "./row-tables.js";
import { readOrMeet, type UnreadRows } from "./unread-rows.js";

/** The tables in which a number is damaged. To be asked outside of a write: what it looks at may be on a damaged page. */
export function findMisnumbered(database: SqliteDatabase): readonly RowTable[] {
  return rowTables.filter((table) => {
    const found = readOrMeet(
      () => listWrongNumbers(database, table).length > 0 || (table.name === "leases" && hasWrongCounter(database)),
      () => undefined,
    );
    return found === true;
  });
}

/** In a write of its own. */
export function mendNumbers(database: SqliteDatabase, tables: readonly RowTable[], unread: UnreadRows): void {
  for (const table of tables) {
    const { name, number } = table;
    for (const wrong of listWrongNumbers(database, table)) {
      unread.meet({ table: name, key: { [number]: wrong }, reason: `its ${number} is one that no row is given` });
      if (name === "leases") database.prepare("DELETE FROM leases WHERE number = ?").run([wrong]);
      // All vectors can be made anew.
      else if (leftBehind.has(name)) database.exec("DELETE FROM vectors; DELETE FROM vector_lanes");
      else moveRow(database, table, wrong);
    }
    if (name === "leases") resetCounter(database);
  }
}

function listWrongNumbers(database: SqliteDatabase, { name, number }: RowTable): readonly bigint[] {
  return database
    .prepareValue(
      `SELECT CAST(${number} AS TEXT) FROM ${name} WHERE ${number} < 1
       UNION ALL SELECT CAST(${number} AS TEXT) FROM ${name} WHERE ${number} > ${highestNumber}`,
    )
    .all()
    .map((exact) => BigInt(String(exact)));
}

function moveRow(database: SqliteDatabase, table: RowTable, from: bigint): void {
  const { name, number } = table;
  try {
    database
      .prepare(`UPDATE ${name} SET ${number} = ? WHERE ${number} = ?`)
      .run([findFreeNumber(database, table), from]);
  } catch (error) {
    if (!/^SQLITE_CONSTRAINT/.test(readErrorCode(error) ?? "")) throw error;
    throw new RowFault(`Row ${from} of ${name} has a number that no row is given, and others name it`, {
      cause: error,
    });
  }
}

/** Places in a queue are numbered by a counter, so that none is given twice. */
const wrongCounter = `name = 'leases' AND (typeof(seq) <> 'integer' OR seq NOT BETWEEN 0 AND ${highestNumber})`;

function hasWrongCounter(database: SqliteDatabase): boolean {
  return database.prepareValue(`SELECT 1 FROM sqlite_sequence WHERE ${wrongCounter}`).get() !== undefined;
}

function resetCounter(database: SqliteDatabase): void {
  database.exec(`UPDATE sqlite_sequence SET seq = (SELECT coalesce(max(number), 0) FROM leases) WHERE ${wrongCounter}`);
}

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
