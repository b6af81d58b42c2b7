import { type MemoryKind, memoryKinds } from "../log/memories/memory.js";

/** A kind that nobody knows is a fact: a memory is not lost because of its label. */
export function readMemoryKind(given: unknown): MemoryKind {
  return memoryKinds.find((kind) => kind === given) ?? "fact";
}
