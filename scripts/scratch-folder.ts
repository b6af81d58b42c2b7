import { accessSync, constants, mkdtempSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const memory = "/dev/shm";
/** Containers often have only 64 MB of shared memory, too little for the larger logs. */
const neededBytes = 2 ** 30;

/** Makes a folder for a run's temporary files: in memory if there is room, where a commit waits for no disk. */
export function makeScratchFolder(name: string, parent = scratchParent()): string {
  return mkdtempSync(join(parent, `${name}-`));
}

/** CLEW_SCRATCH names another place, for example a disk. */
export function scratchParent(folder = memory, env: NodeJS.ProcessEnv = process.env): string {
  if (env.CLEW_SCRATCH !== undefined) return env.CLEW_SCRATCH;
  return hasRoom(folder) ? folder : tmpdir();
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= neededBytes;
  } catch {
    // Other systems have no such folder, or it belongs to another user.
    return false;
  }
}
