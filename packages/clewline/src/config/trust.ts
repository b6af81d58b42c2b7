/**
 * Remembers which folders the user trusts to do more than show.
 * 1. A folder is known by its real path, so that a link leads to the same answer as the folder itself.
 * 2. Trust holds for what the file said at that time: a hash of those keys is kept, and a change asks again.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import { z } from "zod";
import { type ActingKey, describeKeys } from "./acting-keys.js";
import { findTrustFile } from "./location.js";
import { ensureLogOwner } from "./log-owner.js";

const recordSchema = z.object({
  folder: z.string(),
  hash: z.string(),
  since: z.string(),
  log: z.string().exactOptional(),
});
const fileSchema = z.object({ trusted: z.array(recordSchema) });

export interface TrustRecord {
  /** Real path. */
  readonly folder: string;
  /** Of the keys that the file had. */
  readonly hash: string;
  readonly since: string;
  /** Of the mark that a trusted clew.db got. */
  readonly log?: string;
}

export type TrustState = "trusted" | "changed" | "unknown";

/** Whether the folder of this file was trusted with these keys. */
export function checkTrust(path: string, keys: readonly ActingKey[], env: NodeJS.ProcessEnv): TrustState {
  const folder = realpathSync(dirname(path));
  const known = readTrusted(env).find((record) => record.folder === folder);
  if (known === undefined) return "unknown";
  return known.hash === hashKeys(keys) ? "trusted" : "changed";
}

/** Whether a log with this mark was trusted. */
export function isTrustedLog(mark: string, env: NodeJS.ProcessEnv): boolean {
  const hash = hashText(mark);
  return readTrusted(env).some(({ log }) => log === hash);
}

export interface NewTrust {
  readonly folder: string;
  readonly keys: readonly ActingKey[];
  /** The mark that its clew.db got; null to leave that as it was. */
  readonly mark: string | null;
  readonly since: Date;
}

export function trustFolder({ folder: path, keys, mark, since }: NewTrust, env: NodeJS.ProcessEnv): void {
  const folder = realpathSync(path);
  // The list must not look like one of a version that made no key.
  ensureLogOwner(env);
  const known = readTrusted(env);
  const log = mark === null ? known.find((record) => record.folder === folder)?.log : hashText(mark);
  const record = { folder, hash: hashKeys(keys), since: since.toISOString(), ...(log === undefined ? {} : { log }) };
  writeTrusted([...known.filter((other) => other.folder !== folder), record], env);
}

/** False if the folder was not trusted. */
export function forgetFolder(folder: string, env: NodeJS.ProcessEnv): boolean {
  const known = readTrusted(env);
  const kept = known.filter((record) => record.folder !== folder);
  if (kept.length === known.length) return false;
  writeTrusted(kept, env);
  return true;
}

/** In the order in which they were trusted. */
export function readTrusted(env: NodeJS.ProcessEnv): readonly TrustRecord[] {
  const path = findTrustFile(env);
  const text = readIfThere(path);
  if (text === null) return [];
  try {
    return fileSchema.parse(JSON.parse(text)).trusted;
  } catch (cause) {
    throw new ClewError("config/bad", `${path} is damaged: it lists the folders that you trust`, {
      hint: "Remove that file, and trust the folders again with clew trust FOLDER",
      cause,
    });
  }
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw new ClewError("config/bad", `${path} can't be read: it lists the folders that you trust`, {
      hint: "Make it readable for you, or remove it",
      cause,
    });
  }
}

/** Complete or as it was: the list goes into a file beside it, which takes its name at the end. */
function writeTrusted(trusted: readonly TrustRecord[], env: NodeJS.ProcessEnv): void {
  const path = findTrustFile(env);
  const beside = `${path}.${process.pid}`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(beside, `${JSON.stringify({ trusted }, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
}

function hashKeys(keys: readonly ActingKey[]): string {
  return hashText(encodeCanonicalJson(Object.fromEntries(describeKeys(keys))));
}

function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
