import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export function readVersion(): string {
  return readManifest(findManifest()).version ?? "unknown";
}

/** Finds the folder of the installed package, or of the checkout if the sources run. */
export function findPackageFolder(): string {
  return dirname(findManifest());
}

/** Looks above first: a checkout may lie below a folder that has another copy installed. A bundle may lie anywhere, and asks by name. */
function findManifest(): string {
  const above = import.meta.url === undefined ? undefined : findAbove(dirname(fileURLToPath(import.meta.url)));
  return above ?? createRequire(import.meta.url).resolve("clewline/package.json");
}

function findAbove(folder: string): string | undefined {
  const path = join(folder, "package.json");
  if (readManifest(path).name === "clewline") return path;
  return dirname(folder) === folder ? undefined : findAbove(dirname(folder));
}

function readManifest(path: string): { readonly name?: string; readonly version?: string } {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // Most folders on the way up have none.
    return {};
  }
}
