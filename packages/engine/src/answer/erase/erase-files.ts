/** Erases from the files beside the log: the folder of memories with its journal, and results written to files. */
import type { Memory } from "@clewline/core/log/memories/memory.js";
import { indexPath } from "@clewline/core/memory/files/render-index.js";
import { makeScopeLane } from "@clewline/core/memory/memory-scope.js";
import type { FoundFile, MemoryFolder, SpilledFile } from "@clewline/core/ports/index.js";
import { dropFromHistory } from "@clewline/core/summary/history-file.js";
import type { Engine } from "../../engine.js";
import { listFiles } from "../../intake/memories/files/list-files.js";
import { noteWritten } from "../../intake/memories/files/note-written.js";
import { listShared, takeOverFolder } from "../../intake/memories/files/other-logs.js";
import { placeLogged, readWritten } from "../../intake/memories/files/read-folder.js";
import { syncAlone } from "../../intake/memories/files/sync-files.js";

import { readAllMemories } from "../../intake/memories/find-memory.js";
import { writeJournalDay } from "../../read/journal-behind.js";
import type { ErasurePlan } from "./plan-erasure.js";
import type { HistoryWork } from "./survey.js";

/** File work left once the log itself is erased. It keeps hashes of names, because names contain words. */
export interface FileWork {
  /** Hashes of the lane and name of memories whose notes go. */
  readonly notes: readonly string[];
  /** Hashes of the paths in the folder of memories that go. */
  readonly paths: readonly string[];
  /** Days whose journal is rewritten. */
  readonly days: readonly string[];
  readonly spilled: readonly SpilledFile[];
  readonly histories: readonly HistoryWork[];
}

export const noFileWork: FileWork = { notes: [], paths: [], days: [], spilled: [], histories: [] };

export interface PlannedFiles {
  readonly work: FileWork;
  /** How many files go. */
  readonly count: number;
  /** Files of people's own that say the same, and those that are not this log's alone. */
  readonly left: readonly string[];
}

/** Looks before the log changes: then it is still known which file is whose. */
export async function planFiles(engine: Engine, plan: ErasurePlan): Promise<PlannedFiles> {
  const found = await planSpilled(engine, plan.spilled);
  const histories = await planHistories(engine, plan.histories);
  const { work, count, left } = await planFolder(engine, plan);
  return {
    work: { ...work, spilled: found.tried, histories: histories.work },
    count: count + found.count + histories.count,
    left: [...left, ...found.left, ...histories.left],
  };
}

async function planHistories(engine: Engine, histories: readonly HistoryWork[]) {
  const planned = await Promise.all(
    histories.map(async ({ files, gone }) => {
      const { tried, left, paths } = await planSpilled(engine, files);
      const rest = await Promise.all(paths.map((path) => dropWords(engine, path, gone)));
      return { work: { files: tried, gone }, left, count: rest.filter((each) => each.kind === "changed").length };
    }),
  );
  return {
    work: planned.map(({ work }) => work).filter(({ files }) => files.length > 0),
    left: planned.flatMap(({ left }) => left),
    count: planned.reduce((sum, { count }) => sum + count, 0),
  };
}

type DroppedWords = { readonly kind: "changed"; readonly text: string } | { readonly kind: "same" | "unreadable" };

async function dropWords({ files }: Engine, path: string, gone: readonly string[]): Promise<DroppedWords> {
  const text = await files.read(path);
  if (text === null) return { kind: "unreadable" };
  const rest = dropFromHistory(text, new Set(gone));
  return rest === text ? { kind: "same" } : { kind: "changed", text: rest };
}

async function planSpilled({ files }: Engine, spilled: readonly SpilledFile[]) {
  const all = await files.find(spilled);
  const paths = all.flatMap(([, found]) => (found.kind === "own" ? [found.path] : []));
  return {
    // Shared files are tried, and then tried again until they are this log's alone.
    tried: all.flatMap(([file, found]) => (found.kind === "left" ? [] : [file])),
    left: all.flatMap(([, found]) => ("because" in found ? [describeLeft(found)] : [])),
    paths,
    count: paths.length,
  };
}

