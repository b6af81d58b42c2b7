import type { Memory } from "../../log/memories/memory.js";
import { showScope, toNote } from "./note.js";

export const indexPath = "MEMORY.md";

const heading = "# Memories\n\nOne file for each, which you may edit, delete and add to. This list is written anew.\n";

/** One line for each note, by scope. It depends on nothing but the memories: no line changes because time passes. */
export function renderIndex(placed: ReadonlyMap<string, { readonly memory: Memory }>): string {
  const scopes = new Map<string, string[]>();
  for (const [path, { memory }] of [...placed].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const scope = memory.scope.kind === "everyone" ? "For everyone" : `For ${showScope(memory.scope)}`;
    const lines = scopes.get(scope) ?? [];
    lines.push(renderLine(path, memory));
    scopes.set(scope, lines);
  }
  const groups = [...scopes].sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = groups.map(([scope, lines]) => `## ${escapeMarks(scope)}\n\n${lines.join("\n")}\n`);
  return [heading, ...parts].join("\n");
}

/** Kept, because the list is written anew for every memory that changes. */
const kept = new WeakMap<Memory, { readonly path: string; readonly line: string }>();

function renderLine(path: string, memory: Memory): string {
  const known = kept.get(memory);
  if (known?.path === path) return known.line;
  const line = makeLine(path, memory);
  kept.set(memory, { path, line });
  return line;
}

function makeLine(path: string, memory: Memory): string {
  const { keys, text } = toNote(memory);
  const until = keys.get("until");
  const told = [
    memory.kind,
    ...(memory.pinned === true ? ["pinned"] : []),
    ...(until === undefined ? [] : [`until ${until}`]),
    ...(memory.replacedBy === undefined ? [] : ["replaced"]),
  ];
  return `- [${escapeMarks(text)}](${encodeURI(path)}) (${told.join(", ")})`;
}

/** Nothing of it opens a link, a picture or a tag. */
function escapeMarks(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Cs}]+/gu, " ").replaceAll(/[\\[\]<>`*_]/g, "\\$&");
}
