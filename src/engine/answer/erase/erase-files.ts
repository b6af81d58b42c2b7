/** What stands beside the log: the folder of memories with its journal, and results that were written to files. */
import { isNoteFile, notesFolder } from "../../../core/memory/files/note-path.js";
import { indexPath } from "../../../core/memory/files/render-index.js";
import type { MemoryFolder } from "../../../core/ports/index.js";
import type { Engine } from "../../engine.js";
import { readWritten } from "../../intake/memories/files/read-folder.js";
import { syncMemoryFiles } from "../../intake/memories/files/sync-files.js";
import { writeJournalDay } from "../../read/journal-behind.js";
import type { ErasurePlan } from "./plan-erasure.js";
import type { SpilledFile } from "./survey.js";

/** What is to be done once the log itself has nothing of it any more. */
export interface FileWork {
  /** Files of the folder of memories that go. */
  readonly paths: readonly string[];
  /** Days whose journal is written anew. */
  readonly days: readonly string[];
  readonly spilled: readonly SpilledFile[];
}

const journalFolder = "journal";

/** Looks before the log changes: then it is still known which file is whose. */
export async function planFiles(engine: Engine, { memories, parts, spilled, holds }: ErasurePlan): Promise<FileWork> {
  const { memoryFolder: folder } = engine;
  const days = [...new Set(parts.flatMap((part) => part.days))];
  if (folder === null) return { paths: [], days, spilled };
  const names = new Set(memories.names);
  const written = await readWritten(engine, folder);
  const notes = [...written.notes].flatMap(([path, { name }]) => (names.has(name) ? [path] : []));
  const paths = new Set([...notes, ...days.map((day) => `${journalFolder}/${day}.md`)]);
  for (const path of await listTexts(folder)) {
    const file = await folder.read(path);
    if (file.kind === "text" && (holds(file.text) || notes.some((note) => isCopy(path, note)))) paths.add(path);
  }
  // It is written anew with the next look at the folder.
  paths.delete(indexPath);
  const heldDays = [...paths].flatMap((path) => /^journal\/(\d{4}-\d\d-\d\d)\.md$/.exec(path)?.[1] ?? []);
  return { paths: [...paths], days: [...new Set([...days, ...heldDays])], spilled };
}

async function listTexts(folder: MemoryFolder): Promise<readonly string[]> {
  const inFolder = async (name: string) =>
    ((await folder.list(name)) ?? []).map((each) => (name === "" ? each : `${name}/${each}`));
  const all = await Promise.all(["", notesFolder, journalFolder].map(inFolder));
  return all.flat().filter((path) => /\.md$/iu.test(path));
}

/** A person's text that was set aside from this note. */
function isCopy(path: string, note: string): boolean {
  return !isNoteFile(path.slice(notesFolder.length + 1)) && path.startsWith(note.replace(/\.md$/iu, "."));
}

/** Can be done again. Returns how many files went, and which could not be taken away. */
export async function eraseFiles(
  engine: Engine,
  { paths, days, spilled }: FileWork,
): Promise<{ readonly removed: number; readonly left: readonly string[] }> {
  const { memoryFolder: folder } = engine;
  let removed = 0;
  const left: string[] = [];
  if (folder !== null) {
    await folder.alone(async () => {
      for (const path of paths) {
        const file = await folder.read(path);
        if (file.kind === "text" && (await folder.replace(path, file.text, null))) removed += 1;
        else if (file.kind !== "absent") left.push(path);
      }
    });
    await syncMemoryFiles(engine);
    for (const day of days) await writeJournalDay(engine, day);
  }
  for (const { path, id } of spilled) {
    if (await engine.spilled.remove(path, id)) removed += 1;
    else left.push(path);
  }
  return { removed, left };
}