function describeLeft(found: Exclude<FoundFile, { kind: "gone" }>): string {
  return "because" in found ? `${found.path}: ${found.because}` : found.path;
}

async function planFolder(engine: Engine, { memories, days, holds }: ErasurePlan): Promise<PlannedFiles> {
  const { memoryFolder: folder, fns } = engine;
  const notes = memories.gone.map((memory) => hashNote(engine, memory));
  if (folder === null) return { work: { ...noFileWork, notes, days }, count: 0, left: [] };
  const placed = placeLogged(engine, await readAllMemories(engine));
  const gone = new Set(notes);
  const isGone = ({ name, scope }: Memory) => gone.has(hashNote(engine, { lane: makeScopeLane(scope), name }));
  const own = [...placed].flatMap(([path, { memory }]) => (isGone(memory) ? [fns.hash(path)] : []));
  const isOwn = await makeOwning(engine, folder, { notes, paths: own, days });
  const shared = await listShared(engine, folder);
  const [paths, left]: [string[], string[]] = [[], []];
  for (const path of await listFiles(folder)) {
    const file = await folder.read(path);
    const isHeld = file.kind === "text" && holds(file.text);
    // The next look at the folder rewrites files of memories that stay in the log.
    const isTold = path === indexPath || placed.has(path);
    const log = shared.get(path)?.log;
    if (log !== undefined && path !== indexPath && (isHeld || isOwn(path)))
      left.push(`${path}: the log ${log} has it too`);
    else if (isOwn(path) || (isHeld && (findDay(path) !== null || isCopy(path)))) paths.push(path);
    else if (isHeld && !isTold) left.push(path);
  }
  const allDays = [...new Set([...days, ...paths.flatMap((path) => findDay(path) ?? [])])];
  return { work: { ...noFileWork, notes, paths: paths.map(fns.hash), days: allDays }, count: paths.length, left };
}

function hashNote({ fns }: Engine, { lane, name }: { readonly lane: string; readonly name: string }): string {
  return fns.hash(`${lane} ${name}`);
}

/** Returns a test for the files that go, with people's edits that were set aside from them. */
async function makeOwning(
  engine: Engine,
  folder: MemoryFolder,
  work: Omit<FileWork, "spilled" | "histories">,
): Promise<(path: string) => boolean> {
  const written = await readWritten(engine, folder);
  // The original of a copied log may list memories that this log had too.
  const shared = await listShared(engine, folder);
  const [notes, paths, days] = [new Set(work.notes), new Set(work.paths), new Set(work.days)];
  const isNamed = (path: string) => {
    const note = written.notes.get(path) ?? shared.get(path)?.note ?? null;
    return paths.has(engine.fns.hash(path)) || (note !== null && notes.has(hashNote(engine, note)));
  };
  return (path) => isNamed(path) || isNamed(dropCopyMark(path)) || days.has(findDay(path) ?? "");
}

function nameDay(day: string): string {
  return `journal/${day}.md`;
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
  /** Files that could not be removed. */
  readonly left: readonly string[];
  /** Work that is left: for the next program that names the folder of memories, and once files that could not go are this log's alone. */
  readonly owed: FileWork;
}

/**
 * Locks the folder of memories until the work is over. Between the log and the files of an erasure, another reader
 * would take a file for something that a person wrote.
 */
export async function aloneWithFiles<Result>(
  { memoryFolder: folder }: Engine,
  work: () => Promise<Result>,
): Promise<Result> {
  return folder === null ? work() : folder.alone(work);
}

/** The log still knows which files it wrote where it was before. Only inside of `aloneWithFiles`. */
export async function takeOverFiles(engine: Engine): Promise<void> {
  if (engine.memoryFolder !== null) await takeOverFolder(engine, engine.memoryFolder);
}

