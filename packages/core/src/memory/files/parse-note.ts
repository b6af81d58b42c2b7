/** Reads a file that a person may have edited. What can't be read is told in one line, with its place. */

import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { tryParseJson } from "@clewline/text/json.js";
import { isToldKey, type Note, type NoteKey, noteKeys, toOneLine } from "./note.js";

export type ParsedNote =
  | { readonly kind: "note"; readonly note: Note }
  /** `line` counts from 1. */
  | { readonly kind: "wrong"; readonly line: number; readonly because: string };

/** A memory is one statement, not a document. */
const mostCharacters = 2_000;

/** Whether the log itself says so: its own words may look like a secret, as the name of a chat does, and are none. */
type IsLogged = (key: NoteKey, value: string) => boolean;

/** A file without keys is a text alone. One that was taken over before, or that the log wrote, needs no `isLogged`. */
export function parseNote(file: string, isLogged: IsLogged = () => true): ParsedNote {
  const lines = file.replace(/^\uFEFF/u, "").split(/\r\n|\r|\n/u);
  const hasKeys = lines[0]?.trimEnd() === "---";
  const end = hasKeys ? lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---") : -1;
  if (hasKeys && end === -1) return refuse(1, "the keys that begin with --- have no --- after them");
  const keys = new Map<NoteKey, string>();
  for (let index = 1; index < end; index += 1) {
    const read = readLine(lines[index] ?? "", isLogged);
    if (read === null) continue;
    if (typeof read === "string") return refuse(index + 1, read);
    if (keys.has(read.key)) return refuse(index + 1, `${read.key} is there twice`);
    keys.set(read.key, read.value);
  }
  const text = toOneLine(lines.slice(end + 1).join("\n"));
  if (text === "") return refuse(end + 2, "there is no text; to forget a memory, delete its file");
  if (text.length > mostCharacters)
    return refuse(end + 2, `the text has ${text.length} characters, at most ${mostCharacters}`);
  return { kind: "note", note: { keys, text } };
}

/** What stands behind the keys, as it is. */
export function readBody(file: string): string {
  const whole = file.replace(/^\uFEFF/u, "");
  const [keys = ""] =
    /^---[^\S\r\n]*(?:\r\n|\r|\n)(?:[\s\S]*?(?:\r\n|\r|\n))??---[^\S\r\n]*(?:\r\n|\r|\n|$)/u.exec(whole) ?? [];
  return whole.slice(keys.length);
}

/** Null for a blank line or a key without a value, which is as good as absent; a text says what is wrong, and repeats no secret. */
function readLine(line: string, isLogged: IsLogged): { readonly key: NoteKey; readonly value: string } | string | null {
  if (line.trim() === "") return null;
  const [, name = "", given = ""] = /^\s*([\w-]+)\s*:(.*)$/u.exec(line) ?? [];
  const key = noteKeys.find((each) => each === name.toLowerCase());
  const value = readValue(given.trim());
  const isOwn = key !== undefined && isToldKey(key) && value !== null && isLogged(key, value);
  if (!isOwn && redactSecrets(line) !== line) return "there is a secret among the keys: take it out of the file";
  if (name === "") return `${JSON.stringify(line.trim().slice(0, 40))} is no key with a value, such as "kind: fact"`;
  if (key === undefined) return `there is no key ${name}; there are ${noteKeys.join(", ")}`;
  if (value === null) return `the value of ${key} begins with " and does not end with it`;
  return given.trim() === "" ? null : { key, value };
}

/** Null for one in quotes that can't be read. */
function readValue(given: string): string | null {
  if (!given.startsWith('"')) return given;
  const text = tryParseJson(given);
  return typeof text === "string" ? text : null;
}

function refuse(line: number, because: string): ParsedNote {
  return { kind: "wrong", line, because };
}
