import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ClewError } from "../core/errors.js";
import type { Files } from "../core/ports/index.js";

/** A folder for this user alone, made when the first file is. Paths come back as the folder was given. */
export function makeSpillFolder(folder: string): Files {
  return {
    async keep(name, text) {
      if (!/^[A-Za-z0-9_-]+\.txt$/.test(name)) throw new ClewError("options/bad", `Not a file's name: ${name}`);
      await createFolder(folder);
      const path = join(folder, name);
      // Never over something that is there: it may lead elsewhere.
      await writeFile(path, text, { mode: 0o600, flag: "wx" });
      return path;
    },
  };
}

/** The folder itself, not those above it: one that was mistyped is better not made. */
async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
