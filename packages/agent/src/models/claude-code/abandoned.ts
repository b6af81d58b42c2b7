/**
 * Cleans up after a process that was killed: ends the command that it had started, and removes its folder.
 * 1. A watchdog, a shell that waits for the end of its input, ends both as soon as this process is gone, however it goes.
 * 2. Where the watchdog was killed too, the next process that starts the command finds the folder and ends both.
 * A process is known by its number and its start: another one may have got the number since.
 */
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";

export const folderPrefix = "clew-claude-";
const noteName = "processes.json";

const processSchema = z.object({ pid: z.number().int().positive(), start: z.string() });
const noteSchema = z.object({ owner: processSchema, child: processSchema.nullable() });
type Noted = z.output<typeof processSchema>;

/** Notes in the folder whose it is, and which command runs for it. */
export function noteProcesses(root: string, child: number | null): void {
  const note = { owner: describeProcess(process.pid), child: child === null ? null : describeProcess(child) };
  writeFileSync(join(root, noteName), JSON.stringify(note), { mode: 0o600 });
}

/** Ends the group and removes the folder once this process is gone. Returns the function that calls it off. */
export function startWatchdog(group: number, root: string): () => void {
  const script = 'IFS= read -r word; [ "$word" = over ] || { kill -s KILL -- "-$1"; rm -rf -- "$2"; }';
  const watchdog = spawn("/bin/sh", ["-c", script, "clew-watchdog", String(group), root], {
    // In a group of its own: what ends this process at a terminal must not end the watchdog first.
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without a shell there is still the next start.
  watchdog.once("error", () => undefined);
  watchdog.stdin?.once("error", () => undefined);
  watchdog.unref();
  if (watchdog.stdin !== null && "unref" in watchdog.stdin) (watchdog.stdin as unknown as { unref(): void }).unref();
  return () => void watchdog.stdin?.end("over\n");
}

let isSwept = false;

/** Once in a process. */
export function sweepOnce(): void {
  if (!isSwept) sweepAbandoned(tmpdir());
  isSwept = true;
}

/** Ends and removes what processes that are gone left behind in the folder. */
export function sweepAbandoned(folder: string): void {
  for (const name of listFolders(folder)) {
    const root = join(folder, name);
    const note = readNote(root);
    if (note === null || isRunning(note.owner)) continue;
    // Ends it only if its start is known and the same: else the number may belong to another process.
    if (note.child !== null && note.child.start !== "" && isRunning(note.child)) endGroup(note.child.pid);
    rmSync(root, { recursive: true, force: true });
  }
}

function listFolders(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => name.startsWith(folderPrefix));
  } catch {
    // Without the temporary folder there is nothing to find, and making our own says what is wrong.
    return [];
  }
}

/** Null for a folder that is another user's, or that has no note yet. */
function readNote(root: string): z.output<typeof noteSchema> | null {
  try {
    return noteSchema.parse(JSON.parse(readFileSync(join(root, noteName), "utf8")));
  } catch {
    return null;
  }
}

function isRunning({ pid, start }: Noted): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
  const now = readProcessStart(pid);
  return now === "" || start === "" || now === start;
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

function describeProcess(pid: number): Noted {
  return { pid, start: readProcessStart(pid) };
}

/** Since when it runs, in ticks after the start of this machine; empty where the system does not say. */
function readProcessStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    // A program's name, in brackets, may contain anything.
    const ticks = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
    return ticks === undefined ? "" : `${boot} ${ticks}`;
  } catch {
    return "";
  }
}
