import type { Memory, MemoryMaker } from "../log/memories/memory.js";
import { learnStatements } from "./learn/learn-statements.js";

type Told = Pick<Memory, "text" | "saidAt" | "person" | "sources" | "subject"> & { readonly by?: MemoryMaker };

/** Kept, because every new statement is compared with all memories. */
const readings = new WeakMap<object, readonly string[]>();

/**
 * What it is the value of: as it was noted, and as the rules of today name it. The log keeps what an earlier version noted, and
 * two versions may name one thing differently: without the second name, the old value would stand beside the new one.
 */
export function listSubjects(memory: Told): readonly string[] {
  const known = readings.get(memory);
  if (known !== undefined) return known;
  const noted = memory.subject === undefined ? [] : [memory.subject];
  const subjects = [...new Set([...noted, ...readAnew(memory)])];
  readings.set(memory, subjects);
  return subjects;
}

/** Only what a rule learned is read again: whoever else made a memory did not name it by rule. */
function readAnew({ by, text, saidAt, person, sources: [source] }: Told): readonly string[] {
  if (by !== "rule" || source === undefined) return [];
  const read = learnStatements({ text, at: saidAt, zone: "UTC", person, source });
  const statements = read.filter(({ mayFollow }) => mayFollow !== true);
  return statements.length === 1 ? statements.flatMap(({ subject }) => subject ?? []) : [];
}
