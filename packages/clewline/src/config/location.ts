import { existsSync, lstatSync, readlinkSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import { quoteShellWord } from "@clewline/text/shell-word.js";
import type { FolderFile } from "./effects.js";

/** The path of the store and how it was found. Library and command line share one rule. */
export interface Location {
  readonly path: string;
  readonly because:
    | "named"
    | "CLEW_STORE"
    | "store in clew.toml"
    | "clew.db in this folder"
    | "clew.db in a folder above"
    | "the user's data folder";
}

/** The path of clew.toml and how it was found. */
export interface ConfigFile {
  readonly path: string;
  readonly because:
    | "named"
    | "CLEW_CONFIG"
    | "clew.toml in this folder"
    | "clew.toml in a folder above"
    | "the user's config folder";
}

export const storeName = "clew.db";
const configName = "clew.toml";

export function findStore(
  named: string | undefined,
  env: NodeJS.ProcessEnv,
  folder: string,
  configured: string | undefined,
): Location {
  if (named !== undefined) return { path: resolve(folder, named), because: "named" };
  if (env.CLEW_STORE) return { path: resolve(folder, env.CLEW_STORE), because: "CLEW_STORE" };
  if (configured !== undefined) return { path: configured, because: "store in clew.toml" };
  const above = findAbove(folder, storeName);
  if (above !== null && !isSameFolder(dirname(above), findDataFolder(env))) {
    const here = dirname(above) === resolve(folder);
    return { path: followInside(above), because: here ? "clew.db in this folder" : "clew.db in a folder above" };
  }
  return { path: join(findDataFolder(env), storeName), because: "the user's data folder" };
}

/** The user's own: logs in it need no trust. */
export function findDataFolder(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_DATA_HOME || join(findHome(env), ".local", "share"), "clew");
}

/** Null if there is none. A path from an option or the environment need not exist; reading it reports that. */
export function findConfig(named: string | undefined, env: NodeJS.ProcessEnv, folder: string): ConfigFile | null {
  if (named !== undefined) return { path: resolve(folder, named), because: "named" };
  if (env.CLEW_CONFIG) return { path: resolve(folder, env.CLEW_CONFIG), because: "CLEW_CONFIG" };
  const above = findAbove(folder, configName);
  if (above !== null) {
    if (isSameFolder(dirname(above), findConfigFolder(env)))
      return { path: above, because: "the user's config folder" };
    const here = dirname(above) === resolve(folder);
    return { path: above, because: here ? "clew.toml in this folder" : "clew.toml in a folder above" };
  }
  return findOwnConfig(env);
}

/** The clew.toml in the user's config folder; null if there is none. */
export function findOwnConfig(env: NodeJS.ProcessEnv): ConfigFile | null {
  const path = join(findConfigFolder(env), configName);
  return existsSync(path) ? { path, because: "the user's config folder" } : null;
}

export function findConfigFolder(env: NodeJS.ProcessEnv): string {
  return join(env.XDG_CONFIG_HOME || join(findHome(env), ".config"), "clew");
}

/** The list of trusted folders. */
export function findTrustFile(env: NodeJS.ProcessEnv): string {
  return join(findConfigFolder(env), "trusted.json");
}

/** The nearest folder here or above that has one of these files; null if there is none. */
export function findNearestFolder(folder: string, names: readonly FolderFile[]): string | null {
  const found = names.flatMap((name) => findAbove(folder, name) ?? []).map((path) => dirname(path));
  return found.sort((one, other) => other.length - one.length)[0] ?? null;
}

export function findHome(env: NodeJS.ProcessEnv): string {
  return env.HOME || homedir();
}

/**
 * The path as it really is. A log that is found in a folder stays in that folder: a link in its place, or in that of a file
 * which SQLite keeps beside it, would take what is said elsewhere. Who means it names the file.
 */
function followInside(path: string): string {
  const folder = realpathSync(dirname(path));
  const real = isLink(path) ? realpathSync(path) : path;
  for (const part of [path, ...["-wal", "-shm", "-journal"].map((end) => real + end)]) {
    if (!isLink(part)) continue;
    const target = existsSync(part) ? realpathSync(part) : resolve(dirname(part), readlinkSync(part));
    if (isInside(folder, target)) continue;
    throw new ClewError("store/unavailable", `${part} is a link out of its folder, to ${target}`, {
      hint: `What is said here would go there. If you mean that, name the file: --store ${quoteShellWord(part === path ? target : path)}`,
    });
  }
  return real;
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function isSameFolder(one: string, other: string): boolean {
  return existsSync(other) && realpathSync(one) === realpathSync(other);
}

function findAbove(folder: string, name: FolderFile): string | null {
  const path = join(folder, name);
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? null : findAbove(parent, name);
}
