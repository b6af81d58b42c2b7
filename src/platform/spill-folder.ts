import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { ClewError } from "../core/errors.js";
import type { Files, SpilledFiles } from "../core/ports/index.js";

/** Keeps files in a folder for this user alone, created with the first file. Returned paths begin with `folder`. */
export function makeSpillFolder(folder: string): Files {
  return {
    async keep(name, text) {
      if (!/^[A-Za-z0-9_-]+\.txt$/.test(name)) throw new ClewError("options/bad", `Not a file's name: ${name}`);
      await createFolder(folder);
      const path = join(folder, name);
      // Never overwrites: an existing file may be a link to another place.
      await writeFile(path, text, { mode: 0o600, flag: "wx" });
      return path;
    },
  };
}

/** A log may come from elsewhere, and name any file: only one that is named after its entry is ours. */
export const spilledFiles: SpilledFiles = {
  async remove(path, entry) {
    if (basename(path) !== `${entry}.txt`) return false;
    try {
      await rm(path, { force: true });
      return true;
    } catch {
      // It stays, and whoever asked is told so.
      return false;
    }
  },
};

/** Creates the folder but not its parents, so that a mistyped path fails. */
async function createFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
}
