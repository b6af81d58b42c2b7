import type { Memory } from "../log/memories/memory.js";
import { readSubject } from "./learn/read-subject.js";

/** The memory with another text. It is then the value of what that names, and of nothing if that names nothing. */
export function reword(memory: Memory, text: string): Memory {
  if (memory.text === text || memory.subject === undefined) return { ...memory, text };
  const { subject: _, ...rest } = memory;
  const named = readSubject(text)?.key;
  return { ...rest, text, ...(named === undefined ? {} : { subject: named }) };
}
