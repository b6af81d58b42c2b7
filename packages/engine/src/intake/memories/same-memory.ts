import type { Memory } from "@clewline/core/log/memories/memory.js";
import type { MemoryIndex } from "@clewline/core/memory/planning/memory-index.js";

type Sameness = Pick<Memory, "text" | "kind" | "person" | "until">;

/** The one that says this already. */
export function findSame(index: MemoryIndex, { text, kind, person, until }: Sameness): Memory | undefined {
  const isSame = (memory: Memory) => memory.until === until && memory.kind === kind && memory.person === person;
  return index.byText(text).find(({ memory }) => isSame(memory))?.memory;
}
