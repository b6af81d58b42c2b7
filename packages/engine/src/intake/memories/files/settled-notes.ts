/**
 * Notes that were found to say what the log says. A folder gives the same object for a file for as long as nobody wrote it, and
 * the log the same object for a memory for as long as nothing changed it: while both are the same, there is nothing to compare,
 * and a folder costs a look at each file, whatever stands in it.
 */
import type { Memory } from "@clewline/core/log/memories/memory.js";
import type { LoggedMemory } from "@clewline/core/memory/files/find-edits.js";
import type { WrittenNote } from "@clewline/core/memory/files/written-files.js";
import type { FolderFile } from "@clewline/core/ports/index.js";

interface Settled {
  readonly memory: Memory;
  readonly noted: WrittenNote;
}

const settled = new WeakMap<FolderFile, Settled>();

/** The file is as it was noted, and says what the memory does. */
export function settle(file: FolderFile, { memory }: LoggedMemory, noted: WrittenNote): void {
  settled.set(file, { memory, noted });
}

export function isSettled(file: FolderFile, logged: LoggedMemory | undefined, noted: WrittenNote | undefined): boolean {
  const known = settled.get(file);
  if (known === undefined || logged === undefined || noted === undefined) return false;
  const { lane, name, change, hash } = known.noted;
  return (
    known.memory === logged.memory &&
    change === logged.change &&
    change === noted.change &&
    hash === noted.hash &&
    lane === noted.lane &&
    name === noted.name
  );
}
