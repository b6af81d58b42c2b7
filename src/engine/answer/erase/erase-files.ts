/** What stands beside the log: the folder of memories with its journal, and results that were written to files. */
import type { Memory } from "../../../core/log/memories/memory.js";
import { indexPath } from "../../../core/memory/files/render-index.js";
import { makeScopeLane } from "../../../core/memory/memory-scope.js";
import type { MemoryFolder } from "../../../core/ports/index.js";
import { dropFromHistory } from "../../../core/summary/history-file.js";
import type { Engine } from "../../engine.js";
import { noteWritten } from "../../intake/memories/files/note-written.js";
import { listShared, takeOverFolder } from "../../intake/memories/files/other-logs.js";
import { placeLogged, readWritten } from "../../intake/memories/files/read-folder.js";
import { syncAlone } from "../../intake/memories/files/sync-files.js";

import { readAllMemories } from "../../intake/memories/find-memory.js";
import { writeJournalDay } from "../../read/journal-behind.js";
import { listFiles } from "./list-files.js";
import type { SpilledFile } from "./list-histories.js";
import type { ErasurePlan } from "./plan-erasure.js";
import type { HistoryWork } from "./survey.js";

/** What is to be done once the log itself has nothing of it any more. Names have words in them, so that their hashes are kept. */
export interface FileWork {
  /** Hashes of the lane and name of memories whose notes go. */
  readonly notes: readonly string[];
  /** Hashes of the paths in the folder of memories that go. */
  readonly paths: readonly string[];
  /** Days whose journal is written anew. */
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
    work: { ...work, spilled: found.own, histories: histories.work },
    count: count + found.count + histories.count,
    left: [...left, ...found.left, ...histories.left],
  };
}

async function planHistories(engine: Engine, histories: readonly HistoryWork[]) {
  const planned = await Promise.all(
    histories.map(async ({ files, gone }) => {
      const { own, left, paths } = await planSpilled(engine, files);
      const rest = await Promise.all(paths.map((path) => dropWords(engine, path, gone)));
      return { work: { files: own, gone }, left, count: rest.filter((each) => each.kind === "changed").length };
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
  const [own, left, paths]: [SpilledFile[], string[], string[]] = [[], [], []];
  for (const each of spilled) {
    const found = await files.find(each.path, each.id);
    if (found.kind === "left") left.push(`${found.path}: ${found.because}`);
    else own.push(each);
    if (found.kind === "own") paths.push(found.path);
  }
  return { own, left, paths, count: paths.length };
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
    // What stays in the log is written anew with the next look at the folder.
    const isTold = path === indexPath || placed.has(path);
    const log = shared.get(path)?.log;
    if (log !== undefined && path !== indexPath && (isHeld || isOwn(path)))
      left.push(`${path}: the log ${log} has it too`);
    else if (isOwn(path) || (isHeld && (findDay(path) !== null || isCopy(path)))) paths.push(path);
    else if (isHeld && !isTold) left.push(path);
  }
  const allDays = [...new Set([...days, ...paths.flatMap((path) => findDay(path) ?? [])])];
  const ownDays = allDays.filter((day) => !shared.has(`journal/${day}.md`));
  return { work: { ...noFileWork, notes, paths: paths.map(fns.hash), days: ownDays }, count: paths.length, left };
}

function hashNote({ fns }: Engine, { lane, name }: { readonly lane: string; readonly name: string }): string {
  return fns.hash(`${lane} ${name}`);
}

/** Which files go, and what people wrote there and was set aside from them. */
async function makeOwning(
  engine: Engine,
  folder: MemoryFolder,
  work: Omit<FileWork, "spilled" | "histories">,
): Promise<(path: string) => boolean> {
  const written = await readWritten(engine, folder);
  // What the log it was copied from has listed may be of memories that this one had too.
  const shared = await listShared(engine, folder);
  const [notes, paths, days] = [new Set(work.notes), new Set(work.paths), new Set(work.days)];
  const isNamed = (path: string) => {
    const note = written.notes.get(path) ?? shared.get(path)?.note ?? null;
    return paths.has(engine.fns.hash(path)) || (note !== null && notes.has(hashNote(engine, note)));
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

/** The log still knows which files it wrote where it was before. Only inside of `aloneWithFiles`. */
export async function takeOverFiles(engine: Engine): Promise<void> {
  if (engine.memoryFolder !== null) await takeOverFolder(engine, engine.memoryFolder);
}

/** Can be done again. Only inside of `aloneWithFiles`. */
export async function eraseFiles(engine: Engine, work: FileWork): Promise<FilesDone> {
  const { memoryFolder: folder, files } = engine;
  const inFolder = folder === null ? { removed: 0, left: [] } : await eraseInFolder(engine, folder, work);
  let { removed } = inFolder;
  const left = [...inFolder.left];
  for (const { path, id } of work.spilled) {
    const found = await files.find(path, id);
    if (found.kind === "gone") continue;
    if (found.kind === "own" && (await files.remove(found.path))) removed += 1;
    else left.push(found.path);
  }
  const rewritten = await rewriteHistories(engine, work.histories);
  removed += rewritten.done;
  left.push(...rewritten.left);
  return { removed, left, owed: folder === null ? { ...work, spilled: [], histories: [] } : noFileWork };
}

/** A history that can't be written without the words goes whole: the log has the rest of it. */
async function rewriteHistories(engine: Engine, histories: readonly HistoryWork[]) {
  const { files } = engine;
  const left: string[] = [];
  let done = 0;
  for (const { gone, ...history } of histories) {
    for (const { path, id } of history.files) {
      const found = await files.find(path, id);
      if (found.kind === "gone") continue;
      const rest = found.kind === "own" ? await dropWords(engine, found.path, gone) : { kind: "unreadable" as const };
      if (rest.kind === "same") continue;
      const isDone =
        found.kind === "own" &&
        ((rest.kind === "changed" && (await tryReplace(engine, found.path, rest.text))) ||
          (await files.remove(found.path)));
      if (isDone) done += 1;
      else left.push(found.path);
    }
  }
  return { done, left };
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
  return { removed, left };
}

/** Nobody reads a journal's file as something new, so that this may come later. */
export async function rewriteDays(engine: Engine, { days }: FileWork): Promise<void> {
  for (const day of days) await writeJournalDay(engine, day);
}
