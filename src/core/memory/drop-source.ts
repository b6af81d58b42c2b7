import type { EntryId } from "../log/keys.js";
import type { Memory, MemoryChange } from "../log/memories/memory.js";

/**
 * What becomes of memories when a message that told them is gone: those that nothing else tells are forgotten, and what they
 * had replaced holds again. What a person wrote or changed by hand stays.
 */
export function dropSource(memories: readonly Memory[], source: EntryId): readonly MemoryChange[] {
  const told = memories.filter(({ sources }) => sources.some(({ entry }) => entry === source));
  const gone = new Set(told.filter(({ sources, by }) => sources.length === 1 && isDerived(by)).map(({ name }) => name));
  const because = "the message that told it is gone";
  return memories.flatMap((memory): readonly MemoryChange[] => {
    const { name } = memory;
    if (gone.has(name)) return [{ name, before: memory, after: null, by: "rule", because }];
    const after = release(told.includes(memory) ? leaveOut(memory, source) : memory, gone);
    return after === memory ? [] : [{ name, before: memory, after, by: "rule", because }];
  });
}

function isDerived(by: Memory["by"]): boolean {
  return by === "rule" || by === "model" || by === "agent";
}

function leaveOut(memory: Memory, source: EntryId): Memory {
  return { ...memory, sources: memory.sources.filter(({ entry }) => entry !== source) };
}

function release(memory: Memory, gone: ReadonlySet<string>): Memory {
  if (memory.replacedBy === undefined || !gone.has(memory.replacedBy)) return memory;
  const { replacedBy: _, ...free } = memory;
  return free;
}
