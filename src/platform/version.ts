import { createRequire } from "node:module";

export function readVersion(): string {
  // Looks the manifest up by name, because the build decides where this file lies beside it.
  const file: unknown = createRequire(import.meta.url)("clewline/package.json");
  return typeof file === "object" && file !== null && "version" in file ? String(file.version) : "unknown";
}
