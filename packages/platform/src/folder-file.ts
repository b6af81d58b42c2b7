/** Files of a folder that people write in. */
import { constants, type Stats } from "node:fs";
import { mkdir, open, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import type { FolderFile } from "@clewline/core/ports/index.js";

/** A longer text is neither a persona nor a memory, and would fill a view. */
const mostBytes = 65_536;

/** A file counts by its real path: a link may lead to another place of the folder, never out of it. Null for one that does. */
export async function resolveInside(folder: string, path: string): Promise<string | null> {
  const root = await realpath(folder);
  const real = await realpath(join(root, path));
  const way = relative(root, real);
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way) ? null : real;
}

/** Equal as long as the file is not written. */
export function describeState(real: string, { ino, size, mtimeMs, ctimeMs }: Stats): string {
  return [real, ino, size, mtimeMs, ctimeMs].join(" ");
}

export async function readText(real: string, most = mostBytes): Promise<FolderFile> {
  // The file at the real path may have become a link or a pipe since it was looked up.
  const file = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const state = await file.stat();
    if (!state.isFile()) return { kind: "unusable", because: "it is no file" };
    const room = Math.min(state.size, most) + 1;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(room), 0, room, 0);
    if (bytesRead > most) return { kind: "unusable", because: `it is larger than ${most / 1_024} KiB` };
    return decode(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

export function explainFailure(error: unknown): FolderFile {
  return isAbsent(error)
    ? { kind: "absent" }
    : { kind: "unusable", because: `it can't be read (${readErrorCode(error)})` };
}

function decode(bytes: Uint8Array): FolderFile {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    return text.includes("\0") ? { kind: "unusable", because: "it is no text" } : { kind: "text", text };
  } catch {
    return { kind: "unusable", because: "it is not in UTF-8" };
  }
}

/** A name that is too long for the disk has no file either. */
function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ENAMETOOLONG"].includes(readErrorCode(error));
}

export function readErrorCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

/**
 * Creates the folder but, unless `recursive`, not its parents, so that a mistyped path fails. The first use reports a
 * file in the way.
 */
export async function createFolder(folder: string, recursive = false): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700, recursive });
  } catch (error) {
    if (readErrorCode(error) !== "EEXIST") throw error;
  }
}
