/** What people did in the folder becomes changes of the log, one for each file. */
import { ClewError } from "../../../../core/errors.js";
import type { KeptChange, Memory, MemoryScope } from "../../../../core/log/memories/memory.js";
import { findEdits, type HandEdit } from "../../../../core/memory/files/find-edits.js";
import { type Note, toNote } from "../../../../core/memory/files/note.js";
import { readNotePath } from "../../../../core/memory/files/note-path.js";
import { mergeNote, type ReadNote, readNewNote } from "../../../../core/memory/files/read-keys.js";
import { isSameJson } from "../../../../core/text/json.js";
import { redactSecrets } from "../../../../core/text/redact/redact-secrets.js";
import type { Engine } from "../../../engine.js";
import { cleanMemoryText } from "../clean-memory-text.js";
import { makeFreeName } from "../free-name.js";
import { isSameMemory } from "../same-memory.js";
import { writeChanges } from "../write-changes.js";
import type { FolderLook } from "./read-folder.js";

export interface Taken {
  readonly taken: number;
  /** By path, why a file can't be taken as it is. */
  readonly wrong: ReadonlyMap<string, string>;
}

export async function takeEdits(engine: Engine, look: FolderLook): Promise<Taken> {
  const found = findEdits(look);
  const wrong = new Map([...look.reasons, ...found.wrong.map(({ path, because }) => [path, because] as const)]);
  const names = new Set(look.all.flatMap(({ memories }) => [...memories.keys()]));
  let taken = 0;
  for (const edit of found.edits) {
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
  return { taken, wrong };
}

function takeEdit(engine: Engine, edit: HandEdit, names: ReadonlySet<string>): Promise<readonly KeptChange[]> {
  switch (edit.op) {
    case "forget":
      return takeDeletion(engine, edit);
    case "edit":
      return takeNote(engine, edit);
    case "add":
      return takeNewNote(engine, edit, names);
    default:
      return edit satisfies never;
  }
}

type EditOf<Op extends HandEdit["op"]> = Extract<HandEdit, { readonly op: Op }>;

function takeDeletion(engine: Engine, { path, memory, change }: EditOf<"forget">): Promise<readonly KeptChange[]> {
  const { name, scope } = memory;
  return writeChanges(engine, scope, ({ memories, made }) => {
    const before = memories.get(name);
    if (before === undefined || made.get(name)?.id !== change) return [];
    return [{ name, before, after: null, by: "file", because: `${path} was deleted` }];
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

/** The same once more adds nothing: then the file that has it already is enough. */
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
  return writeChanges(engine, read.scope, ({ memories }) => {
    if ([...memories.values()].some((memory) => isSameMemory(memory, { ...read, text }))) return [];
    const name = isFree ? own : makeFreeName(engine, text, { salt, taken: memories });
    const after: Memory = { ...read, text, name, by: "file" };
    return [{ name, before: null, after, by: "file", because: `written as ${path}` }];
  });
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
