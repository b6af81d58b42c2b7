import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new folder that is gone when the program ends. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "clew-example-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
