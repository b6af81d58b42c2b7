import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { ClewError } from "@clewline/core/errors.js";

/** The file, or the files directly inside the folder, ordered by name. */
export async function listFiles(data: string): Promise<readonly string[]> {
  if (!(await inspectPath(data)).isDirectory()) return [data];
  const inside = await readdir(data, { withFileTypes: true });
  return inside
    .filter((each) => each.isFile())
    .map(({ name }) => join(data, name))
    .sort();
}

async function inspectPath(data: string) {
  try {
    return await stat(data);
  } catch (cause) {
    throw new ClewError("import/bad", `Cannot read ${data}`, { hint: "Check the path after --data", cause });
  }
}
