import { createRequire } from "node:module";
import { join } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import { isObject } from "@clewline/text/json.js";
import type { SqliteDriver } from "./driver.js";
import { makeDriver, type NativeModule } from "./native-driver.js";

const library = "@photostructure/sqlite";
const installLine = `npm install ${library}@2`;

/** SQLite of a package, for a Node that has none with full-text search; throws `store/no-driver` if the package can't be loaded. */
export function loadPackageSqlite(load = makeLoad(), node = process.versions.node): SqliteDriver {
  try {
    return makeDriver(library, load(library) as NativeModule);
  } catch (cause) {
    const problem = isMissing(cause)
      ? `Node ${node} needs one more package to keep a log in a file`
      : `${library} can't be loaded on Node ${node} (${process.platform}, ${process.arch})`;
    const hint = "Or use Node 22.16, 24 or newer, which bring SQLite along";
    throw new ClewError("store/no-driver", `${problem}: ${installLine}`, { hint, cause });
  }
}

/** Resolves names at run time, so that bundlers don't ask for an optional package. */
function makeLoad(): NodeJS.Require {
  // A bundle in CommonJS has no import.meta.url.
  return createRequire(import.meta.url ?? join(process.cwd(), "package.json"));
}

function isMissing(error: unknown): boolean {
  if (!(error instanceof Error) || !isObject(error)) return false;
  return error.code === "MODULE_NOT_FOUND" && error.message.includes(`'${library}'`);
}
