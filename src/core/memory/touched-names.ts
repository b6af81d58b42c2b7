import type { MemoryChange } from "../log/memories/memory.js";

/** The names of memories that a person wrote, changed or pinned, in whichever way: these are the person's. */
export function listTouched(changes: readonly MemoryChange[]): ReadonlySet<string> {
  return new Set(changes.flatMap(({ by, name }) => (by === "person" || by === "file" ? [name] : [])));
}
