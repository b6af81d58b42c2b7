/** How a process of clew is started. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const built = join(root, "dist/cli/main.js");

/** What was built, if it is not older than any source; else the source itself, which starts more slowly. */
export const program: readonly string[] = isFresh()
  ? [built]
  : ["--import", pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href, join(root, "src/cli/main.ts")];

function isFresh(): boolean {
  if (!existsSync(built)) return false;
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const newest = Math.max(...sources.map((name) => statSync(join(root, "src", name)).mtimeMs));
  return statSync(built).mtimeMs >= newest;
}
