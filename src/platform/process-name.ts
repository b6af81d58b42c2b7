import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * How a process names itself in a lease: where its number means something, the number, and when it started, so that a
 * later process with the same number is another one. Only a neighbour in the same place can be told to be gone.
 */
interface ProcessName {
  readonly place: string;
  readonly number: number;
  readonly started: string;
}

const place = `${hostname()}/${readNamespace()}`;

export const ownName = write({ place, number: process.pid, started: readStart(process.pid) ?? "" });

/** Names may have more words at their end. True only if the process certainly no longer runs; of one on another machine, or in another container, nobody knows. */
export function isGone(name: string): boolean {
  const other = read(name);
  if (other === null || other.place !== place) return false;
  if (!isRunning(other.number)) return true;
  const started = readStart(other.number);
  return started !== null && other.started !== "" && started !== other.started;
}

function isRunning(number: number): boolean {
  try {
    process.kill(number, 0);
    return true;
  } catch (error) {
    // A process that we may not signal runs.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Linux counts process numbers by namespace: two containers may have the same host name and the same numbers. */
function readNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // Other systems have one namespace.
    return "";
  }
}

/** When a process started, as Linux tells it; null where nobody does. The name of the program may hold spaces and brackets. */
function readStart(number: number): string | null {
  try {
    const stat = readFileSync(`/proc/${number}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? null;
  } catch {
    return null;
  }
}

function write({ place, number, started }: ProcessName): string {
  return `${place} ${number} ${started}`;
}

function read(name: string): ProcessName | null {
  const [where = "", number = "", started = ""] = name.split(" ");
  return /^\d+$/.test(number) ? { place: where, number: Number(number), started } : null;
}
