/**
 * The numbers that rows are given: 1, 2, 3 and so on. Others have only rows that were damaged. They matter beyond their own
 * row: SQLite numbers a new row after the highest that there is, and above 2^53 JavaScript's numbers lose digits.
 */
import { RowFault } from "../check/faults.js";
import { type Fields, readNumber } from "../fields.js";

/** No log has as many rows, and what is added up to it is still exact. */
export const highestNumber = 2 ** 52;

export function isRowNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= highestNumber;
}

/** For the number of a row itself, and for a column that names another row by its number. */
export function checkRowNumber(fields: Fields, name: string): void {
  if (!isRowNumber(readNumber(fields, name))) throw new RowFault(`Column ${name} is a number that no row is given`);
}

export function checkNullableRowNumber(fields: Fields, name: string): void {
  if (fields[name] !== null) checkRowNumber(fields, name);
}
