/** What people did in the folder becomes changes of the log, one for each file. */
import { ClewError } from "@clewline/core/errors.js";
import type { EntryId } from "@clewline/core/log/keys.js";
import type { KeptChange, Memory, MemoryChange, MemoryScope } from "@clewline/core/log/memories/memory.js";
import { findEdits, type HandEdit } from "@clewline/core/memory/files/find-edits.js";
import { type Note, toNote } from "@clewline/core/memory/files/note.js";
import { readNotePath } from "@clewline/core/memory/files/note-path.js";
import { listKeptKeys, mergeNote, type ReadNote, readNewNote } from "@clewline/core/memory/files/read-keys.js";
import type { LaneMemories } from "@clewline/core/memory/fold-changes.js";
import { makeScopeLane } from "@clewline/core/memory/memory-scope.js";
import { makeMemoryIndex } from "@clewline/core/memory/planning/memory-index.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { isSameJson } from "@clewline/text/json.js";
import type { Engine } from "../../../engine.js";
import { cleanMemoryText } from "../clean-memory-text.js";
import { makeFreeName } from "../free-name.js";
import { findSame } from "../same-memory.js";
import { writeChanges } from "../write-changes.js";
import type { FolderLook } from "./read-folder.js";

export interface Taken {
  readonly taken: number;
  /** By path, why a file can't be taken as it is. */
  readonly wrong: ReadonlyMap<string, string>;
  /** A line for each file that says otherwise what the log keeps. */
  readonly kept: readonly string[];
}

export async function takeEdits(engine: Engine, look: FolderLook): Promise<Taken> {
  const found = findEdits(look);
  const wrong = new Map([...look.reasons, ...found.wrong.map(({ path, because }) => [path, because] as const)]);
  const names = new Set(look.all.flatMap(({ memories }) => [...memories.keys()]));
  let taken = 0;
  const deletions = found.edits.filter(isDeletion);
  for (const edit of found.edits) {
    if (edit === deletions[0]) taken += await takeDeletions(engine, deletions);
    if (isDeletion(edit)) continue;
    try {
      const changes = await takeEdit(engine, edit, names);
      for (const { name } of changes) names.add(name);
      taken += changes.length;
    } catch (error) {
      // What a person wrote wrongly is told to that person; anything else is a fault.
      if (!(error instanceof ClewError) || !["memory/bad", "session/bad-key"].includes(error.code)) throw error;
      wrong.set(edit.path, error.message);
    }
  }
  return { taken, wrong, kept: found.edits.flatMap((edit) => (wrong.has(edit.path) ? [] : tellKept(look, edit))) };
}

/** A new file may be another log's, with what that one kept. */
function tellKept({ history, laneOf }: FolderLook, edit: HandEdit): readonly string[] {
  if (edit.op !== "edit") return [];
  const versions = history(laneOf(edit.base), edit.base.name).flatMap(({ after }) => after ?? []);
  const keys = listKeptKeys(edit.note, [...versions, edit.base]);
  return keys.length === 0
    ? []
    : [`${edit.path}: Clew keeps ${keys.join(" and ")} by itself, so that was not taken over`];
}

function takeEdit(
  engine: Engine,
  edit: EditOf<"edit" | "add">,
  names: ReadonlySet<string>,
): Promise<readonly KeptChange[]> {
  switch (edit.op) {
    case "edit":
      return takeNote(engine, edit);
    case "add":
      return takeNewNote(engine, edit, names);
    default:
      return edit satisfies never;
  }
}

type EditOf<Op extends HandEdit["op"]> = Extract<HandEdit, { readonly op: Op }>;

function isDeletion(edit: HandEdit): edit is EditOf<"forget"> {
  return edit.op === "forget";
}

