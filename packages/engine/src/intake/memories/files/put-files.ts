/**
 * Writes what the log has into the folder.
 * 1. A file that says what the log says is left as it is, however it is laid out; one that has to be written has the lines that a person
 *    gave to its words.
 * 2. A file that can't be read stays, until the log has something new for its place: then a copy of it is set aside.
 * 3. What was written is noted after the notes and before the index: a crash in between makes no edit of a person's.
 */
import type { LoggedMemory } from "@clewline/core/memory/files/find-edits.js";
import { addLayout, keepTold, type Layouts, layOut } from "@clewline/core/memory/files/layout.js";
import { isSameNote, toNote } from "@clewline/core/memory/files/note.js";
import { parseNote } from "@clewline/core/memory/files/parse-note.js";
import { indexPath, renderIndex } from "@clewline/core/memory/files/render-index.js";
import type { WrittenFiles, WrittenNote } from "@clewline/core/memory/files/written-files.js";
import { makeScopeLane } from "@clewline/core/memory/memory-scope.js";
import type { MemoryFolder } from "@clewline/core/ports/index.js";
import type { Engine } from "../../../engine.js";
import { readAllMemories } from "../find-memory.js";
import { type FolderLook, makeHistory, placeLogged } from "./read-folder.js";
import { setAside } from "./set-aside.js";
import { isSettled, settle } from "./settled-notes.js";
import { tell } from "./tell-file.js";

/** How the folder was found, and by path which files can't be taken as they are. */
interface Found {
  readonly look: FolderLook;
  readonly wrong: ReadonlyMap<string, string>;
}

export interface Put {
  readonly written: number;
  /** A line for each text of a person that was set aside. */
  readonly aside: readonly string[];
}

export async function putFiles(engine: Engine, folder: MemoryFolder, { look, wrong }: Found): Promise<Put> {
  const all = await readAllMemories(engine);
  const placed = placeLogged(engine, all);
  const layouts = pruneLayouts(look.known.layouts, makeHistory(all));
  const notes = new Map<string, WrittenNote>();
  const aside: string[] = [];
  let written = 0;
  for (const [path, logged] of placed) {
    const noted = look.known.notes.get(path);
    const file = look.sources.get(path);
    if (file !== undefined && noted !== undefined && look.settled.has(path) && isSettled(file, logged, noted)) {
      notes.set(path, noted);
      continue;
    }
    const found = look.files.get(path) ?? null;
    const laidOut = findLayouts(layouts, path, logged);
    const text = chooseText(logged, found, { isWrong: wrong.has(path), noted, laidOut });
    if (text !== null && found !== null && wrong.has(path)) aside.push(await setAside(folder, path, found));
    const isDone = text === null ? !wrong.has(path) : await folder.replace(path, found, text);
    if (text !== null && isDone) written += 1;
    const entry = isDone ? describe(engine, logged, text ?? found ?? "") : noted;
    if (entry !== undefined) notes.set(path, entry);
    if (entry !== undefined && isDone) keepLayout(layouts, { path, entry, file: text ?? found ?? "" }, logged);
    if (text === null && isDone && file !== undefined && entry !== undefined) settle(file, logged, entry);
  }
  for (const [path, text] of look.files) {
    if (placed.has(path) || wrong.has(path)) continue;
    if (await folder.replace(path, text, null)) written += 1;
  }
  const told = await tell(engine, folder, { path: indexPath, text: renderIndex(placed), notes, layouts });
  return { written: written + told.written, aside: [...aside, ...told.aside] };
}

interface PlaceState {
  readonly isWrong: boolean;
  readonly noted: WrittenNote | undefined;
  /** How it was laid out before, the newest last. */
  readonly laidOut: readonly string[];
}

/** Null for a file that stays as it is. */
function chooseText({ memory, change }: LoggedMemory, found: string | null, state: PlaceState) {
  const { isWrong, noted, laidOut } = state;
  const note = toNote(memory);
  if (isWrong) return noted?.change === change || found === null ? null : layOut(note, laidOut);
  const parsed = found === null ? null : parseNote(found);
  if (parsed?.kind === "note" && isSameNote(parsed.note, note)) return null;
  return layOut(note, found === null ? laidOut : [...laidOut, found]);
}

function pruneLayouts(known: WrittenFiles["layouts"], history: FolderLook["history"]): Map<string, Layouts> {
  return new Map(
    [...known].flatMap(([path, layouts]) => {
      const told = keepTold(
        layouts,
        history(layouts.lane, layouts.name).flatMap(({ after }) => after ?? []),
      );
      return told === null ? [] : [[path, told] as const];
    }),
  );
}

function findLayouts(layouts: ReadonlyMap<string, Layouts>, path: string, { memory }: LoggedMemory): readonly string[] {
  const known = layouts.get(path);
  return known?.name === memory.name && known.lane === makeScopeLane(memory.scope) ? known.texts : [];
}

function keepLayout(
  layouts: Map<string, Layouts>,
  { path, entry: { lane, name }, file }: { readonly path: string; readonly entry: WrittenNote; readonly file: string },
  logged: LoggedMemory,
): void {
  const before = findLayouts(layouts, path, logged);
  const texts = addLayout(before, toNote(logged.memory), file);
  if (texts !== before) layouts.set(path, { lane, name, texts });
}

function describe({ fns }: Engine, { memory, change }: LoggedMemory, text: string): WrittenNote {
  return { lane: makeScopeLane(memory.scope), name: memory.name, change, hash: fns.hash(text) };
}
