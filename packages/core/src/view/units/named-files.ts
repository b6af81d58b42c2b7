/** The files that an agent's calls name. Where its steps have left a view, these are what later calls still go by. */

import { readShortMembers } from "@clewline/text/short-members.js";
import type { Entry } from "../../log/entry.js";
import type { EntryId } from "../../log/keys.js";
import { redactEntryText } from "../../log/redact-entry.js";

export interface NamedFile {
  readonly path: string;
  /** The call that names it. */
  readonly source: EntryId;
}

export function listNamedFiles(entry: Entry): readonly NamedFile[] {
  if (entry.kind !== "called") return [];
  const before = known.get(entry);
  if (before !== undefined) return before;
  const values = Object.values(readShortMembers(entry.input)).filter((value) => typeof value === "string");
  const paths = [...new Set(values.filter(isPath))].map((path) => redactEntryText(entry, path));
  const files = paths.map((path) => ({ path, source: entry.id }));
  known.set(entry, files);
  return files;
}

const known = new WeakMap<Entry, readonly NamedFile[]>();

/** A command or a sentence with a path in it is none. */
function isPath(value: string): boolean {
  return /^[^\s"'`<>|;&$*?{}()]*[/\\][^\s"'`<>|;&$*?{}()]*[\p{L}\p{N}]$/u.test(value);
}
