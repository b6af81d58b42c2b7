/** Reads data that other people made, and refuses what has another form than the one that is measured. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { ClewError } from "@clewline/core/errors.js";

export function refuse(path: string, what: string, form: string): ClewError {
  return new ClewError("import/bad", `${path} ${what}`, { hint: `Name ${form} after --data` });
}

/** The form is named in the error. */
export async function readJsonFile(path: string, form: string): Promise<unknown> {
  const text = await readFile(path, "utf8").catch((cause: unknown) => {
    throw new ClewError("import/bad", `${path} can't be read`, { hint: `Name ${form} after --data`, cause });
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ClewError("import/bad", `${path} is not JSON`, { hint: `Name ${form} after --data`, cause });
  }
}

/** The file itself, or those of the folder that end so, by name. */
export async function listJsonFiles(path: string, form: string): Promise<readonly string[]> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw refuse(path, "is not there", form);
  if (found.isFile()) return [path];
  const names = (await readdir(path)).filter((name) => name.endsWith(".json")).sort();
  if (names.length === 0) throw refuse(path, "has no .json file", form);
  return names.map((name) => join(path, name));
}

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Every one an object; null if something else is among them, or if it is no list. */
export function readList(value: unknown): readonly Fields[] | null {
  return Array.isArray(value) && value.every(isFields) ? value : null;
}

export function readText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** All numbers in lists and objects, however deep. */
export function collectNumbers(value: unknown): readonly number[] {
  if (typeof value === "number") return [value];
  if (Array.isArray(value)) return value.flatMap(collectNumbers);
  return isFields(value) ? Object.values(value).flatMap(collectNumbers) : [];
}
