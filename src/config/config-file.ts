/** Reads a clew.toml, and decides how much of it counts. */
import { readFileSync } from "node:fs";
import { ClewError } from "../core/errors.js";
import type { ConfigData } from "./config-schema.js";
import {
  type Destinations,
  listDestinations,
  mergeDestinations,
  noDestinations,
  readDestinations,
  removeDestinations,
} from "./destinations.js";
import type { IgnoredKeys } from "./ignored-keys.js";
import { type ConfigFile, findHome, findOwnConfig } from "./location.js";

export interface FilteredConfig {
  /** What the file says, without what does not count. */
  readonly data: ConfigData;
  readonly destinations: Destinations;
  readonly ignored: IgnoredKeys | null;
}

/**
 * A file that was named, and the user's own, count alone. One of a folder does not hide where the user's own sends data:
 * what it leaves open, or may not say, the user's own decides.
 */
export async function filterConfigFile(file: ConfigFile, env: NodeJS.ProcessEnv): Promise<FilteredConfig> {
  const data = await readConfigData(file);
  const home = findHome(env);
  if (!isOfFolder(file)) return { data, destinations: readDestinations(data, file.path, home), ignored: null };
  const own = findOwnConfig(env);
  const usual = own === null ? noDestinations : readDestinations(await readConfigData(own), own.path, home);
  const keys = listDestinations(data);
  if (keys.size === 0) return { data, destinations: usual, ignored: null };
  const { checkTrust } = await import("./trust.js");
  const state = checkTrust(file.path, keys, env);
  if (state === "trusted") {
    return { data, destinations: mergeDestinations(readDestinations(data, file.path, home), usual), ignored: null };
  }
  const ignored = { path: file.path, keys: [...keys.keys()], state };
  return { data: removeDestinations(data), destinations: usual, ignored };
}

/** Whether the file was found by its place alone: it may have come with the folder. */
function isOfFolder({ because }: ConfigFile): boolean {
  return because === "clew.toml in this folder" || because === "clew.toml in a folder above";
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
