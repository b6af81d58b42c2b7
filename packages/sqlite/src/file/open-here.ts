/**
 * Counts the files that this process has open. POSIX drops all locks of a process on a file when the process closes
 * any descriptor of it. So a file that SQLite has open here must not be read past SQLite.
 */
import { closeSync, openSync, statSync } from "node:fs";
import { lookOrPass } from "./read-header.js";

const counts = new Map<string, number>();
/** Descriptors for reading past SQLite, each kept for as long as SQLite has the file open. */
const held = new Map<string, number>();

/** Identifies a file by device and inode, so that two names of one file are equal. */
function nameFile(path: string): string | null {
  const found = lookOrPass(() => statSync(path, { bigint: true }));
  return found === null ? null : `${found.dev}:${found.ino}`;
}

export function isOpenHere(path: string): boolean {
  const name = nameFile(path);
  return name !== null && counts.has(name);
}

/** A descriptor to read a file that SQLite has open here. It is closed with the last connection. */
export function holdOpen(path: string): number {
  const name = nameFile(path) ?? path;
  const descriptor = held.get(name) ?? openSync(path, "r");
  held.set(name, descriptor);
  return descriptor;
}

function letGo(name: string): void {
  const descriptor = held.get(name);
  if (descriptor !== undefined) closeSync(descriptor);
  held.delete(name);
}

/** A file that SQLite has open here. */
export interface OpenedHere {
  /** Whether its path now leads to another file, or to none. Writes would then be lost. */
  isGone(): boolean;
  /** Call when SQLite has closed it. */
  noteClosed(): void;
}

/** Call when SQLite has opened the file. */
export function noteOpened(path: string): OpenedHere {
  const name = nameFile(path);
  if (name === null) return { isGone: () => false, noteClosed: () => undefined };
  counts.set(name, (counts.get(name) ?? 0) + 1);
  return {
    isGone: () => nameFile(path) !== name,
    noteClosed() {
      const left = (counts.get(name) ?? 1) - 1;
      if (left > 0) counts.set(name, left);
      else {
        counts.delete(name);
        letGo(name);
      }
    },
  };
}
