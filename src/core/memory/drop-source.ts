import type { EntryId } from "../log/keys.js";
import type { Memory, MemoryChange, MemoryMaker } from "../log/memories/memory.js";

/**
 * What becomes of memories when a message that told them is gone: those that nothing else tells are forgotten, and what they
 * had replaced holds again. What a person wrote or changed by hand stays. With `by`, only what that made of it.
 */
export function dropSource(
  memories: readonly Memory[],
  source: EntryId,
  by: MemoryMaker | null = null,
): readonly MemoryChange[] {
  const told = memories.filter(
    (memory) => (by === null || memory.by === by) && memory.sources.some(({ entry }) => entry === source),
  );
  const gone = new Set(told.filter((memory) => isToldBy(memory, source, memories)).map(({ name }) => name));
  for (const { name, text, replacedBy = "" } of memories) {
    const joint = gone.has(name) ? memories.find((memory) => memory.name === replacedBy) : undefined;
    if (joint !== undefined && isDerived(joint.by) && joint.text.startsWith(text)) gone.add(joint.name);
  }
  const because = "the message that told it is gone";
  return memories.flatMap((memory): readonly MemoryChange[] => {
    const { name } = memory;
    if (gone.has(name)) return [{ name, before: memory, after: null, by: "rule", because }];
    const after = release(told.includes(memory) ? leaveOut(memory, source) : memory, gone);
    return after === memory ? [] : [{ name, before: memory, after, by: "rule", because }];
  });
}

/** By this message alone. A correction names what it corrects too, which does not say what the correction says. */
function isToldBy({ name, sources, by }: Memory, source: EntryId, memories: readonly Memory[]): boolean {
  const former = memories.filter(({ replacedBy }) => replacedBy === name).flatMap((memory) => memory.sources);
  const isFormer = (entry: EntryId) => former.some((each) => each.entry === entry);
  const own = sources.filter(({ entry }) => !isFormer(entry));
  const telling = own.length === 0 ? sources : own;
  return isDerived(by) && telling.every(({ entry }) => entry === source);
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
