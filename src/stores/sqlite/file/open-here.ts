/**
 * Which files this process has open. POSIX drops all locks of a process on a file as soon as the process closes any
 * descriptor of it, so a file that SQLite has open here must not be read past SQLite.
 */
import { statSync } from "node:fs";
import { lookOrPass } from "./read-header.js";

const counts = new Map<string, number>();

/** By device and number, so that another name of the same file is the same. */
function nameFile(path: string): string | null {
  const found = lookOrPass(() => statSync(path, { bigint: true }));
  return found === null ? null : `${found.dev}:${found.ino}`;
}

export function isOpenHere(path: string): boolean {
  const name = nameFile(path);
  return name !== null && counts.has(name);
}

/** Call when SQLite has opened the file; the answer is for after it has closed it. */
export function noteOpened(path: string): () => void {
  const name = nameFile(path);
  if (name === null) return () => undefined;
  counts.set(name, (counts.get(name) ?? 0) + 1);
  return () => {
    const left = (counts.get(name) ?? 1) - 1;
    if (left === 0) counts.delete(name);
    else counts.set(name, left);
  };
}
