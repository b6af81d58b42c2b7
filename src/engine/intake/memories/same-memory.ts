import type { Memory } from "../../../core/log/memories/memory.js";
import { normaliseText } from "../../../core/text/normalise-text.js";

type Sameness = Pick<Memory, "text" | "kind" | "person" | "until">;

/** Whether it is remembered already, but for blanks and capitals. */
export function isSameMemory(memory: Memory, { text, kind, person, until }: Sameness): boolean {
  const isStanding = memory.replacedBy === undefined && memory.until === until;
  const isOfKind = isStanding && memory.kind === kind && memory.person === person;
  return isOfKind && readText(memory) === normaliseText(text);
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
