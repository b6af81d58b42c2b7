/** Checks the content of rows and of their JSON. Any deviation is damage. */
import { isObject } from "@clewline/text/json.js";
import type { Shape } from "@clewline/text/json-shape.js";
import { RowFault } from "./check/faults.js";
import { parseJson } from "./stored-text.js";

export type Fields = Record<string, unknown>;

export function parseObject(json: string): Fields {
  return readFields(parseJson(json));
}

export function readFields(value: unknown): Fields {
  if (!isObject(value)) throw new RowFault("A row or its JSON is not an object");
  return value;
}

export function checkFields(content: Fields, needed: readonly string[]): void {
  const missing = needed.find((name) => content[name] === undefined);
  if (missing !== undefined) throw new RowFault(`A row lacks ${missing}`);
}

export function readNullable<Value>(
  read: (fields: Fields, name: string) => Value,
  fields: Fields,
  name: string,
): Value | null {
  return fields[name] === null ? null : read(fields, name);
}

export function readText(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value !== "string") throw new RowFault(`Column ${name} is not a text`);
  return value;
}

export function readNumber(fields: Fields, name: string): number {
  const value = fields[name];
  if (typeof value !== "number") throw new RowFault(`Column ${name} is not a number`);
  return value;
}

/** Checks a value built from a row and its JSON, in which any field may have the wrong type. */
export function checkRowShape(shape: Shape, value: unknown): void {
  const wrong = shape(value);
  if (wrong !== null) throw new RowFault(`A row has no proper ${wrong === "" ? "content" : wrong.replace(/^\./, "")}`);
}
