/**
 * Rows whose number is damaged get a sound one before anything is written: a new row is numbered after the highest that there
 * is, and one number beyond all measure would make every new one wrong. What the row was is kept in the quarantine first.
 */
import { RowFault } from "../check/faults.js";
import type { SqliteDatabase } from "../drivers/driver.js";
import { readErrorCode } from "../drivers/error-code.js";
import { findFreeNumber } from "./free-number.js";
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
