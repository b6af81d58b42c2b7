/** Single columns of rows. */
import { RowFault } from "../check/faults.js";
import { fieldsOf, number, text } from "../fields.js";
import { fromKey } from "../stored-key.js";
import { fromStored } from "../stored-text.js";

export function numberIn(row: unknown, name: string): number {
  return number(fieldsOf(row), name);
}

export function textIn(row: unknown, name: string): string {
  return fromStored(text(fieldsOf(row), name));
}

export function keyIn(row: unknown, name: string): string {
  return fromKey(fieldsOf(row)[name]);
}

export function keyOrNullIn(row: unknown, name: string): string | null {
  const value = fieldsOf(row)[name];
  return value === null ? null : fromKey(value);
}

/** What a row says, or null for one that is damaged. */
export function readable<Value>(parse: (row: unknown) => Value, row: unknown): Value | null {
  try {
    return parse(row);
  } catch (error) {
    if (error instanceof RowFault) return null;
    throw error;
  }
}
