/** Memories while changes to them are planned. */
import type { Memory } from "../log/memories/memory.js";
import { listSubjects } from "./subjects.js";

export type NewMemory = Omit<Memory, "name" | "scope" | "by">;

/** A memory while the changes are planned: one that is there, or one that this message adds. */
export interface Known {
  readonly memory: NewMemory;
  /** Null for one that is not there yet. */
  readonly name: string | null;
}

/** Known ones are in the order in which they came: of those said at one time, the last. */
export function newest(known: readonly Known[]): Known | null {
  return known.reduce<Known | null>(
    (best, each) => (best === null || each.memory.saidAt >= best.memory.saidAt ? each : best),
    null,
  );
}

export function isShared(subject: string | undefined): boolean {
  return subject?.startsWith("our ") === true;
}

export function isOfSubject(memory: NewMemory, subject: string | undefined): boolean {
  const subjects = listSubjects(memory);
  return subject === undefined ? subjects.length === 0 : subjects.includes(subject);
}

export function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase().trim();
}
