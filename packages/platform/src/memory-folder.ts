/**
 * The folder of memories on this machine.
 * 1. A file gets its name when it is whole, so that readers never see half of one.
 * 2. A file is only replaced while it is what it was taken for.
 * 3. Nothing is read or written through a link that leads out of the folder.
 */
import { randomUUID } from "node:crypto";
import { lstatSync, statSync } from "node:fs";
import { readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { FolderFile, MemoryFolder } from "@clewline/core/ports/index.js";
import { createFolder, describeState, explainFailure, readText, resolveInside } from "./folder-file.js";
import { withFolderLock } from "./folder-lock.js";
import { makeLogSpot } from "./log-spot.js";

/** An index and the list of what was written grow with the memories; a single one never comes near. */
const mostBytes = 64 * 1_048_576;
/** A file that was written so shortly ago may be written again without another time. */
const recentMs = 100;

interface KeptFile {
  /** Of the file that the path leads to. */
  readonly state: string;
  /** The state of the path itself, which may be a link. */
  readonly own: string;
  readonly file: FolderFile;
}

export function makeMemoryFolder(folder: string, location = "memory"): MemoryFolder {
  const spot = makeLogSpot(location);
  const kept = new Map<string, KeptFile>();
  const read = async (path: string): Promise<FolderFile> => {
    try {
      // At once: a round through the threads for each note takes ten times as long as the look itself.
      const own = lstatSync(join(folder, path));
      const seen = kept.get(path);
      // A file with the same place on the disk and the same times is what was read, wherever its folder leads now.
      if (seen !== undefined && own.isFile() && seen.own === describeState("", own)) return seen.file;
      const real = await resolveInside(folder, path);
      if (real === null) return { kind: "unusable", because: "it leads out of the folder" };
      const stats = await stat(real);
      const state = describeState(real, stats);
      if (seen?.state === state) return seen.file;
      const file = await readText(real, mostBytes);
      kept.delete(path);
      if (Date.now() - Math.max(stats.mtimeMs, stats.ctimeMs) > recentMs)
        kept.set(path, { state, own: describeState("", own), file });
      return file;
    } catch (error) {
      kept.delete(path);
      return explainFailure(error);
    }
  };
  return {
    read,
    log: spot.nameFrom(folder),
    whose: (log) => (log !== null ? spot.whose(folder, log) : spot.isBeside(folder) ? "own" : "another"),
    async hidden() {
      const found = await Promise.all(["", "notes/", "journal/"].map((inner) => listHidden(folder, inner)));
      return found.flat();
    },
    async alone(work) {
      await createFolder(folder, true);
      return withFolderLock(folder, work);
    },
    async list(path) {
      try {
        const real = await resolveInside(folder, path);
        return real === null ? null : (await readdir(real)).filter((name) => !name.startsWith(".")).sort();
      } catch (error) {
        if (explainFailure(error).kind === "absent") return [];
        // A folder that can't be listed must not look as if everything in it was deleted.
        throw error;
      }
    },
    async replace(path, expected, text) {
      const place = await resolvePlace(folder, path, text !== null);
      if (place === null) return false;
      const fresh = text === null ? null : await writeBeside(place, text);
      const now = await read(path);
      const isExpected = now.kind === "text" ? now.text === expected : now.kind === "absent" && expected === null;
      if (isExpected && fresh !== null) await rename(fresh, place);
      else if (isExpected || fresh !== null) await rm(fresh ?? place, { force: true });
      return isExpected;
    },
  };
}

async function listHidden(folder: string, inner: string): Promise<readonly string[]> {
  try {
    const real = await resolveInside(folder, inner);
    const names = real === null ? [] : await readdir(real);
    return names.filter((name) => hiddenPattern.test(name)).map((name) => `${inner}${name}`);
  } catch (error) {
    if (explainFailure(error).kind === "absent") return [];
    throw error;
  }
}

const hiddenPattern = /^\.(?:clew-[0-9a-f]{8}\.json|[0-9a-f-]{36}\.tmp)$/;

/** Whether it is a folder, or can be created: the nearest path above it that exists must be one. */
export function canBeFolder(path: string): boolean {
  const whole = resolve(path);
  try {
    const state = statSync(whole, { throwIfNoEntry: false });
    return state === undefined ? canBeFolder(dirname(whole)) : state.isDirectory();
  } catch {
    // A file is in the way, or the folder above can't be looked into.
    return false;
  }
}

/** Where a file of this path is, by the real path of its folder; null for one that is outside. */
async function resolvePlace(folder: string, path: string, isNew: boolean): Promise<string | null> {
  const inner = dirname(path);
  if (isNew && inner !== ".") await createFolder(join(folder, inner));
  const real = await resolveInside(folder, inner);
  return real === null ? null : join(real, basename(path));
}

/** Readable for this user alone: these are a person's words. */
async function writeBeside(place: string, text: string): Promise<string> {
  const fresh = join(dirname(place), `.${randomUUID()}.tmp`);
  await writeFile(fresh, text, { mode: 0o600, flag: "wx" });
  return fresh;
}
