/** A folder that a subagent may look into: its text files, nothing outside of it, and nothing that holds keys. */
import { constants, type Dirent } from "node:fs";
import { open, readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import { parseGlob } from "@clewline/text/glob.js";
import { isClosed } from "./explorer-closed.js";

type FileText =
  | { readonly kind: "text"; readonly path: string; readonly text: string }
  | { readonly kind: "refused"; readonly why: string };

export interface Folder {
  /** Files by their paths from the folder, in order. `complete` is false where there are more than are looked at. */
  files(glob: string, signal: AbortSignal): Promise<{ readonly paths: readonly string[]; readonly complete: boolean }>;
  read(path: string): Promise<FileText>;
}

/** More than a project of one's own has; a folder with more is looked at in part. */
const mostEntries = 20_000;
const mostBytes = 5_000_000;

export async function openFolder(given: string): Promise<Folder> {
  const root = await realpath(resolve(given)).catch(() => null);
  if (root === null || !(await stat(root)).isDirectory()) {
    throw new ClewError("options/bad", `There is no folder ${given}`, {
      hint: "Give a subagent's folder as a path that exists, e.g. ./src",
    });
  }
  return {
    async files(glob, signal) {
      const isWanted = parseGlob(glob);
      const walked = await walk(root, glob.includes(modules), signal);
      return { paths: walked.paths.filter(isWanted), complete: walked.complete };
    },
    read: (path) => readText(root, path),
  };
}

const modules = "node_modules";
/** Deep first and by name, so that the same folder always gives the same list. Links to folders are not followed. */
async function walk(root: string, withModules: boolean, signal: AbortSignal) {
  const paths: string[] = [];
  const waiting: string[] = [""];
  let seen = 0;
  while (waiting.length > 0 && seen < mostEntries) {
    signal.throwIfAborted();
    const folder = waiting.pop() ?? "";
    const inside = await listEntries(join(root, folder));
    seen += inside.length;
    const below: string[] = [];
    for (const entry of inside) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (isClosed(path) || (entry.name === modules && !withModules)) continue;
      if (entry.isDirectory()) below.push(path);
      else if (entry.isFile() || (entry.isSymbolicLink() && (await isFileLink(root, path)))) paths.push(path);
    }
    waiting.push(...below.reverse());
  }
  return { paths, complete: waiting.length === 0 };
}

/** A folder that can't be opened has nothing for us. */
async function listEntries(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function isFileLink(root: string, path: string): Promise<boolean> {
  const place = await resolvePlace(root, path);
  if (!("real" in place)) return false;
  const about = await stat(place.real).catch(() => null);
  return about?.isFile() ?? false;
}

async function readText(root: string, given: string): Promise<FileText> {
  const place = await resolvePlace(root, given);
  if (!("real" in place)) return { kind: "refused", why: place.why };
  const { real, path } = place;
  const refused = (why: string): FileText => ({ kind: "refused", why: `${path} ${why}` });
  try {
    // Between the look and this a link may have been put there, or something that never ends.
    const file = await open(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    try {
      const about = await file.stat();
      if (about.isDirectory()) return refused("is a folder; list_files shows what is in it.");
      if (!about.isFile()) return refused("is no ordinary file.");
      if (about.size > mostBytes) return refused(`has ${about.size} bytes, too many to read.`);
      const bytes = await file.readFile();
      const text = bytes.toString("utf8");
      return isBinary(bytes, text) ? refused(`is no text (${bytes.length} bytes).`) : { kind: "text", path, text };
    } finally {
      await file.close();
    }
  } catch (error) {
    return refused(`can't be read (${readErrorCode(error)}).`);
  }
}

/** Where a path really leads, links and all; or why that is nobody's business. */
async function resolvePlace(
  root: string,
  given: string,
): Promise<{ readonly real: string; readonly path: string } | { readonly why: string }> {
  const named = findPathInside(root, resolve(root, given));
  if (named === null || given.includes("\0")) return { why: `${quotePath(given)} is outside of the folder.` };
  if (isClosed(named)) return { why: `${named} may hold keys or the like and is not read.` };
  const real = await realpath(join(root, named)).catch(() => null);
  if (real === null) return { why: `There is no file ${quotePath(named)}; list_files shows what there is.` };
  const path = findPathInside(root, real);
  if (path === null) return { why: `${named} leads out of the folder and is not read.` };
  return isClosed(path) ? { why: `${named} may hold keys or the like and is not read.` } : { real, path };
}

/** The path from the folder, with slashes; null for one that is not in it. */
function findPathInside(root: string, path: string): string | null {
  const way = relative(root, path);
  if (way === ".." || way.startsWith(`..${sep}`) || isAbsolute(way)) return null;
  return sep === "/" ? way : way.split(sep).join("/");
}

const looked = 8_000;
const mostDamaged = 0.05;

/** A zero byte, or more than a little that is no text in any common encoding. */
function isBinary(bytes: Buffer, text: string): boolean {
  const head = text.slice(0, looked);
  return bytes.subarray(0, looked).includes(0) || head.split("\uFFFD").length - 1 > head.length * mostDamaged;
}

function quotePath(path: string): string {
  return JSON.stringify(path.slice(0, 200));
}

/** Messages of the system hold paths of the machine. */
function readErrorCode(error: unknown): string {
  return String((error as { readonly code?: unknown }).code ?? "for a reason that it does not say");
}
