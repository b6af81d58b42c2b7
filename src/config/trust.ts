/**
 * Which folders the user trusts to say where data and keys go.
 * 1. A folder is known by its real path, so that a link leads to the same answer as the folder itself.
 * 2. Trust holds for what the file said at that time: a hash of those keys is kept, and a change asks again.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import { ClewError } from "../core/errors.js";
import { encodeCanonicalJson } from "../core/text/json.js";
import { findConfigFolder } from "./location.js";

const recordSchema = z.object({ folder: z.string(), hash: z.string(), since: z.string() });
const fileSchema = z.object({ trusted: z.array(recordSchema) });

export interface TrustRecord {
  /** Real path. */
  readonly folder: string;
  /** Of the keys that the file had. */
  readonly hash: string;
  readonly since: string;
}

export type TrustState = "trusted" | "changed" | "unknown";

/** Whether the folder of this file was trusted with these keys. */
export function checkTrust(path: string, keys: ReadonlyMap<string, string>, env: NodeJS.ProcessEnv): TrustState {
  const folder = realpathSync(dirname(path));
  const known = readTrusted(env).find((record) => record.folder === folder);
  if (known === undefined) return "unknown";
  return known.hash === hashKeys(keys) ? "trusted" : "changed";
}

export function trustFolder(
  path: string,
  keys: ReadonlyMap<string, string>,
  since: Date,
  env: NodeJS.ProcessEnv,
): TrustRecord {
  const record = { folder: realpathSync(dirname(path)), hash: hashKeys(keys), since: since.toISOString() };
  writeTrusted([...readTrusted(env).filter(({ folder }) => folder !== record.folder), record], env);
  return record;
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

function findTrustFile(env: NodeJS.ProcessEnv): string {
  return join(findConfigFolder(env), "trusted.json");
}

function hashKeys(keys: ReadonlyMap<string, string>): string {
  return createHash("sha256")
    .update(encodeCanonicalJson(Object.fromEntries(keys)))
    .digest("hex");
}
