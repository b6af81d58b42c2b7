/** Files in the folder of memories that other logs wrote, and this one when it was elsewhere. */
import {
  joinWritten,
  parseWritten,
  type WrittenFiles,
  type WrittenNote,
} from "@clewline/core/memory/files/written-files.js";
import type { MemoryFolder } from "@clewline/core/ports/index.js";
import type { Engine } from "../../../engine.js";
import { readAllMemories } from "../find-memory.js";
import { listFiles } from "./list-files.js";
import { noteWritten } from "./note-written.js";
import { makeWrittenPath, readWritten } from "./read-folder.js";

interface OtherList {
  readonly path: string;
  readonly text: string;
  readonly written: WrittenFiles;
}

async function readOthers(engine: Engine, folder: MemoryFolder): Promise<readonly OtherList[]> {
  const own = makeWrittenPath(engine.files.at);
  const lists: OtherList[] = [];
  for (const path of (await folder.hidden()).filter((each) => each.endsWith(".json") && each !== own)) {
    const file = await folder.read(path);
    if (file.kind === "text") lists.push({ path, text: file.text, written: parseWritten(file.text) });
  }
  return lists;
}

/** A file that another log wrote, which is still there. */
interface SharedFile {
  readonly log: string;
  /** Of the texts that it may have if nobody else wrote it since. */
  readonly hashes: readonly string[];
  /** Null for a file that is no note. */
  readonly note: WrittenNote | null;
}

/** By path, with the lists of these logs themselves. */
export async function listShared(engine: Engine, folder: MemoryFolder): Promise<ReadonlyMap<string, SharedFile>> {
  const shared = new Map<string, SharedFile>();
  for (const { path: own, text, written } of await readOthers(engine, folder)) {
    const { log, notes, told } = written;
    if (log === null || folder.whose(log) !== "another") continue;
    for (const [path, note] of notes) shared.set(path, { log, hashes: [note.hash], note });
    for (const [path, hashes] of told) shared.set(path, { log, hashes, note: null });
    shared.set(own, { log, hashes: [engine.fns.hash(text)], note: null });
  }
  return shared;
}

/** Takes over what this log wrote where it was before. Only for whoever is alone in the folder. */
export async function takeOverFolder(engine: Engine, folder: MemoryFolder): Promise<void> {
  const others = (await readOthers(engine, folder)).filter(({ written: { log } }) => folder.whose(log) !== "another");
  if (others.length === 0) return;
  const former = new Set((await engine.place.former()).map(makeWrittenPath));
  const changes = new Set((await readAllMemories(engine)).flatMap((each) => each.changes.map(({ id }) => id)));
  for (const { path, text, written } of others) {
    // Another bot in the same log has memories of its own. If all of them were erased, the list is known by its name alone.
    const isOwn = former.has(path) || [...written.notes.values()].some(({ change }) => changes.has(change));
    if (!isOwn) continue;
    await noteWritten(engine, folder, joinWritten(await readWritten(engine, folder), written));
    await folder.replace(path, text, null);
  }
}

/** Removes what an erasure had to leave to another log, once that one is gone. Only for whoever is alone in the folder. */
export async function removePassed(engine: Engine, folder: MemoryFolder): Promise<void> {
  const written = await readWritten(engine, folder);
  if (written.passed.size === 0) return;
  const { hash } = engine.fns;
  const shared = await listShared(engine, folder);
  const passed = new Map(written.passed);
  for (const path of await listFiles(folder)) {
    const file = passed.has(hash(path)) && !shared.has(path) ? await folder.read(path) : null;
    // A note that a person changed since is theirs.
    if (file?.kind !== "text" || passed.get(hash(path)) !== hash(file.text)) continue;
    if (await folder.replace(path, file.text, null)) passed.delete(hash(path));
  }
  if (passed.size < written.passed.size) await noteWritten(engine, folder, { ...written, passed });
}
