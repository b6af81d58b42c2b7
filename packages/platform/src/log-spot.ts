/** The place of a log on this machine. Files beside logs name theirs by its path from their own folder, so that both can move together. */
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import type { FileOwner } from "@clewline/core/ports/index.js";

export interface LogSpot {
  /** The real path of the log; the store's own name for itself where it is no file. */
  readonly real: string;
  /** The path of the log from a folder; empty where it is no file. */
  nameFrom(folder: string): string;
  /** The owner of a file in this folder that names its log so. */
  whose(folder: string, log: string): FileOwner;
  /** Whether a path is in the folder of the log, or in one inside it. */
  isBeside(path: string): boolean;
  /** A path as the log keeps it: from its own folder. */
  toKept(path: string): string;
  /** Where a path that the log keeps may be, the likeliest first. */
  listPlaces(kept: string): readonly string[];
}

export function makeLogSpot(location: string): LogSpot {
  const real = findReal(location);
  if (real === null) return { ...nowhere, real: location };
  const home = dirname(real);
  const given = dirname(resolve(location));
  const isBeside = (path: string) => !leadsOut(relative(home, findRealPlace(path)));
  return {
    real,
    nameFrom: (folder) => toPosix(relative(findRealPlace(folder), real)),
    whose(folder, log) {
      const found = log === "" ? null : findReal(join(findRealPlace(folder), log));
      if (found === real) return "own";
      return found === null ? "gone" : "another";
    },
    isBeside,
    toKept(path) {
      const whole = resolve(path);
      // A link in the log's folder is kept as the link: it may lead elsewhere from a copy.
      const inner = findReal(given) === home ? relative(given, whole) : "..";
      const kept = leadsOut(inner) ? relative(home, findRealPlace(whole)) : inner;
      return isAbsolute(kept) ? basename(whole) : toPosix(kept);
    },
    listPlaces(kept) {
      // Older logs have whole paths, or paths from where the program ran.
      if (!isAbsolute(kept)) return [join(home, kept), resolve(kept)];
      const parts = kept.split(/[\\/]/).filter((part) => part !== "");
      const beside = parts.map((_, index) => join(home, ...parts.slice(index)));
      return isBeside(kept) ? [kept, ...beside] : [...beside, kept];
    },
  };
}

const nowhere: Omit<LogSpot, "real"> = {
  nameFrom: () => "",
  whose: () => "gone",
  isBeside: () => false,
  toKept: (path) => path,
  listPlaces: (kept) => [kept],
};

function findReal(path: string): string | null {
  return existsSync(path) ? realpathSync(path) : null;
}

/** The real path of what may not be there yet. */
export function findRealPlace(path: string): string {
  const whole = resolve(path);
  const parent = dirname(whole);
  return findReal(whole) ?? (parent === whole ? whole : join(findRealPlace(parent), basename(whole)));
}

function leadsOut(way: string): boolean {
  return way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way);
}

function toPosix(path: string): string {
  return path.split(sep).join("/");
}
