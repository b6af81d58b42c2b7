/** Reads a clew.toml, and decides how much of it counts. */
import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import { quoteShellWord } from "@clewline/text/shell-word.js";
import { addKeys, describeKeys, listActingKeys, removeKeys } from "./acting-keys.js";
import type { ConfigData } from "./config-schema.js";
import { type ConfigFile, findHome, findOwnConfig } from "./location.js";
import type { Servers } from "./model-schema.js";

export interface FilteredConfig {
  /** The keys that count, with absolute paths. */
  readonly data: ConfigData;
  /** The file that gave each address. */
  readonly serverFiles: Servers;
  readonly ignored: IgnoredKeys | null;
}

/**
 * A file that was named, and the user's own, count alone. One of a folder does not hide what the user's own does beyond
 * showing: what it leaves open there, or may not say, the user's own decides.
 */
export async function filterConfigFile(file: ConfigFile, env: NodeJS.ProcessEnv): Promise<FilteredConfig> {
  const said = await readConfigData(file);
  const data = resolvePaths(said, file, env);
  if (!isOfFolder(file)) return { data, serverFiles: nameFiles(data, file), ignored: null };
  const keys = listActingKeys(said);
  const state = keys.length === 0 ? "trusted" : (await import("./trust.js")).checkTrust(file.path, keys, env);
  const counted = state === "trusted" ? data : removeKeys(data, keys);
  const ignored = state === "trusted" ? null : { path: file.path, keys: [...describeKeys(keys).keys()], state };
  const own = findOwnConfig(env);
  if (own === null) return { data: counted, serverFiles: nameFiles(counted, file), ignored };
  const usual = resolvePaths(await readConfigData(own), own, env);
  // The folder chooses the policy here, so that a retention of the user's own could delete by the folder's days.
  const kept = listActingKeys(usual).filter(({ path, effect }) => path[0] !== "policies" && effect !== "deletes");
  return {
    data: addKeys(counted, kept),
    serverFiles: { ...nameFiles(usual, own), ...nameFiles(counted, file) },
    ignored,
  };
}

/** Whether the file was found by its place alone: it may have come with the folder. */
function isOfFolder({ because }: ConfigFile): boolean {
  return because === "clew.toml in this folder" || because === "clew.toml in a folder above";
}

function nameFiles({ servers = {} }: ConfigData, { path }: ConfigFile): Servers {
  return Object.fromEntries(Object.keys(servers).map((name) => [name, path]));
}

/** Paths in a file are relative to its folder. */
function resolvePaths(data: ConfigData, { path: file }: ConfigFile, env: NodeJS.ProcessEnv): ConfigData {
  const settled = { ...data };
  for (const key of ["store", "agent_folder", "memory_folder"] as const) {
    const path = data[key];
    if (path === undefined) continue;
    settled[key] = path.startsWith("~/") ? join(findHome(env), path.slice(2)) : resolve(dirname(file), path);
  }
  return settled;
}

/** Loads the TOML parser only if there is a file, because that takes time. */
export async function readConfigData(file: ConfigFile): Promise<ConfigData> {
  const text = readConfigText(file);
  const { checkConfig } = await import("./config-check.js");
  return checkConfig(text, file.path);
}

function readConfigText({ path, because }: ConfigFile): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const place =
      because === "CLEW_CONFIG" ? "CLEW_CONFIG" : because === "named" ? "the path after --config" : "the file";
    throw new ClewError("config/bad", `${path} can't be read`, { hint: `Check ${place}`, cause });
  }
}

/** Keys of a folder's clew.toml that don't count, because they do more than show and the folder is not trusted. */
export interface IgnoredKeys {
  readonly path: string;
  /** E.g. store, servers.anthropic. */
  readonly keys: readonly string[];
  readonly state: "changed" | "unknown";
}

/** Says which keys of which file don't count, and by which command they would. */
export function describeIgnored({ path, keys, state }: IgnoredKeys): {
  readonly text: string;
  readonly command: string;
} {
  const why = state === "changed" ? "it has changed since you trusted it" : "its folder is not trusted";
  const text = `clew: ${keys.join(", ")} in ${path} ignored: ${why}. To let it decide that:`;
  return { text, command: `clew trust ${quoteShellWord(dirname(path))}` };
}
