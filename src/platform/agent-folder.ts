/**
 * The agent's folder on this machine.
 * 1. A file counts by its real path: a link may lead to another place of the folder, never out of it.
 * 2. Only what changed is read anew: inode, size and times tell.
 */
import { constants, type Stats, statSync } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import type { AgentFolder, FolderFile } from "../core/ports/index.js";

/** A longer text is no persona, and would fill a view. */
const mostBytes = 65_536;
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
        const file = await readText(real);
        kept.delete(path);
        kept.set(path, { state, file });
        for (const oldest of kept.keys()) if (kept.size > mostKept) kept.delete(oldest);
        return file;
      } catch (error) {
        return isAbsent(error)
          ? { kind: "absent" }
          : { kind: "unusable", because: `it can't be read (${readCode(error)})` };
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

async function resolveInside(folder: string, path: string): Promise<string | null> {
  const root = await realpath(folder);
  const real = await realpath(join(root, path));
  const way = relative(root, real);
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way) ? null : real;
}

function describeState(real: string, { ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [real, ino, size, mtimeMs, ctimeMs].join(" ");
}

async function readText(real: string): Promise<FolderFile> {
  // What the real path names may have become a link or a pipe since it was looked up.
  const file = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    if (!(await file.stat()).isFile()) return { kind: "unusable", because: "it is no file" };
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes + 1), 0, mostBytes + 1, 0);
    if (bytesRead > mostBytes) return { kind: "unusable", because: "it is larger than 64 KiB" };
    return decode(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function decode(bytes: Uint8Array): FolderFile {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.includes("\0")) return { kind: "unusable", because: "it is no text" };
    return { kind: "text", text: text.replace(/\r\n?/g, "\n").trim() };
  } catch {
    return { kind: "unusable", because: "it is not in UTF-8" };
  }
}

/** A name that is too long for the disk has no file either. */
function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(readCode(error));
}

function readCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}
