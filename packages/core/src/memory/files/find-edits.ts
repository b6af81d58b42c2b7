/**
 * What a person did in the folder since it was written.
 * 1. A file that is as it was written says nothing, whatever the log did since.
 * 2. What the log itself wrote, before a crash kept that from being noted, is no edit.
 * 3. In doubt nothing is forgotten: a file that is gone takes only the version with it that it had, and nothing if it stands
 *    there under another name.
 */
import type { EntryId } from "../../log/keys.js";
import type { KeptChange, Memory } from "../../log/memories/memory.js";
import type { Hash } from "../../log/pointer.js";
import { isSameNote, type Note, type NoteKey, renderNote, toNote } from "./note.js";
import { type ParsedNote, parseNote } from "./parse-note.js";
import type { WrittenNote } from "./written-files.js";

/** A memory of the log, with the change that made it what it is. */
export interface LoggedMemory {
  readonly memory: Memory;
  readonly change: EntryId;
}

export type HandEdit =
  | { readonly op: "forget"; readonly path: string; readonly memory: Memory; readonly change: EntryId }
  /** `base` is the memory as the file had it before. */
  | { readonly op: "edit"; readonly path: string; readonly base: Memory; readonly note: Note }
  | { readonly op: "add"; readonly path: string; readonly note: Note };

/** A file that can't be read, and why, in one line. */
export interface WrongFile {
  readonly path: string;
  readonly because: string;
}

export interface FolderSight {
  /** The notes that are there, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** Those that are known to say what the log says, and to be as they were written. */
  readonly settled: ReadonlySet<string>;
  /** Those that are there and are no text. */
  readonly unusable: ReadonlySet<string>;
  readonly written: ReadonlyMap<string, WrittenNote>;
  /** What the log has, by path. */
  readonly placed: ReadonlyMap<string, LoggedMemory>;
  /** Every change of a memory, the first one first. */
  history(lane: string, name: string): readonly KeptChange[];
  /** The lane of a memory's scope. */
  laneOf(memory: Memory): string;
  readonly hash: Hash;
}

export function findEdits(sight: FolderSight): {
  readonly edits: readonly HandEdit[];
  readonly wrong: readonly WrongFile[];
} {
  const edits: HandEdit[] = [];
  const wrong: WrongFile[] = [];
  const moved = findMoved(sight);
  for (const path of listPaths(sight)) {
    if (moved.has(path)) continue;
    const text = sight.files.get(path);
    const edit = text === undefined ? findDeletion(sight, path) : findEdit(sight, path, text);
    if (edit === null) continue;
    if ("because" in edit) wrong.push(edit);
    else edits.push(edit);
  }
  return { edits, wrong };
}

function listPaths({ files, written, unusable, settled }: FolderSight): readonly string[] {
  const paths = [...new Set([...files.keys(), ...written.keys()])];
  return paths.filter((path) => !unusable.has(path) && !settled.has(path)).sort();
}

/** Files that somebody gave another name, by both names: a memory keeps the name that it has. */
function findMoved({ files, written, hash }: FolderSight): ReadonlySet<string> {
  const gone = new Map([...written].flatMap(([path, noted]) => (files.has(path) ? [] : [[noted.hash, path]])));
  if (gone.size === 0) return new Set();
  const fresh = [...files].filter(([path]) => !written.has(path));
  return new Set(
    fresh.flatMap(([path, text]) => {
      const former = gone.get(hash(text));
      return former === undefined ? [] : [path, former];
    }),
  );
}

/** What the log changed since is not what the person deleted. */
function findDeletion({ written, history }: FolderSight, path: string): HandEdit | null {
  const noted = written.get(path);
  const last = noted === undefined ? undefined : history(noted.lane, noted.name).at(-1);
  if (last === undefined || last.after === null || last.id !== noted?.change) return null;
  return { op: "forget", path, memory: last.after, change: last.id };
}

function findEdit(sight: FolderSight, path: string, text: string): HandEdit | WrongFile | null {
  const { written, placed, history, laneOf, hash } = sight;
  const noted = written.get(path);
  const changes = noted === undefined ? [] : history(noted.lane, noted.name);
  const since = changes.slice(changes.findIndex(({ id }) => id === noted?.change));
  const base = since.find(({ id }) => id === noted?.change)?.after ?? null;
  if (base !== null) {
    const isOurs = hash(text) === noted?.hash || since.some(({ after }) => after !== null && isRendered(after, text));
    const file = { path, text, versions: listNotes(changes) };
    return isOurs ? null : readEdit(file, (note) => ({ op: "edit", path, base, note }));
  }
  const logged = placed.get(path);
  if (logged === undefined) {
    // A copy of another note has that one's keys.
    const versions = [...placed.values()].map(({ memory }) => toNote(memory));
    return readEdit({ path, text, versions }, (note) => ({ op: "add", path, note }));
  }
  const { memory } = logged;
  const versions = listNotes(history(laneOf(memory), memory.name));
  return readEdit({ path, text, versions }, (note) =>
    versions.some((version) => isSameNote(version, note)) ? null : { op: "edit", path, base: memory, note },
  );
}

function listNotes(changes: readonly KeptChange[]): readonly Note[] {
  return changes.flatMap(({ after }) => (after === null ? [] : [toNote(after)]));
}

function isRendered(memory: Memory, text: string): boolean {
  return renderNote(toNote(memory)) === text;
}

interface EditedFile {
  readonly path: string;
  readonly text: string;
  /** What the log said of it, or of others that it may be a copy of. */
  readonly versions: readonly Note[];
}

function readEdit(
  { path, text, versions }: EditedFile,
  make: (note: Note) => HandEdit | null,
): HandEdit | WrongFile | null {
  const isLogged = (key: NoteKey, value: string) => versions.some(({ keys }) => keys.get(key) === value);
  const parsed: ParsedNote = parseNote(text, isLogged);
  return parsed.kind === "note" ? make(parsed.note) : { path, because: `line ${parsed.line}: ${parsed.because}` };
}
