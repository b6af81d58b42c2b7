/** Anything that JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * JSON with the keys of every object in the order of their UTF-16 units, so that equal values have equal bytes.
 * Values that JSON has no word for (undefined, functions, NaN) follow JSON.stringify's rules.
 */
export function encodeCanonicalJson(value: unknown): string {
  return JSON.stringify(orderValue(value, "")) ?? "null";
}

/** A copy in order, because JSON.stringify with a function to ask takes several times as long. What is in order stays. */
function orderValue(value: unknown, key: string | number): unknown {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return value;
  const own = (value as { readonly toJSON?: unknown }).toJSON;
  if (typeof own === "function") return orderValue((own as (key: string) => unknown).call(value, String(key)), key);
  return Array.isArray(value) ? orderList(value) : sortKeys(value as Record<string, unknown>);
}

function orderList(list: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined;
  for (let index = 0; index < list.length; index += 1) {
    const made = orderValue(list[index], index);
    if (made === list[index]) continue;
    copy ??= [...list];
    copy[index] = made;
  }
  return copy ?? list;
}

/** The value as plain JSON: what a round trip through text would leave of it. */
export function toJson(value: unknown): Json {
  return JSON.parse(encodeCanonicalJson(value)) as Json;
}

/** A copy that shares no object with the value. */
export function copyJson(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(copyJson);
  const copy: Record<string, Json> = {};
  for (const [key, each] of Object.entries(value)) {
    if (key === "__proto__") Object.defineProperty(copy, key, { value: copyJson(each), ...ordinary });
    else copy[key] = copyJson(each);
  }
  return copy;
}

const ordinary = { enumerable: true, configurable: true, writable: true };

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function sortKeys(value: Record<string, unknown>): Record<string, unknown> {
  const keys = Object.keys(value);
  let isSame = keys.every((key, index) => index === 0 || (keys[index - 1] as string) < key);
  if (!isSame) keys.sort();
  const values: unknown[] = [];
  for (const key of keys) {
    const made = orderValue(value[key], key);
    values.push(made);
    if (made !== value[key]) isSame = false;
  }
  if (isSame) return value;
  // Without a prototype, a key named "__proto__" is a key like any other; objects with one are much faster.
  const result = keys.includes("__proto__") ? (Object.create(null) as Record<string, unknown>) : {};
  for (const [index, key] of keys.entries()) (result as Record<string, unknown>)[key] = values[index];
  return result as Record<string, unknown>;
}
