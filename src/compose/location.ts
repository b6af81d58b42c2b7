import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** Where the store is, by one rule for library and command line, and how it was found. */
export interface Location {
  readonly path: string;
  readonly because:
    | "named"
    | "CLEW_STORE"
    | "clew.db in this folder"
    | "clew.db in a folder above"
    | "the user's data folder";
}

const fileName = "clew.db";

export function findStore(named: string | undefined, env: NodeJS.ProcessEnv, folder: string): Location {
  if (named !== undefined) return { path: resolve(folder, named), because: "named" };
  if (env.CLEW_STORE) return { path: resolve(folder, env.CLEW_STORE), because: "CLEW_STORE" };
  const above = findAbove(folder);
  if (above !== null) {
    const here = dirname(above) === resolve(folder);
    return { path: above, because: here ? "clew.db in this folder" : "clew.db in a folder above" };
  }
  const data = env.XDG_DATA_HOME || join(env.HOME || homedir(), ".local", "share");
  return { path: join(data, "clew", fileName), because: "the user's data folder" };
}

function findAbove(folder: string): string | null {
  const path = join(folder, fileName);
  if (existsSync(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? null : findAbove(parent);
}
