import type { KeptChange, Memory } from "../../../../core/log/memories/memory.js";
import type { FolderSight, LoggedMemory } from "../../../../core/memory/files/find-edits.js";
import { isNoteFile, notesFolder, placeNotes } from "../../../../core/memory/files/note-path.js";
import { nothingWritten, parseWritten, type WrittenFiles } from "../../../../core/memory/files/written-files.js";
import { makeScopeLane } from "../../../../core/memory/memory-scope.js";
import type { MemoryFolder } from "../../../../core/ports/index.js";
import type { Engine } from "../../../engine.js";
import { readAllMemories, type ScopeMemories } from "../find-memory.js";

/** The folder and the log as they are now. */
export interface FolderLook extends FolderSight {
  readonly all: readonly ScopeMemories[];
  readonly known: WrittenFiles;
  /** By path, why it is not read. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** Null where the notes are kept outside of the folder: what is there is not looked at, and nothing is missing from it. */
export async function lookAtFolder(engine: Engine, folder: MemoryFolder): Promise<FolderLook | null> {
  const names = await folder.list(notesFolder);
  if (names === null) return null;
  const known = await readWritten(engine, folder);
  const files = new Map<string, string>();
  const reasons = new Map<string, string>();
  for (const name of names.filter(isNoteFile)) {
    const path = `${notesFolder}/${name}`;
    const file = await folder.read(path);
    if (file.kind === "text") files.set(path, file.text);
    else if (file.kind === "unusable") reasons.set(path, file.because);
  }
  for (const path of await listSubfolders(folder, names))
    reasons.set(path, "notes in a folder of their own are not read");
  const all = await readAllMemories(engine);
  return {
    all,
    known,
    files,
    reasons,
    unusable: new Set(reasons.keys()),
    written: known.notes,
    placed: placeLogged(engine, all),
    history: makeHistory(all),
    laneOf: ({ scope }: Memory) => makeScopeLane(scope),
    hash: engine.fns.hash,
  };
}

/** What has no ending may be a folder. Files of other kinds are nobody's notes, and are passed over. */
async function listSubfolders(folder: MemoryFolder, names: readonly string[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const name of names.filter((each) => !isNoteFile(each))) {
    const inner = (await folder.list(`${notesFolder}/${name}`).catch(() => null)) ?? [];
    if (inner.some(isNoteFile)) found.push(`${notesFolder}/${name}`);
  }
  return found;
}

/** What the log has, by the path of its file. */
export function placeLogged({ fns }: Engine, all: readonly ScopeMemories[]): ReadonlyMap<string, LoggedMemory> {
  const logged = all.flatMap(({ memories, made }) =>
    [...memories.values()].flatMap((memory): readonly LoggedMemory[] => {
      const change = made.get(memory.name)?.id;
      return change === undefined ? [] : [{ memory, change }];
    }),
  );
  return placeNotes(logged, fns.hash);
}

function makeHistory(all: readonly ScopeMemories[]): FolderSight["history"] {
  const histories = new Map<string, KeptChange[]>();
  const makeKey = (lane: string, name: string) => JSON.stringify([lane, name]);
  for (const { scope, changes } of all) {
    const lane = makeScopeLane(scope);
    for (const change of changes) {
      const key = makeKey(lane, change.name);
      const own = histories.get(key);
      if (own === undefined) histories.set(key, [change]);
      else own.push(change);
    }
  }
  return (lane, name) => histories.get(makeKey(lane, name)) ?? [];
}

/** Each log has its own: what another one wrote is a person's to this one. */
export function makeWrittenPath({ store, owner, fns }: Engine): string {
  return `.clew-${fns.hash(`${owner} ${store.location}`).slice(0, 8)}.json`;
}

export async function readWritten(engine: Engine, folder: MemoryFolder): Promise<WrittenFiles> {
  const file = await folder.read(makeWrittenPath(engine));
  return file.kind === "text" ? parseWritten(file.text) : nothingWritten;
}
