/**
 * Whether a log was made by this user. A new log gets a mark that only the key in the user's data folder can make: the mark
 * moves with the log, and a stranger can't forge it.
 */
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import { isObject } from "@clewline/text/json.js";
import { findDataFolder, findTrustFile, storeName } from "./location.js";

/** The content of owner.json. */
export interface LogOwner {
  readonly key: string;
  /** When the key was made, in milliseconds. */
  readonly since: number;
  /** Whether an older version, which left no marks, was in use before: then its logs are the user's own too. */
  readonly adopts: boolean;
}

export function readLogOwner(env: NodeJS.ProcessEnv): LogOwner | null {
  const path = findOwnerFile(env);
  if (!existsSync(path)) return null;
  const owner = parseOwner(readFileSync(path, "utf8"));
  if (owner !== null) return owner;
  throw new ClewError("config/bad", `${path} is damaged: it tells your own logs from those of others`, {
    hint: "Remove that file, and trust the folders of your logs again with clew trust FOLDER",
  });
}

/** Makes the key at its first use. Null if the data folder can't be written: then logs get no mark. */
export function ensureLogOwner(env: NodeJS.ProcessEnv): LogOwner | null {
  const known = readLogOwner(env);
  if (known !== null) return known;
  const path = findOwnerFile(env);
  const beside = `${path}.${process.pid}`;
  const made = { key: loadCrypto().randomBytes(32).toString("hex"), since: Date.now(), adopts: wasInUse(env) };
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    writeFileSync(beside, `${JSON.stringify(made)}\n`, { mode: 0o600 });
    // Unlike a rename, a link never replaces the key of another process.
    linkSync(beside, path);
    return made;
  } catch {
    // Another process was first, or nothing can be written here.
    return readLogOwner(env);
  } finally {
    rmSync(beside, { force: true });
  }
}

/** A version with marks makes the key before it makes any of these files. */
export function wasInUse(env: NodeJS.ProcessEnv): boolean {
  return existsSync(join(findDataFolder(env), storeName)) || existsSync(findTrustFile(env));
}

export function makeMark({ key }: LogOwner): string {
  const name = loadCrypto().randomUUID();
  return `${name}.${signName(name, key)}`;
}

export function isOwnMark({ key }: LogOwner, mark: string): boolean {
  const [name = "", signature] = mark.split(".");
  return signature === signName(name, key);
}

/**
 * Whether the file may be a log of the user's from before there were marks: the user's alone, as every version makes it and no
 * clone of a repository is, and on this disk since before the key.
 */
export function isOlderLog(path: string, { since, adopts }: Omit<LogOwner, "key">): boolean {
  const { uid, mode, birthtimeMs, ctimeMs } = statSync(path);
  const isPrivate = uid === process.getuid?.() && (mode & 0o777) === 0o600;
  // Where the disk keeps no time of birth, the last change stands in for it.
  return adopts && isPrivate && (birthtimeMs || ctimeMs) < since;
}

function signName(name: string, key: string): string {
  return loadCrypto().createHmac("sha256", key).update(name).digest("hex");
}

function parseOwner(text: string): LogOwner | null {
  try {
    const read: unknown = JSON.parse(text);
    if (!isObject(read)) return null;
    const { key, since, adopts } = read;
    const isWhole = typeof key === "string" && /^[0-9a-f]{64}$/.test(key) && typeof since === "number";
    return isWhole ? { key, since, adopts: adopts === true } : null;
  } catch {
    // The caller says which file is damaged.
    return null;
  }
}

function findOwnerFile(env: NodeJS.ProcessEnv): string {
  return join(findDataFolder(env), "owner.json");
}

/** Loaded on demand, because that takes longer than to open a log. */
function loadCrypto() {
  return process.getBuiltinModule("node:crypto");
}
