/** A memory as the words of a file, so that what a person wrote and what the log has are compared word by word. */
import type { Instant } from "../../log/keys.js";
import type { Memory, MemoryScope, MemorySource } from "../../log/memories/memory.js";

/** The keys above the text, in their order. */
export const noteKeys = [
  "kind",
  "person",
  "scope",
  "said",
  "from",
  "until",
  "pinned",
  "sources",
  "replaced-by",
] as const;
export type NoteKey = (typeof noteKeys)[number];

export interface Note {
  /** Only those that are there. */
  readonly keys: ReadonlyMap<NoteKey, string>;
  /** One line. */
  readonly text: string;
}

/** What the log keeps by itself, and a file only tells. */
export const keptKeys = ["said", "sources", "replaced-by"] as const satisfies readonly NoteKey[];

/** What a person may change in a file that is there. The rest is told, and is the log's. */
export const editableKeys = ["kind", "from", "until", "pinned"] as const satisfies readonly NoteKey[];

/** Whether a file only tells it: a person brings in nothing by it, except in a new file. */
export function isToldKey(key: NoteKey): boolean {
  return !editableKeys.some((each) => each === key);
}

export function toNote(memory: Memory): Note {
  const { kind, person, scope, saidAt, from, until, pinned, sources, replacedBy } = memory;
  const values: Readonly<Record<NoteKey, string | null>> = {
    kind,
    person,
    scope: showScope(scope),
    said: showInstant(saidAt),
    from: from === undefined ? null : showInstant(from),
    until: until === undefined ? null : showInstant(until),
    pinned: pinned === true ? "yes" : null,
    sources: sources.length === 0 ? null : sources.map(showSource).join(", "),
    "replaced-by": replacedBy ?? null,
  };
  const keys = noteKeys.flatMap((key) => {
    const value = values[key];
    return value === null ? [] : [[key, value] as const];
  });
  return { keys: new Map(keys), text: toOneLine(memory.text) };
}

/** With `body` in the place of the text, if it is laid out. */
export function renderNote({ keys, text }: Note, body = `${text}\n`): string {
  const lines = noteKeys.flatMap((key) => {
    const value = keys.get(key);
    return value === undefined ? [] : [`${key}: ${quote(value)}`];
  });
  return `---\n${lines.join("\n")}\n---\n${body}`;
}

export function isSameNote(a: Note, b: Note): boolean {
  return a.text === b.text && noteKeys.every((key) => a.keys.get(key) === b.keys.get(key));
}

export function toOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, " ").trim();
}

export function showScope(scope: MemoryScope): string {
  switch (scope.kind) {
    case "everyone":
      return "everyone";
    case "person":
      return `person ${scope.person}`;
    case "session":
      return `session ${scope.session}`;
    default:
      return scope satisfies never;
  }
}

function showSource({ session, lane, entry }: MemorySource): string {
  return `${session} ${lane} ${entry}`;
}

/** No date reaches further. */
const lastInstant = 8.64e15;

/** To the millisecond. What is no date, which only a damaged log has, stays a number. */
function showInstant(at: Instant): string {
  if (!(Math.abs(at) <= lastInstant)) return String(at);
  return new Date(at).toISOString().replace(".000Z", "Z");
}

/** Plain where it comes back as it is, else as JSON writes it. */
function quote(value: string): string {
  return /^[^\s"'\p{C}](?:[^\p{C}\n]*[^\s\p{C}])?$/u.test(value) ? value : JSON.stringify(value);
}
