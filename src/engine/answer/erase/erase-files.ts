/** What stands beside the log: the folder of memories with its journal, and results that were written to files. */
import type { Memory } from "../../../core/log/memories/memory.js";
import { notesFolder } from "../../../core/memory/files/note-path.js";
import { indexPath } from "../../../core/memory/files/render-index.js";
import { makeScopeLane } from "../../../core/memory/memory-scope.js";
import type { MemoryFolder } from "../../../core/ports/index.js";
import type { Engine } from "../../engine.js";
import { placeLogged, readWritten } from "../../intake/memories/files/read-folder.js";
import { syncAlone } from "../../intake/memories/files/sync-files.js";
import { readAllMemories } from "../../intake/memories/find-memory.js";
import { writeJournalDay } from "../../read/journal-behind.js";
import type { ErasurePlan } from "./plan-erasure.js";
import type { SpilledFile } from "./survey.js";

/** What is to be done once the log itself has nothing of it any more. Names have words in them, so that their hashes are kept. */
export interface FileWork {
  /** Hashes of the lane and name of memories whose notes go. */
  readonly notes: readonly string[];
  /** Hashes of the paths in the folder of memories that go. */
  readonly paths: readonly string[];
  /** Days whose journal is written anew. */
  readonly days: readonly string[];
  readonly spilled: readonly SpilledFile[];
}

export const noFileWork: FileWork = { notes: [], paths: [], days: [], spilled: [] };

export interface PlannedFiles {
  readonly work: FileWork;
  /** How many files go. */
  readonly count: number;
  /** Files of people's own that say the same. */
  readonly left: readonly string[];
}

const journalFolder = "journal";

/** Looks before the log changes: then it is still known which file is whose. */
export async function planFiles(
  engine: Engine,
  { memories, days, spilled, holds }: ErasurePlan,
): Promise<PlannedFiles> {
  const { memoryFolder: folder, fns } = engine;
  const notes = memories.gone.map((memory) => hashNote(engine, memory));
  if (folder === null) return { work: { notes, paths: [], days, spilled }, count: spilled.length, left: [] };
  const placed = placeLogged(engine, await readAllMemories(engine));
  const gone = new Set(notes);
  const isGone = ({ name, scope }: Memory) => gone.has(hashNote(engine, { lane: makeScopeLane(scope), name }));
  const own = [...placed].flatMap(([path, { memory }]) => (isGone(memory) ? [fns.hash(path)] : []));
  const isOwn = await makeOwning(engine, folder, { notes, paths: own, days });
  const [paths, left]: [string[], string[]] = [[], []];
  for (const path of await listFiles(folder)) {
    const file = await folder.read(path);
    const isHeld = file.kind === "text" && holds(file.text);
    // What stays in the log is written anew with the next look at the folder.
    const isTold = path === indexPath || placed.has(path);
    if (isOwn(path) || (isHeld && (findDay(path) !== null || isCopy(path)))) paths.push(path);
    else if (isHeld && !isTold) left.push(path);
  }
  const allDays = [...new Set([...days, ...paths.flatMap((path) => findDay(path) ?? [])])];
  const work = { notes, paths: paths.map(fns.hash), days: allDays, spilled };
  return { work, count: paths.length + spilled.length, left };
}

function hashNote({ fns }: Engine, { lane, name }: { readonly lane: string; readonly name: string }): string {
  return fns.hash(`${lane} ${name}`);
}

async function listFiles(folder: MemoryFolder): Promise<readonly string[]> {
  const inFolder = async (name: string) =>
    ((await folder.list(name)) ?? []).map((each) => (name === "" ? each : `${name}/${each}`));
  return (await Promise.all(["", notesFolder, journalFolder].map(inFolder))).flat();
}

/** Which files go, and what people wrote there and was set aside from them. */
async function makeOwning(
  engine: Engine,
  folder: MemoryFolder,
  work: Omit<FileWork, "spilled">,
): Promise<(path: string) => boolean> {
  const written = await readWritten(engine, folder);
  const [notes, paths, days] = [new Set(work.notes), new Set(work.paths), new Set(work.days)];
  const isNamed = (path: string) => {
    const note = written.notes.get(path);
    return paths.has(engine.fns.hash(path)) || (note !== undefined && notes.has(hashNote(engine, note)));
  };
  return (path) => isNamed(path) || isNamed(dropCopyMark(path)) || days.has(findDay(path) ?? "");
}

function findDay(path: string): string | null {
  return /^journal\/(\d{4}-\d\d-\d\d)\.md$/.exec(path)?.[1] ?? null;
}

/** A person's text that was set aside. */
function isCopy(path: string): boolean {
  return dropCopyMark(path) !== path;
}

function dropCopyMark(path: string): string {
  return path.replace(/\.(?:rejected|edited)(?:-\d+)?\.md$/iu, ".md");
}

export interface FilesDone {
  /** How many files went. */
  readonly removed: number;
  /** Which could not be taken away. */
  readonly left: readonly string[];
  /** What is left to do for whoever names the folder of memories. */
  readonly owed: FileWork;
}

/**
 * Nobody else looks at the folder of memories until this is over: between the log and the files of an erasure, a file would be taken for
 * something that a person wrote there.
 */
export async function aloneWithFiles<Result>(
  { memoryFolder: folder }: Engine,
  work: () => Promise<Result>,
): Promise<Result> {
  return folder === null ? work() : folder.alone(work);
}

/** Can be done again. Only inside of `aloneWithFiles`. */
export async function eraseFiles(engine: Engine, work: FileWork): Promise<FilesDone> {
  const { memoryFolder: folder } = engine;
  let removed = 0;
  const left: string[] = [];
  if (folder !== null) {
    const isOwn = await makeOwning(engine, folder, work);
    for (const path of (await listFiles(folder)).filter(isOwn)) {
      const file = await folder.read(path);
      if (file.kind === "text" && (await folder.replace(path, file.text, null))) removed += 1;
      else if (file.kind !== "absent") left.push(path);
    }
    await syncAlone(engine, folder);
  }
  for (const { path, id } of work.spilled) {
    if (await engine.spilled.remove(path, id)) removed += 1;
    else left.push(path);
  }
  return { removed, left, owed: folder === null ? { ...work, spilled: [] } : noFileWork };
}

/** Nobody reads a journal's file as something new, so that this may come later. */
export async function rewriteDays(engine: Engine, { days }: FileWork): Promise<void> {
  for (const day of days) await writeJournalDay(engine, day);
}
