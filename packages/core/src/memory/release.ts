import type { Memory } from "../log/memories/memory.js";

/** The memory as one that nothing stands in the place of. */
export function release({ replacedBy: _, ...memory }: Memory): Memory {
  return memory;
}
