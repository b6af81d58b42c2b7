/**
 * One at a time in a folder, over all processes. A lock has the name of its process: it is free once that is gone, and where
 * that can't be known, on another machine, once nobody renews it.
 */
import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ClewError } from "@clewline/core/errors.js";
import { readErrorCode } from "./folder-file.js";
import { isGone, ownName } from "./process-name.js";

const renewMs = 1_000;
const staleMs = 10_000;
const patienceMs = 30_000;

export async function withFolderLock<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const lock = join(folder, ".clew.lock");
  await takeLock(lock);
  const renewal = setInterval(() => {
    const now = new Date();
    // A lock that can't be renewed grows stale, and another takes it: each write looks at what it replaces all the same.
    utimes(lock, now, now).catch(() => undefined);
  }, renewMs);
  renewal.unref();
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    await rm(lock, { force: true });
  }
}

async function takeLock(lock: string): Promise<void> {
  const start = performance.now();
  for (let tries = 0; ; tries += 1) {
    try {
      await writeFile(lock, `${ownName}\n`, { mode: 0o600, flag: "wx" });
      return;
    } catch (error) {
      if (readErrorCode(error) !== "EEXIST") throw error;
    }
    if (await isStale(lock)) await removeStale(lock);
    else if (performance.now() - start > patienceMs)
      throw new ClewError("store/unavailable", `Another program does not leave the folder: ${lock}`, {
        hint: "Wait for it; if there is none, delete the file",
      });
    else await sleep(Math.min(1 + tries, 20));
  }
}

async function isStale(lock: string): Promise<boolean> {
  const [state, name] = await Promise.all([stat(lock).catch(() => null), readFile(lock, "utf8").catch(() => "")]);
  return state !== null && (Date.now() - state.mtimeMs > staleMs || isGone(name.trimEnd()));
}

/** Two may see the same stale lock, and the second one take away what the first one made of it: that one is put back. */
async function removeStale(lock: string): Promise<void> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
    if (!(await isStale(aside))) await link(aside, lock);
  } catch (error) {
    if (!["ENOENT", "EEXIST"].includes(readErrorCode(error))) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}
