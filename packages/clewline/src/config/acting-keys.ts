/** The keys of a clew.toml that do more than show: they name a server, a file, something to delete or to run. */
import { isObject } from "@clewline/text/json.js";
import type { ConfigData } from "./config-schema.js";
import { type Effect, type EffectTable, keyEffects } from "./effects.js";

export interface ActingKey {
  readonly path: readonly string[];
  /** As people write it, e.g. servers.anthropic. */
  readonly name: string;
  readonly value: unknown;
  readonly effect: Exclude<Effect, "shows">;
}

export function listActingKeys(data: ConfigData): readonly ActingKey[] {
  return listBelow(data, keyEffects, { path: [], name: "" });
}

/** Each key with its value as text: what `clew trust` shows, and a hash is made of. */
export function describeKeys(keys: readonly ActingKey[]): ReadonlyMap<string, string> {
  return new Map(
    keys.map(({ name, value }) => [name, typeof value === "string" ? value : JSON.stringify(value)] as const),
  );
}

export function removeKeys(data: ConfigData, keys: readonly ActingKey[]): ConfigData {
  const rest = structuredClone(data);
  for (const { path } of keys) Reflect.deleteProperty(findTable(rest, path), path.at(-1) ?? "");
  return rest;
}

/** Adds the keys that the data leaves open. */
export function addKeys(data: ConfigData, keys: readonly ActingKey[]): ConfigData {
  const whole = structuredClone(data);
  for (const { path, value } of keys) {
    const [table, key] = [findTable(whole, path), path.at(-1) ?? ""];
    if (!Object.hasOwn(table, key)) Reflect.set(table, key, value);
  }
  return whole;
}

function listBelow(
  data: object,
  table: EffectTable,
  above: { readonly path: readonly string[]; readonly name: string },
): readonly ActingKey[] {
  return Object.entries(data).flatMap(([key, value]) => {
    const isNamed = Object.hasOwn(table, key);
    // A key that the table lacks is taken for the worst.
    const effect: Effect | EffectTable = (isNamed ? table[key] : table["*"]) ?? "runs";
    const shown = isNamed || typeof effect === "string" ? key : JSON.stringify(key);
    const place = { path: [...above.path, key], name: above.name === "" ? shown : `${above.name}.${shown}` };
    if (value === undefined || effect === "shows") return [];
    if (typeof effect === "string") return [{ ...place, value, effect }];
    return isObject(value) ? listBelow(value, effect, place) : [];
  });
}

function findTable(data: ConfigData, path: readonly string[]): object {
  return path.slice(0, -1).reduce<object>((table, key) => {
    if (!Object.hasOwn(table, key)) Reflect.set(table, key, {});
    return Reflect.get(table, key) as object;
  }, data);
}
