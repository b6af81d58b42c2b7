/** Finds the log. One that came with a folder is opened only after the user has named or trusted it. */
import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import { addMark, hasJournal, readMarks } from "@clewline/sqlite/file/log-marks.js";
import { quoteShellWord } from "@clewline/text/shell-word.js";
import type { Config } from "../../config/config.js";
import { type Effect, fileEffects } from "../../config/effects.js";
import { findNearestFolder, findStore, type Location } from "../../config/location.js";
import { ensureLogOwner, isOlderLog, isOwnMark, makeMark, readLogOwner, wasInUse } from "../../config/log-owner.js";

export interface Sought {
  /** The file that was named in code or after --store. */
  readonly named: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly config: Config;
}

export async function locateLog({ named, env, config }: Sought): Promise<Location> {
  const location = findStore(named, env, process.cwd(), config.store);
  const { path, because } = location;
  if (because === "named" || because === "CLEW_STORE") return location;
  if (config.ignored?.keys.includes("store")) {
    const why =
      config.ignored.state === "changed" ? "has changed since you trusted it" : "is in a folder that you don't trust";
    throw refuse(`${config.ignored.path} names another log, and it ${why}`, dirname(config.ignored.path));
  }
  const isFound = because === "clew.db in this folder" || because === "clew.db in a folder above";
  if (isFound && isActing(fileEffects["clew.db"]) && !(await isOwnLog(path, env))) {
    throw refuse(
      `${path} is not a log that you made, and its folder is not trusted`,
      findNearestFolder(process.cwd(), ["clew.db"]) ?? dirname(path),
    );
  }
  // From the first use of this version on, a log without a mark is no older one.
  if (existsSync(path)) ensureLogOwner(env);
  return location;
}

function isActing(effect: Effect): boolean {
  return effect !== "shows";
}

/** A mark for a log that is being made; null if there is no place for the key. */
export function makeOwnMark(): string | null {
  const owner = ensureLogOwner(process.env);
  return owner === null ? null : makeMark(owner);
}

/** Whether the user made or trusted the log. An older one without a mark gets it now. */
export async function isOwnLog(path: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  if (hasJournal(path)) return false;
  const [owner, marks] = [readLogOwner(env), readMarks(path)];
  if (owner !== null && marks.some((mark) => isOwnMark(owner, mark))) return true;
  if (marks.length > 0) {
    const { isTrustedLog } = await import("../../config/trust.js");
    if (marks.some((mark) => isTrustedLog(mark, env))) return true;
  }
  if (!isOlderLog(path, owner ?? { since: Date.now(), adopts: wasInUse(env) })) return false;
  const made = ensureLogOwner(env);
  if (made !== null) tryAddMark(path, makeMark(made));
  return true;
}

/** Gives a log that others made a mark to know it by; the caller notes the mark. */
export function markLog(path: string): string {
  const mark = process.getBuiltinModule("node:crypto").randomUUID();
  addMark(path, mark);
  return mark;
}

function tryAddMark(path: string, mark: string): void {
  try {
    addMark(path, mark);
  } catch {
    // A log that can only be read is recognised by its age each time.
  }
}

function refuse(what: string, folder: string): ClewError {
  return new ClewError("store/untrusted", what, {
    hint: `Name the log that you mean: --store FILE, CLEW_STORE or openClew({ store }). To use this one from now on: clew trust ${quoteShellWord(folder)}`,
  });
}
