import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Environment } from "./environment.js";

/** The path of the `claude` command; null where there is none. */
export function findClaude(env: Environment): string | null {
  const name = process.platform === "win32" ? "claude.exe" : "claude";
  const places = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const home = env.HOME ?? "";
  // Where its installers put it without a word to the PATH.
  const own = home === "" ? [] : [join(home, ".local", "bin"), join(home, ".claude", "local")];
  return [...places, ...own].map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Not there, or not for us: the next place may have it.
    return false;
  }
}
