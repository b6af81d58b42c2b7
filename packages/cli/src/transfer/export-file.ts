/**
 * Writes the file of an export.
 * 1. It is complete or absent: the lines go into a file beside it, which takes its name at the end.
 * 2. It is never one of the log's own files.
 */
import { realpathSync, rmSync, statSync } from "node:fs";
import { type FileHandle, open, rename } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { makeUsageError } from "../program/arguments.js";
import { runInterruptible } from "../terminal/interrupt.js";

type Write = (text: string) => Promise<void>;

export async function writeIntoFile<Result>(
  out: string,
  { store, force }: { readonly store: string; readonly force: boolean },
  work: (write: Write) => Promise<Result>,
): Promise<Result> {
  const path = resolveRealPath(resolve(out));
  const partial = `${path}.partial`;
  if ([path, partial].some((each) => isOfLog(each, store))) {
    throw makeUsageError("--out is the log itself, or a file that belongs to it", "Choose another file");
  }
  const there = statSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw makeUsageError(`${path} is a folder`, "Name a file after --out");
  // A device or a pipe has no old content to keep and takes no other name.
  if (there !== undefined && !there.isFile()) return fillFile(await openExportFile(path, "w"), work);
  if (there !== undefined && !force) {
    throw makeUsageError(`${path} exists already`, "Choose another file, or overwrite it with --force");
  }
  if (force) rmSync(partial, { force: true });
  const file = await openExportFile(partial, "wx");
  const tidy = () => rmSync(partial, { force: true });
  return runInterruptible(tidy, async () => {
    try {
      const result = await fillFile(file, work);
      await rename(partial, path);
      return result;
    } catch (error) {
      tidy();
      throw error;
    }
  });
}

async function fillFile<Result>(file: FileHandle, work: (write: Write) => Promise<Result>): Promise<Result> {
  try {
    const result = await work(async (text) => {
      await file.writeFile(text);
    });
    await file.sync().catch(ignoreUnsyncable);
    return result;
  } finally {
    await file.close();
  }
}

/** A pipe or a device has nothing to sync. */
function ignoreUnsyncable(error: NodeJS.ErrnoException): void {
  if (error.code !== "EINVAL") throw error;
}

/** Compares names, because a journal may not exist at the moment, and inodes, because a file may have several names. */
function isOfLog(path: string, store: string): boolean {
  const logs = new Set([resolve(store), resolveRealPath(resolve(store))]);
  const own = [...logs].flatMap((log) => ["", "-wal", "-shm", "-journal"].map((end) => resolveRealPath(log + end)));
  const there = statSync(path, { throwIfNoEntry: false });
  return own.some((each) => {
    if (each === path) return true;
    const other = statSync(each, { throwIfNoEntry: false });
    return there !== undefined && other !== undefined && there.ino === other.ino && there.dev === other.dev;
  });
}

/** Follows every link, as far as the path exists. */
function resolveRealPath(path: string): string {
  for (const real of [() => realpathSync(path), () => join(realpathSync(dirname(path)), basename(path))]) {
    try {
      return real();
    } catch {
      // The file does not exist: its folder may, and opening the file reports what is wrong.
    }
  }
  return path;
}

async function openExportFile(path: string, flags: "w" | "wx"): Promise<FileHandle> {
  try {
    return await open(path, flags, 0o600);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") {
      throw makeUsageError(`${path} exists: an export writes it now, or was cut off`, "Remove it, or add --force");
    }
    const why = cause instanceof Error ? cause.message : String(cause);
    throw makeUsageError(`Cannot write ${path}: ${why}`, "Check the path after --out");
  }
}
