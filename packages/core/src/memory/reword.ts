import type { Memory } from "../log/memories/memory.js";

/** The memory with another text. What an earlier version noted as its subject was of the former one. */
export function reword(memory: Memory, text: string): Memory {
  if (memory.text === text) return { ...memory, text };
  const { subject: _, ...rest } = memory;
  return { ...rest, text };
}
