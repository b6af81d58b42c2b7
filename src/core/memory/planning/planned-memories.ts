/** Memories while messages are learned from, one after another, before anything of it is written. */
import type { EntryId } from "../../log/keys.js";
import type { Memory, MemoryChange } from "../../log/memories/memory.js";
import type { CurrentMemories } from "../fold-changes.js";
import type { MemoryIndex } from "./memory-index.js";

export interface PlannedMemories extends CurrentMemories {
  readonly memories: Map<string, Memory>;
  readonly changes: MemoryChange[];
  /** The changes after which a memory names this entry. */
  readonly bySource: Map<EntryId, MemoryChange[]>;
  readonly index: MemoryIndex;
}

export function beginPlanning({ memories, changes }: CurrentMemories, index: MemoryIndex): PlannedMemories {
  const planned: PlannedMemories = {
    memories: new Map(memories),
    changes: [...changes],
    bySource: new Map(),
    index,
  };
  for (const change of changes) noteSources(planned, change);
  index.follow(memories);
  return planned;
}

/** As if they had been written. */
export function addPlanned(planned: PlannedMemories, changes: readonly MemoryChange[]): void {
  for (const change of changes) {
    const { name, after } = change;
    if (after === null) planned.memories.delete(name);
    else planned.memories.set(name, after);
    planned.index.put(name, after);
    planned.changes.push(change);
    noteSources(planned, change);
  }
}

function noteSources({ bySource }: PlannedMemories, change: MemoryChange): void {
  for (const { entry } of change.after?.sources ?? []) {
    const known = bySource.get(entry);
    if (known === undefined) bySource.set(entry, [change]);
    else known.push(change);
  }
}
