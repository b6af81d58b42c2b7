import type { EntryId } from "../log/keys.js";
import type { Memory, MemoryChange, MemoryMaker } from "../log/memories/memory.js";
import type { CurrentMemories } from "./fold-changes.js";
import { release } from "./release.js";
import { listTouched } from "./touched-names.js";

/** Why such a memory is forgotten: it is learned again if the message says it again. */
export const sourceGone = "the message that told it is gone";

/**
 * What becomes of memories when a message that told them is gone: those that nothing else tells are forgotten, and what they
 * had replaced holds again. What a person wrote, changed by hand or pinned stays. With `by`, only what that made of it.
 */
export function dropSource(
  now: CurrentMemories,
  source: EntryId,
  by: MemoryMaker | null = null,
): readonly MemoryChange[] {
  const memories = [...now.memories.values()];
  const told = memories.filter(
    (memory) => (by === null || memory.by === by) && memory.sources.some(({ entry }) => entry === source),
  );
  // Most messages have told nothing, and what people changed is in the whole history.
  const touched = told.length === 0 ? new Set<string>() : listTouched(now.changes);
  const isLost = (memory: Memory) => !touched.has(memory.name) && isToldBy(memory, source, memories);
  const gone = new Set(told.filter(isLost).map(({ name }) => name));
  for (const { name, text, replacedBy = "" } of memories) {
    const joint = gone.has(name) ? memories.find((memory) => memory.name === replacedBy) : undefined;
    const isJoint = joint?.text.startsWith(text) === true && joint.sources.some(({ entry }) => entry === source);
    if (joint !== undefined && isDerived(joint.by) && isJoint) gone.add(joint.name);
  }
  const because = sourceGone;
  return memories.flatMap((memory): readonly MemoryChange[] => {
    const { name } = memory;
    if (gone.has(name)) return [{ name, before: memory, after: null, by: "rule", because }];
    const after = releaseFrom(told.includes(memory) ? leaveOut(memory, source) : memory, gone);
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

function releaseFrom(memory: Memory, gone: ReadonlySet<string>): Memory {
  return memory.replacedBy === undefined || !gone.has(memory.replacedBy) ? memory : release(memory);
}
