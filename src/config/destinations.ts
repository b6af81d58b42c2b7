/**
 * The keys of clew.toml that say where data and keys go, and what an agent is told first: the log's
 * file, the models that answer, their servers, the agent's folder, and that of memories.
 * A file that came with a folder must not decide that by itself, so these count only from the user's own configuration,
 * from a file that was named, or from a folder that was trusted.
 */
import { dirname, join, resolve } from "node:path";
import type { ConfigData } from "./config-schema.js";
import type { ServerName } from "./model-schema.js";

/** A value and the file that says it. */
export interface Said {
  readonly value: string;
  readonly file: string;
}

export interface Destinations {
  /** Absolute path. */
  readonly store?: Said;
  readonly model?: Said;
  readonly fastModel?: Said;
  readonly embedder?: Said;
  /** Absolute path. */
  readonly agentFolder?: Said;
  /** Absolute path. */
  readonly memoryFolder?: Said;
  /** Without a slash at the end. */
  readonly servers: Readonly<Partial<Record<ServerName, Said>>>;
  /** Where a gateway sends requests, by name. */
  readonly upstreams: Readonly<Record<string, Said>>;
}

export const noDestinations: Destinations = { servers: {}, upstreams: {} };

/** The keys with their values as they stand in the file, e.g. servers.anthropic. Empty if the file names none. */
export function listDestinations(data: ConfigData): ReadonlyMap<string, string> {
  const { store, model, fast_model, embedder, agent_folder, memory_folder, servers = {}, models = {} } = data;
  const { upstreams = {} } = data;
  const fasts = Object.entries(models).map(
    ([name, { fast }]) => [`models.${JSON.stringify(name)}.fast`, fast] as const,
  );
  const named = [
    ...Object.entries(servers).map(([name, address]) => [`servers.${name}`, address] as const),
    ...Object.entries(upstreams).map(([name, address]) => [`upstreams.${name}`, address] as const),
  ];
  const single = {
    store,
    model,
    fast_model,
    agent_folder,
    memory_folder,
    embedder: isHere(embedder) ? undefined : embedder,
  };
  const all = [...Object.entries(single), ...named, ...fasts];
  return new Map(all.flatMap(([key, value]) => (typeof value === "string" ? [[key, value] as const] : [])));
}

export function readDestinations(data: ConfigData, file: string, home: string): Destinations {
  const say = (value: string): Said => ({ value, file });
  const servers = Object.entries(data.servers ?? {}).flatMap(([name, address]) =>
    // Without a slash at the end, so that paths can be appended.
    address === undefined ? [] : [[name, say(address.replace(/\/+$/, ""))]],
  );
  return {
    ...(data.store === undefined ? {} : { store: say(resolvePath(data.store, file, home)) }),
    ...(data.model === undefined ? {} : { model: say(data.model) }),
    ...(data.fast_model === undefined ? {} : { fastModel: say(data.fast_model) }),
    ...(data.embedder === undefined ? {} : { embedder: say(data.embedder) }),
    ...(data.agent_folder === undefined ? {} : { agentFolder: say(resolvePath(data.agent_folder, file, home)) }),
    ...(data.memory_folder === undefined ? {} : { memoryFolder: say(resolvePath(data.memory_folder, file, home)) }),
    servers: Object.fromEntries(servers),
    upstreams: Object.fromEntries(Object.entries(data.upstreams ?? {}).map(([name, address]) => [name, say(address)])),
  };
}

/** Key by key: what `first` leaves open, `second` decides. */
export function mergeDestinations(first: Destinations, second: Destinations): Destinations {
  const servers = { ...second.servers, ...first.servers };
  return { ...second, ...first, servers, upstreams: { ...second.upstreams, ...first.upstreams } };
}

/** The same file without what it says about destinations. */
export function removeDestinations(data: ConfigData): ConfigData {
  const { store, model, fast_model, embedder, agent_folder, memory_folder, servers, upstreams, models, ...others } =
    data;
  const rest = isHere(embedder) && embedder !== undefined ? { ...others, embedder } : others;
  if (models === undefined) return rest;
  const plain = Object.entries(models).map(([name, { fast, ...facts }]) => [name, facts]);
  return { ...rest, models: Object.fromEntries(plain) };
}

/** Whether nothing leaves the process: by the model that runs in it, or by none. */
function isHere(embedder: string | undefined): boolean {
  return embedder === undefined || !embedder.includes(":");
}

function resolvePath(path: string, file: string, home: string): string {
  return path.startsWith("~/") ? join(home, path.slice(2)) : resolve(dirname(file), path);
}
