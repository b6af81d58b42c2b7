import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Environment } from "./environment.js";

/** The path of the `claude` command; null where there is none. */
export function findClaude(env: Environment): string | null {
  const name = process.platform === "win32" ? "claude.exe" : "claude";
  const places = (env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  const home = env.HOME ?? "";
  // Its installers use these folders without adding them to the PATH.
  const own = home === "" ? [] : [join(home, ".local", "bin"), join(home, ".claude", "local")];
  return [...places, ...own].map((folder) => join(folder, name)).find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    // Missing, or not executable for this user: the next place may have it.
    return false;
  }
}
