import type { KeptChange, Memory } from "@clewline/core/log/memories/memory.js";
import type { FolderSight, LoggedMemory } from "@clewline/core/memory/files/find-edits.js";
import { isNoteFile, notesFolder, placeNotes } from "@clewline/core/memory/files/note-path.js";
import { nothingWritten, parseWritten, type WrittenFiles } from "@clewline/core/memory/files/written-files.js";
import { makeScopeLane } from "@clewline/core/memory/memory-scope.js";
import type { FolderFile, MemoryFolder } from "@clewline/core/ports/index.js";
import { defer } from "@clewline/text/defer.js";
import type { Engine } from "../../../engine.js";
import { readAllMemories, type ScopeMemories } from "../find-memory.js";
import { isSettled } from "./settled-notes.js";

/** The folder and the log as they are now. */
export interface FolderLook extends FolderSight {
  readonly all: readonly ScopeMemories[];
  readonly known: WrittenFiles;
  /** The files of the notes as the folder gave them, by path. */
  readonly sources: ReadonlyMap<string, FolderFile>;
  /** By path, why it is not read. */
  readonly reasons: ReadonlyMap<string, string>;
}

/** Null where the notes are kept outside of the folder: what is there is not looked at, and nothing is missing from it. */
export async function lookAtFolder(engine: Engine, folder: MemoryFolder): Promise<FolderLook | null> {
  const names = await folder.list(notesFolder);
  if (names === null) return null;
  const known = await readWritten(engine, folder);
  const files = new Map<string, string>();
  const sources = new Map<string, FolderFile>();
  const reasons = new Map<string, string>();
  for (const name of names.filter(isNoteFile)) {
    const path = `${notesFolder}/${name}`;
    const file = await folder.read(path);
    if (file.kind === "text" && isPassed(engine, known, path, file.text)) continue;
    sources.set(path, file);
    if (file.kind === "text") files.set(path, file.text);
    else if (file.kind === "unusable") reasons.set(path, file.because);
  }
  for (const path of await listSubfolders(folder, names))
    reasons.set(path, "notes in a folder of their own are not read");
  const all = await readAllMemories(engine);
  const placed = placeLogged(engine, all);
  const settled = [...sources].filter(([path, file]) => isSettled(file, placed.get(path), known.notes.get(path)));
  return {
    all,
    known,
    files,
    sources,
    settled: new Set(settled.map(([path]) => path)),
    reasons,
    unusable: new Set(reasons.keys()),
    written: known.notes,
    placed,
    history: makeHistory(all),
    laneOf: ({ scope }: Memory) => makeScopeLane(scope),
    hash: engine.fns.hash,
  };
}

function isPassed({ fns }: Engine, { passed }: WrittenFiles, path: string, text: string): boolean {
  return passed.size > 0 && passed.get(fns.hash(path)) === fns.hash(text);
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

/** Read through only if something has to be compared with it. */
export function makeHistory(all: readonly ScopeMemories[]): FolderSight["history"] {
  const histories = defer(() => groupChanges(all));
  return (lane, name) => histories().get(makeKey(lane, name)) ?? [];
}

function makeKey(lane: string, name: string): string {
  return JSON.stringify([lane, name]);
}

function groupChanges(all: readonly ScopeMemories[]): ReadonlyMap<string, readonly KeptChange[]> {
  const histories = new Map<string, KeptChange[]>();
  for (const { scope, changes } of all) {
    const lane = makeScopeLane(scope);
    for (const change of changes) {
      const key = makeKey(lane, change.name);
      const own = histories.get(key);
      if (own === undefined) histories.set(key, [change]);
      else own.push(change);
    }
  }
  return histories;
}

/** Each log has its own: what another one wrote is a person's to this one. */
export function makeWrittenPath(at: string): string {
  return `.clew-${at.slice(0, 8)}.json`;
}

export async function readWritten(engine: Engine, folder: MemoryFolder): Promise<WrittenFiles> {
  const file = await folder.read(makeWrittenPath(engine.files.at));
  if (file.kind !== "text") return nothingWritten;
  const known = parsed.get(folder);
  if (known?.text === file.text) return known.written;
  const written = parseWritten(file.text);
  parsed.set(folder, { text: file.text, written });
  return written;
}

/** What was read last: it names every note, and is read several times for a change. */
const parsed = new WeakMap<MemoryFolder, { readonly text: string; readonly written: WrittenFiles }>();
