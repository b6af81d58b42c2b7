/** Whether what was built is what the sources say. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));
export const builtCommand = join(root, "dist/cli/main.js");

/** No source is newer. */
export const isBuilt = isFresh();

function isFresh(): boolean {
  if (!existsSync(builtCommand)) return false;
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const newest = Math.max(...sources.map((name) => statSync(join(root, "src", name)).mtimeMs));
  return statSync(builtCommand).mtimeMs >= newest;
}
