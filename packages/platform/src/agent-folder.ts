/**
 * The agent's folder on this machine.
 * 1. A file counts by its real path: a link may lead to another place of the folder, never out of it.
 * 2. Only what changed is read anew: inode, size and times tell.
 */
import { statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import type { AgentFolder, FolderFile } from "@clewline/core/ports/index.js";
import { describeState, explainFailure, readText, resolveInside } from "./folder-file.js";

const mostKept = 1_024;

export function makeAgentFolder(folder: string): AgentFolder {
  const kept = new Map<string, { readonly state: string; readonly file: FolderFile }>();
  return {
    async read(path) {
      try {
        const real = await resolveInside(folder, path);
        if (real === null) return { kind: "unusable", because: "it leads out of the folder" };
        const state = describeState(real, await stat(real));
        const known = kept.get(path);
        if (known?.state === state) return known.file;
        const file = tidy(await readText(real));
        kept.delete(path);
        kept.set(path, { state, file });
        for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
        return file;
      } catch (error) {
        return explainFailure(error);
      }
    },
    async list(path) {
      try {
        const real = await resolveInside(folder, path);
        return real === null ? [] : (await readdir(real)).filter((name) => !name.startsWith(".")).sort();
      } catch {
        // A folder that can't be listed has nothing to offer; whoever reads a file of it is told why.
        return [];
      }
    },
  };
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** As a view shows it. */
function tidy(file: FolderFile): FolderFile {
  return file.kind === "text" ? { kind: "text", text: file.text.replace(/\r\n?/g, "\n").trim() } : file;
}
