/** What the words of a note mean. */
import { type Instant, parseSessionKey } from "../../log/keys.js";
import { type Memory, type MemoryScope, memoryKinds } from "../../log/memories/memory.js";
import { readMemoryKind } from "../memory-kind.js";
import { readWrittenEnd } from "../read-end.js";
import { reword } from "../reword.js";
import { editableKeys, keptKeys, type Note, type NoteKey, toNote } from "./note.js";

/** A memory, or in one line why the note is none. */
export type ReadNote<Read> =
  | { readonly kind: "memory"; readonly memory: Read }
  | { readonly kind: "wrong"; readonly because: string };

/**
 * The memory with what the person changed: what the file says otherwise than `base`, the memory that it was written from.
 * What the log changed in the meantime and the person did not stays.
 */
export function mergeNote(memory: Memory, base: Memory, note: Note, zone: string): ReadNote<Memory> {
  const known = toNote(base);
  const isChanged = (key: NoteKey) => note.keys.get(key) !== known.keys.get(key);
  const fixed = (["scope", "person"] as const).find((key) => note.keys.has(key) && isChanged(key));
  if (fixed !== undefined)
    return { kind: "wrong", because: `${fixed} can't be changed here: write a new file instead` };
  // A file without any keys says nothing about them.
  const changed = new Set<NoteKey>(note.keys.size === 0 ? [] : editableKeys.filter(isChanged));
  const own = readValues({ note, zone, keys: changed });
  if (typeof own === "string") return { kind: "wrong", because: own };
  const { from, until, pinned, ...rest } = note.text === known.text ? memory : reword(memory, note.text);
  const pick = <Value>(key: "from" | "until" | "pinned", read: Value, logged: Value) =>
    changed.has(key) ? read : logged;
  const order = findWrongOrder(pick("from", own.from, from), pick("until", own.until, until));
  if (order !== null) return { kind: "wrong", because: order };
  const merged: Memory = {
    ...rest,
    ...(changed.has("kind") && note.keys.has("kind") ? { kind: readMemoryKind(note.keys.get("kind")) } : {}),
    ...leaveOutAbsent({
      from: pick("from", own.from, from),
      until: pick("until", own.until, until),
      pinned: pick("pinned", own.pinned, pinned),
    }),
  };
  return { kind: "memory", memory: merged };
}

/**
 * A memory that a person wrote as a file; one of a person is for that person alone, unless it says otherwise. Its sources are
 * not taken over: they may be those of another log.
 */
export function readNewNote(note: Note, zone: string, now: Instant): ReadNote<Omit<Memory, "name" | "by">> {
  const { keys, text } = note;
  const scope = readScope(keys.get("scope") ?? (keys.has("person") ? `person ${keys.get("person")}` : "everyone"));
  if (typeof scope === "string") return { kind: "wrong", because: scope };
  const own = readValues({ note, zone, keys: new Set(["kind", "said", "from", "until", "pinned"]) });
  if (typeof own === "string") return { kind: "wrong", because: own };
  const { said = now, ...values } = own;
  const order = findWrongOrder(values.from, values.until);
  if (order !== null) return { kind: "wrong", because: order };
  const kind = readMemoryKind(keys.get("kind"));
  const person = keys.get("person") ?? null;
  return {
    kind: "memory",
    memory: { kind, text, person, scope, saidAt: said, ...leaveOutAbsent(values), sources: [] },
  };
}

/** What ends before it begins holds never; null where that is not so. */
export function findWrongOrder(from: Instant | undefined, until: Instant | undefined): string | null {
  return from === undefined || until === undefined || from <= until
    ? null
    : "from is later than until: it would hold never";
}

/**
 * The keys that are the log's and that the file says otherwise than any version of the memory did: an editor that had the file open
 * gives back what it read.
 */
export function listKeptKeys(note: Note, versions: readonly Memory[]): readonly NoteKey[] {
  const known = versions.map((memory) => toNote(memory).keys);
  return keptKeys.filter((key) => {
    const given = note.keys.get(key);
    return given !== undefined && known.every((keys) => keys.get(key) !== given);
  });
}

/** A text says what is wrong. */
function readScope(given: string): MemoryScope | string {
  if (given === "everyone") return { kind: "everyone" };
  const [, kind, name = ""] = /^(person|session)\s+(.+)$/su.exec(given) ?? [];
  if (kind === "person") return { kind, person: name };
  if (kind === "session") return { kind, session: parseSessionKey(name) };
  return `scope is ${JSON.stringify(given)}: write everyone, person ADDRESS or session KEY`;
}

interface ValuesToRead {
  readonly note: Note;
  readonly zone: string;
  /** Others are not looked at. */
  readonly keys: ReadonlySet<NoteKey>;
}

interface Values {
  said?: Instant;
  from?: Instant;
  until?: Instant;
  pinned?: true;
}

/** A text says what is wrong. */
function readValues({ note, zone, keys }: ValuesToRead): Readonly<Values> | string {
  const values: Values = {};
  for (const key of ["said", "from", "until"] as const) {
    const given = note.keys.get(key);
    if (given === undefined || !keys.has(key)) continue;
    const at = readTime(key, given, zone);
    if (at === null) return `${key} is ${JSON.stringify(given)}: write 2026-03-05 or 2026-03-05T10:00`;
    values[key] = at;
  }
  const kind = keys.has("kind") ? note.keys.get("kind") : undefined;
  if (kind !== undefined && readMemoryKind(kind) !== kind)
    return `kind is ${JSON.stringify(kind)}: write ${memoryKinds.join(", ")}`;
  const pinned = keys.has("pinned") ? (note.keys.get("pinned") ?? "no").toLowerCase() : "no";
  if (pinned === "yes" || pinned === "true") values.pinned = true;
  else if (pinned !== "no" && pinned !== "false") return `pinned is ${JSON.stringify(pinned)}: write yes or no`;
  return values;
}

/** An instant as the files have it, or a day or minute as people write it. A day begins with its first minute, and as an end has all of it. */
function readTime(key: "said" | "from" | "until", given: string, zone: string): Instant | null {
  if (/^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/u.test(given)) {
    const at = new Date(given).getTime();
    return Number.isFinite(at) ? at : null;
  }
  return readWrittenEnd(given.length > "2026-03-05".length || key === "until" ? given : `${given}T00:00`, zone);
}

function leaveOutAbsent({ from, until, pinned }: { [Key in "from" | "until" | "pinned"]?: Values[Key] | undefined }) {
  return {
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
    ...(pinned === undefined ? {} : { pinned }),
  };
}
