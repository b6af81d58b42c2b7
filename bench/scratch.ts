import { mkdirSync, rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Runs the work with its own folder, which is removed afterwards, even after Ctrl-C. */
export async function useScratchFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "clew-bench-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const stop = () => {
    remove();
    process.exit(130);
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  try {
    return await work(folder);
  } finally {
    process.off("SIGINT", stop);
    process.off("SIGTERM", stop);
    remove();
  }
}

/** Makes an empty folder in this one with each call. */
export function numberFolders(scratch: string): () => string {
  let made = 0;
  return () => {
    const folder = join(scratch, `${made++}`);
    mkdirSync(folder);
    return folder;
  };
}
