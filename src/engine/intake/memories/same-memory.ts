import type { Memory } from "../../../core/log/memories/memory.js";
import { normaliseText } from "../../../core/text/normalise-text.js";

type Sameness = Pick<Memory, "text" | "kind" | "person" | "until">;

/** Whether it is remembered already, but for blanks and capitals. */
export function isSameMemory(memory: Memory, { text, kind, person, until }: Sameness): boolean {
  const isStanding = memory.replacedBy === undefined && memory.until === until;
  const isOfKind = isStanding && memory.kind === kind && memory.person === person;
  return isOfKind && normaliseText(memory.text) === normaliseText(text);
}