/** Can be done again. Only inside of `aloneWithFiles`. */
export async function eraseFiles(engine: Engine, work: FileWork): Promise<FilesDone> {
  const { memoryFolder: folder } = engine;
  const inFolder = folder === null ? { removed: 0, left: [], owed: work } : await eraseInFolder(engine, folder, work);
  const spilled = await changeSpilled(engine, work.spilled, (path) => removeFile(engine, path));
  const histories: HistoryWork[] = [];
  const done = [spilled];
  for (const { files, gone } of work.histories) {
    const rewritten = await changeSpilled(engine, files, (path) => rewriteHistory(engine, path, gone));
    done.push(rewritten);
    if (rewritten.owed.length > 0) histories.push({ files: rewritten.owed, gone });
  }
  return {
    removed: done.reduce((sum, each) => sum + each.changed, inFolder.removed),
    left: [...inFolder.left, ...done.flatMap((each) => each.left)],
    owed: { ...inFolder.owed, spilled: spilled.owed, histories },
  };
}

type FileChange = "changed" | "same" | "failed";

async function changeSpilled(
  { files }: Engine,
  spilled: readonly SpilledFile[],
  change: (path: string) => Promise<FileChange>,
) {
  const [owed, left]: [SpilledFile[], string[]] = [[], []];
  let changed = 0;
  for (const [file, found] of await files.find(spilled)) {
    if (found.kind === "gone") continue;
    const outcome = found.kind === "own" ? await change(found.path) : "failed";
    if (outcome === "changed") changed += 1;
    if (outcome !== "failed") continue;
    owed.push(file);
    left.push(describeLeft(found));
  }
  return { changed, owed, left };
}

async function removeFile({ files }: Engine, path: string): Promise<FileChange> {
  return (await files.remove(path)) ? "changed" : "failed";
}

/** A history that can't be written without the words goes whole: the log has the rest of it. */
async function rewriteHistory(engine: Engine, path: string, gone: readonly string[]): Promise<FileChange> {
  const rest = await dropWords(engine, path, gone);
  if (rest.kind === "same") return "same";
  if (rest.kind === "changed" && (await tryReplace(engine, path, rest.text))) return "changed";
  return removeFile(engine, path);
}

async function tryReplace({ files }: Engine, path: string, text: string): Promise<boolean> {
  try {
    await files.replace(path, text);
    return true;
  } catch {
    // The caller removes it.
    return false;
  }
}

async function eraseInFolder(engine: Engine, folder: MemoryFolder, work: FileWork) {
  // The log may have moved since this work was noted.
  await takeOverFolder(engine, folder);
  const isOwn = await makeOwning(engine, folder, work);
  const shared = await listShared(engine, folder);
  const passed = new Map<string, string>();
  const left: string[] = [];
  let removed = 0;
  for (const path of (await listFiles(folder)).filter(isOwn)) {
    const file = await folder.read(path);
    if (shared.has(path) && findDay(path) !== null) continue;
    if (file.kind === "text" && shared.has(path)) passed.set(engine.fns.hash(path), engine.fns.hash(file.text));
    else if (file.kind === "text" && (await folder.replace(path, file.text, null))) removed += 1;
    else if (file.kind !== "absent") left.push(path);
  }
  for (const path of (await folder.hidden()).filter((each) => each.endsWith(".tmp"))) {
    const file = await folder.read(path);
    if (file.kind === "text") await folder.replace(path, file.text, null);
  }
  if (passed.size > 0) {
    const written = await readWritten(engine, folder);
    await noteWritten(engine, folder, { ...written, passed: new Map([...written.passed, ...passed]) });
  }
  await syncAlone(engine, folder);
  return { removed, left, owed: { ...noFileWork, days: work.days.filter((day) => shared.has(nameDay(day))) } };
}

/** A journal's file is never read as new text, so it may be rewritten last. */
export async function rewriteDays(engine: Engine, { days }: FileWork): Promise<void> {
  const { memoryFolder: folder } = engine;
  const shared = folder === null || days.length === 0 ? new Map() : await listShared(engine, folder);
  for (const day of days) if (!shared.has(nameDay(day))) await writeJournalDay(engine, day);
}
