/**
 * Files that a log keeps in a folder. Several logs may use one folder, copies of one log among them: each has a list there, which names
 * the log by its path from the folder, and the files that it wrote.
 */
import { createReadStream, existsSync } from "node:fs";
import { appendFile, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import type { BesideFiles, FileBytes, FileOwner, FoundFile, SpilledFile } from "@clewline/core/ports/index.js";
import { sha256 } from "./crypto.js";
import { createFolder, readErrorCode } from "./folder-file.js";
import { findRealPlace, type LogSpot, makeLogSpot } from "./log-spot.js";

/** The bytes of a file, part by part. One that is not there has none. */
async function* readParts(path: string): AsyncIterable<FileBytes> {
  try {
    for await (const bytes of createReadStream(path, { highWaterMark: partBytes }))
      yield { file: path, bytes: bytes as Uint8Array };
  } catch (error) {
    if (readErrorCode(error) !== "ENOENT") throw error;
  }
}

const partBytes = 1_048_576;

export interface SpillOptions {
  readonly location: string;
  readonly owner: string;
  /** Where new files go, for this user alone, created with the first file; null for nowhere. */
  readonly folder: string | null;
}

interface Spill extends Pick<SpillOptions, "folder"> {
  readonly spot: LogSpot;
  /** The name of the log's own list in every folder. */
  readonly listName: string;
}

export function makeSpillFolder({ location, owner, folder }: SpillOptions): BesideFiles {
  const spot = makeLogSpot(location);
  const at = sha256(`${owner} ${spot.real}`);
  const spill: Spill = { spot, folder, listName: nameList(at) };
  const located = new Map<string, string>();
  return {
    at,
    keep: folder === null ? null : makeKeep(spill, folder),
    // A copy that shares the folder may summarise the same entries, of which it has erased some.
    keptPath: folder === null ? null : (name) => spot.toKept(join(folder, `${name}-${at.slice(0, 8)}.txt`)),
    replace: (path, text) => replaceFile(spill, path, text),
    async read(path) {
      try {
        return await readFile(path, "utf8");
      } catch {
        // The search of bytes afterwards names the file if it holds something.
        return null;
      }
    },
    async list(folders) {
      const inFolder = async (each: string) => (await listNamed(spill, each)).names.map((name) => join(each, name));
      return (await Promise.all(listFolders(spill, folders).map(inFolder))).flat();
    },
    locate(kept) {
      const places = listPlaces(spill, kept);
      const path = located.get(kept) ?? places.find((each) => existsSync(each)) ?? places[0] ?? kept;
      located.set(kept, path);
      return path;
    },
    async find(sought) {
      // Each list is read once: there may be as many names in it as files are looked for.
      const known = new Map<string, Promise<readonly FileList[]>>();
      const listsOf = (each: string) => {
        const lists = known.get(each) ?? readLists(each);
        known.set(each, lists);
        return lists;
      };
      const found: (readonly [SpilledFile, FoundFile])[] = [];
      for (const file of sought) found.push([file, await findFile(spill, file, listsOf)]);
      return found;
    },
    async remove(path) {
      try {
        await rm(path, { force: true });
        return true;
      } catch {
        // It stays, and the report says so.
        return false;
      }
    },
    takeOver: (folders, former) => takeOver(spill, folders, new Set(former.map(nameList))),
    async *readOwn(folders) {
      for (const each of listFolders(spill, folders)) {
        const { own, names, shared } = await listNamed(spill, each);
        const files = names.filter((name) => !shared.has(name)).map((name) => join(each, name));
        for (const path of [...own.map((list) => list.path), ...files]) yield* readParts(path);
      }
    },
  };
}

function nameList(at: string): string {
  return `.clew-${at.slice(0, 8)}.list`;
}

function makeKeep({ spot, listName }: Spill, folder: string): NonNullable<BesideFiles["keep"]> {
  const list = join(folder, listName);
  return async (name, text) => {
    if (!namePattern.test(name)) throw new ClewError("options/bad", `Not a file's name: ${name}`);
    await createFolder(folder);
    // Before the file: a crash in between leaves a name without a file, and no file without its log.
    await addToList(list, spot.nameFrom(folder), [name]);
    const path = join(folder, name);
    // Never overwrites: an existing file may be a link to another place.
    await writeFile(path, text, { mode: 0o600, flag: "wx" });
    return spot.toKept(path);
  };
}

/** Both names are listed before either has a file, as in `makeKeep`. */
async function replaceFile({ spot, listName }: Spill, path: string, text: string): Promise<void> {
  const [folder, name] = [dirname(path), basename(path)];
  const part = name.replace(/\.txt$/, `-${crypto.randomUUID().slice(0, 8)}.txt`);
  if (!namePattern.test(name)) throw new ClewError("options/bad", `Not a file's name: ${name}`);
  await createFolder(folder);
  await addToList(join(folder, listName), spot.nameFrom(folder), [name, part]);
  try {
    await writeFile(join(folder, part), text, { mode: 0o600, flag: "wx" });
    await rename(join(folder, part), path);
  } catch (error) {
    await rm(join(folder, part), { force: true });
    throw error;
  }
}

const namePattern = /^[A-Za-z0-9_-]+\.txt$/;

/** Lines are added and never changed, so that several processes can do it at once: the last line that names a log counts. */
async function addToList(path: string, log: string, names: readonly string[]): Promise<void> {
  await appendFile(path, [`log ${log}`, ...names, ""].join("\n"), { mode: 0o600 });
}

interface FileList {
  readonly path: string;
  readonly log: string;
  readonly names: ReadonlySet<string>;
}

async function readLists(folder: string): Promise<readonly FileList[]> {
  const lists: FileList[] = [];
  for (const name of await readNames(folder)) {
    if (!/^\.clew-[0-9a-f]{8}\.list$/.test(name)) continue;
    const path = join(folder, name);
    const lines = (await readFile(path, "utf8")).split("\n");
    const log = lines.findLast((line) => line.startsWith("log "))?.slice("log ".length) ?? "";
    lists.push({ path, log, names: new Set(lines.filter((line) => namePattern.test(line))) });
  }
  return lists;
}

/** The log's own lists in a folder, the names in them, and those of them that another log lists too. */
async function listNamed(spill: Spill, folder: string) {
  const lists = await readLists(folder);
  const own = lists.filter((list) => readOwner(spill, list) === "own");
  const others = lists.filter((list) => readOwner(spill, list) === "another");
  const names = [...new Set(own.flatMap((list) => [...list.names]))];
  return { own, names, shared: new Set(others.flatMap((list) => [...list.names])) };
}

async function readNames(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(readErrorCode(error))) return [];
    throw error;
  }
}