/** What went in one look went as one: whoever removed a folder by mistake gets all of it back by one undo. */
async function takeDeletions(engine: Engine, deletions: readonly EditOf<"forget">[]): Promise<number> {
  const laneOf = ({ memory }: EditOf<"forget">) => makeScopeLane(memory.scope);
  let together: EntryId | undefined;
  let taken = 0;
  for (const [lane, { memory }] of new Map(deletions.map((each) => [laneOf(each), each]))) {
    const own = deletions.filter((each) => laneOf(each) === lane);
    const changes = await writeChanges(engine, memory.scope, (now) => planDeletions(now, own, together));
    together ??= changes[0]?.id;
    taken += changes.length;
  }
  return taken;
}

function planDeletions(
  { memories, made }: LaneMemories,
  deletions: readonly EditOf<"forget">[],
  together: EntryId | undefined,
): readonly MemoryChange[] {
  return deletions.flatMap(({ path, memory: { name }, change }): readonly MemoryChange[] => {
    const before = memories.get(name);
    if (before === undefined || made.get(name)?.id !== change) return [];
    const group = together === undefined ? {} : { together };
    return [{ name, before, after: null, by: "file", because: `${path} was deleted`, ...group }];
  });
}

/** What was forgotten in the meantime is there again: somebody cares for it. */
async function takeNote(engine: Engine, { path, base, note }: EditOf<"edit">): Promise<readonly KeptChange[]> {
  const { name, scope } = base;
  const clean = await cleanNote(engine, note, { base, scope });
  return writeChanges(engine, scope, ({ memories }) => {
    const before = memories.get(name) ?? null;
    const after = expectMemory(mergeNote(before ?? base, base, clean, engine.zone));
    if (before !== null && isSameJson(before, after)) return [];
    return [{ name, before, after, by: "file", because: `edited in ${path}` }];
  });
}

/** The same once more adds only what the file says besides: then the file that has it already is enough. */
async function takeNewNote(
  engine: Engine,
  { path, note }: EditOf<"add">,
  names: ReadonlySet<string>,
): Promise<readonly KeptChange[]> {
  const read = expectMemory(readNewNote(note, engine.zone, engine.clock.now()));
  const { text } = await cleanNote(engine, note, { base: null, scope: read.scope });
  const own = readNotePath(path);
  const isFree = own !== null && !names.has(own) && redactSecrets(own) === own;
  const salt = engine.clock.id();
  return writeChanges(engine, read.scope, (now) => {
    const { memories } = now;
    const because = `written as ${redactSecrets(path)}`;
    const index = engine.memories.index(read.scope, makeMemoryIndex);
    index.follow(now);
    const known = findSame(index, { ...read, text });
    if (known !== undefined) return planAddition(known, read, because);
    const name = isFree ? own : makeFreeName(engine, text, { salt, taken: memories });
    const after: Memory = { ...read, text, name, by: "file" };
    return [{ name, before: null, after, by: "file", because }];
  });
}

function planAddition(
  known: Memory,
  { from = known.from, pinned = known.pinned }: Pick<Memory, "from" | "pinned">,
  because: string,
): readonly MemoryChange[] {
  const after: Memory = {
    ...known,
    ...(from === undefined ? {} : { from }),
    ...(pinned === undefined ? {} : { pinned }),
  };
  return isSameJson(known, after) ? [] : [{ name: known.name, before: known, after, by: "file", because }];
}

function expectMemory<Read>(read: ReadNote<Read>): Read {
  if (read.kind === "memory") return read.memory;
  throw new ClewError("memory/bad", read.because, { hint: "Correct the file, or delete it to forget the memory" });
}

interface Cleaning {
  /** What the file had before; null for a new one. */
  readonly base: Memory | null;
  readonly scope: MemoryScope;
}

/** Without secrets. A text that nobody changed is not looked at. */
async function cleanNote(engine: Engine, note: Note, { base, scope }: Cleaning): Promise<Note> {
  if (base !== null && toNote(base).text === note.text) return note;
  const session = scope.kind === "session" ? scope.session : null;
  return { ...note, text: await cleanMemoryText(engine, note.text, session) };
}
