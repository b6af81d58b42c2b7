import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Clew, openClew } from "clewline";
import { afterAll } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "clew-search-"));
const open: Clew[] = [];
let files = 0;

/** A log in a file of its own, which is gone after the tests. */
export async function openDatabaseFile(): Promise<Clew> {
  files += 1;
  const clew = await openClew({ store: join(folder, `${files}.db`), config: false, timeZone: "UTC" });
  open.push(clew);
  return clew;
}

afterAll(async () => {
  for (const clew of open.splice(0)) await clew.close();
  rmSync(folder, { recursive: true, force: true });
});
