import type { Memory } from "../../../core/log/memories/memory.js";
import { normaliseText } from "../../../core/text/normalise-text.js";

type Sameness = Pick<Memory, "text" | "kind" | "person" | "until">;

/** The one that says this already, but for blanks and capitals. */
export function findSame(
  memories: ReadonlyMap<string, Memory>,
  { text, kind, person, until }: Sameness,
): Memory | undefined {
  const wanted = normaliseText(text);
  for (const memory of memories.values()) {
    const isStanding = memory.replacedBy === undefined && memory.until === until;
    if (isStanding && memory.kind === kind && memory.person === person && readText(memory) === wanted) return memory;
  }
  return undefined;
}

/** Kept, because every new memory is compared with all others. */
const texts = new WeakMap<Memory, string>();

function readText(memory: Memory): string {
  const known = texts.get(memory);
  if (known !== undefined) return known;
  const text = normaliseText(memory.text);
  texts.set(memory, text);
  return text;
}
