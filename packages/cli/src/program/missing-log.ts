import { existsSync, readdirSync, statSync } from "node:fs";
import type { Location } from "@clewline/clewline/config/location.js";
import { ClewError } from "@clewline/core/errors.js";

const namedAtMost = 3;

export function makeMissingLogError(location: Location): ClewError {
  const { path, because } = location;
  const given = because === "named" || because === "CLEW_STORE" || because === "store in clew.toml";
  const message = given ? `There is no log at ${path}` : `There is no log yet: ${path} (${because}) does not exist`;
  const hint = given
    ? suggestOtherPlace(location)
    : `${suggestOtherPlace(location)}. To make one of a history: clew import FILE; to see one: clew demo`;
  return new ClewError("store/unavailable", message, { hint });
}

/** An empty file, as a pipe leaves it whose first program failed. Opening it would make a log of it. */
export function isEmptyLog(path: string): boolean {
  const isBlank = (file: string) => existsSync(file) && statSync(file).isFile() && statSync(file).size === 0;
  return isBlank(path) && (!existsSync(`${path}-wal`) || isBlank(`${path}-wal`));
}

export function makeEmptyLogError(path: string): ClewError {
  return new ClewError("store/unavailable", `${path} is empty: nothing was ever written to it, or all of it is gone`, {
    hint: "If it should hold a log, restore it from a backup; else clew import FILE and clew chat make a new log of it",
  });
}

/** Where the log may be instead, as a sentence. */
export function suggestOtherPlace({ because }: Location): string {
  const files = listDatabases();
  const here = files.length === 0 ? "" : `. In this folder: ${files.join(", ")}`;
  if (because === "named") return `Check the path after --store${here}`;
  if (because === "CLEW_STORE") return `CLEW_STORE names it: check that path, or name another with --store FILE${here}`;
  if (because === "store in clew.toml")
    return `clew.toml names it: check its store, or name another with --store FILE${here}`;
  return `If your bot opens another file: clew --store FILE, or set CLEW_STORE${here}`;
}

function listDatabases(): readonly string[] {
  try {
    const files = readdirSync(process.cwd(), { withFileTypes: true });
    const names = files.filter((file) => file.isFile() && file.name.endsWith(".db")).map((file) => file.name);
    return names.sort().slice(0, namedAtMost);
  } catch {
    // The hint is useful without the names.
    return [];
  }
}
