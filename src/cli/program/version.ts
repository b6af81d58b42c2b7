import { createRequire } from "node:module";

/** Of this package. */
export function readVersion(): string {
  // By its name: the place of this file beside the manifest is up to the build.
  const file: unknown = createRequire(import.meta.url)("clewline/package.json");
  return typeof file === "object" && file !== null && "version" in file ? String(file.version) : "unknown";
}