function readOwner({ spot, listName }: Spill, { path, log }: FileList): FileOwner {
  return basename(path) === listName ? "own" : spot.whose(dirname(path), log);
}

/** Where a kept file may be: the folder that was named now comes first. */
function listPlaces({ spot, folder }: Spill, kept: string): readonly string[] {
  const named = folder === null ? [] : [join(folder, basename(kept))];
  return [...named, ...spot.listPlaces(kept)];
}

/** Every folder that these paths may lead to. */
function listFolders(spill: Spill, folders: readonly string[]): readonly string[] {
  const places = [...folders, "."].flatMap((each) => listPlaces(spill, `${each}/-`).map(dirname));
  return [...new Set(places.filter((place) => existsSync(place)).map(findRealPlace))];
}

type ListsOf = (folder: string) => Promise<readonly FileList[]>;

async function findFile(spill: Spill, { path: kept, id }: SpilledFile, listsOf: ListsOf): Promise<FoundFile> {
  const name = basename(kept);
  // A log may come from elsewhere, and name any file.
  if (name !== `${id}.txt`) return { kind: "left", path: kept, because: "it is not named after its entry" };
  const places = listPlaces(spill, kept);
  const path = places.find((each) => existsSync(each));
  const folders = path === undefined ? places.map(dirname) : [dirname(path)];
  const lists = (await Promise.all(folders.map(listsOf))).flat().filter(({ names }) => names.has(name));
  const another = lists.find((list) => readOwner(spill, list) === "another");
  if (path === undefined)
    return lists.length > 0 ? { kind: "gone" } : { kind: "left", path: kept, because: "it is not beside the log" };
  if (another !== undefined)
    return { kind: "shared", path, because: `the log ${join(dirname(another.path), another.log)} has it too` };
  const isNear = spill.spot.isBeside(path) || (spill.folder !== null && dirname(path) === join(spill.folder));
  if (lists.length > 0 || isNear) return { kind: "own", path };
  return { kind: "left", path, because: "nothing says that it belongs to this log" };
}

async function takeOver(spill: Spill, folders: readonly string[], former: ReadonlySet<string>): Promise<void> {
  for (const folder of listFolders(spill, folders)) {
    const lists = (await readLists(folder)).filter(({ path }) => former.has(basename(path)));
    for (const list of lists.filter(({ path }) => basename(path) !== spill.listName)) {
      await addToList(join(folder, spill.listName), spill.spot.nameFrom(folder), [...list.names]);
      if (readOwner(spill, list) !== "another") await rm(list.path, { force: true });
    }
  }
}
