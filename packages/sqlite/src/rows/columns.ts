/** Single columns of rows. */
import { RowFault } from "../check/faults.js";
import { readFields, readNumber, readText } from "../fields.js";
import { decodeKey } from "../stored-key.js";
import { decodeText } from "../stored-text.js";

export function readNumberColumn(row: unknown, name: string): number {
  return readNumber(readFields(row), name);
}

export function readTextColumn(row: unknown, name: string): string {
  return decodeText(readText(readFields(row), name));
}

export function readKeyColumn(row: unknown, name: string): string {
  return decodeKey(readFields(row)[name]);
}

/** The parsed row, or null if it is damaged. */
export function tryRead<Value>(parse: (row: unknown) => Value, row: unknown): Value | null {
  try {
    return parse(row);
  } catch (error) {
    if (error instanceof RowFault) return null;
    throw error;
  }
}
