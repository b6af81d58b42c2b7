import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/**
 * The name of a process in a lease. `place` is the machine and the process namespace in which `number` is valid; `started`
 * tells a later process with the same number apart. Only a process in the same place can be found dead.
 */
interface ProcessName {
  readonly place: string;
  readonly number: number;
  readonly started: string;
}

const place = `${hostname()}/${readMachine()}/${readNamespace()}`;

export const ownName = write({ place, number: process.pid, started: readStart(process.pid) ?? "" });

/**
 * Whether the process has certainly ended; false for one on another machine or in another container, because that can't
 * be known. Text after the name's three words is ignored.
 */
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
    // EPERM means that the process runs but belongs to another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** Two machines may share a host name, and even the number of their first namespace. */
function readMachine(): string {
  try {
    return readFileSync("/etc/machine-id", "utf8").trim().slice(0, 8);
  } catch {
    // Not every system has one.
    return "";
  }
}

/** Linux numbers processes per namespace: two containers may share a host name and process numbers. */
function readNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    // Other systems have a single namespace.
    return "";
  }
}

/**
 * The start time of a process from /proc; null on other systems. Fields are counted from the last ")", because a
 * program's name may contain spaces and brackets.
 */
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
