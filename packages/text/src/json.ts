/** Anything that JSON can hold. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * JSON with the keys of every object in the order of their UTF-16 units, so that equal values have equal bytes. Values
 * that JSON can't express (undefined, functions, NaN) follow JSON.stringify's rules.
 */
export function encodeCanonicalJson(value: unknown): string {
  return JSON.stringify(orderValue(value, "")) ?? "null";
}

/** Copies only what is out of order. JSON.stringify with a replacer function takes several times as long. */
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

/** The value after a round trip through canonical JSON. */
export function toJson(value: unknown): Json {
  if (typeof value === "string") return value;
  return JSON.parse(encodeCanonicalJson(value)) as Json;
}

/** Whether both have the same canonical text, which is written only if a quick comparison fails. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return looksSame(one, other) || encodeCanonicalJson(one) === encodeCanonicalJson(other);
}

function looksSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if ("toJSON" in one || "toJSON" in other || Array.isArray(one) !== Array.isArray(other)) return false;
  const [values, others] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const keys = Object.keys(values);
  if (keys.length !== Object.keys(others).length || values.length !== others.length) return false;
  return keys.every((key) => Object.hasOwn(others, key) && looksSame(values[key], others[key]));
}

/** Parses JSON; undefined, which no JSON text means, if it is invalid, as texts of models and old logs may be. */
export function tryParseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    // The caller takes the text literally.
    return undefined;
  }
}

const mostLevels = 200;

/** The same for whoever walks it: JSON with so many levels that a walk might run out of stack counts as none. */
export function tryParseFlatJson(text: string): Json | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  let [level, deepest] = [0, 0];
  for (const [sign] of text.matchAll(/[[\]{}]/g)) {
    level += sign === "[" || sign === "{" ? 1 : -1;
    deepest = Math.max(deepest, level);
  }
  return deepest > mostLevels ? undefined : tryParseJson(text);
}

/** A copy that shares no object with the value. */
export function copyJson(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(copyJson);
  const copy: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const each = copyJson(value[key] as Json);
    if (key === "__proto__") Object.defineProperty(copy, key, { value: each, ...ordinary });
    else copy[key] = each;
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
  // Without a prototype, "__proto__" is an ordinary key; objects with a prototype are much faster.
  const result = keys.includes("__proto__") ? (Object.create(null) as Record<string, unknown>) : {};
  for (const [index, key] of keys.entries()) (result as Record<string, unknown>)[key] = values[index];
  return result as Record<string, unknown>;
}

/** Every text in it, wherever it stands; the whole, if it is no JSON. */
export function listJsonStrings(json: string): readonly string[] {
  const strings: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === "string") strings.push(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(collect);
  };
  collect(tryParseJson(json) ?? json);
  return strings;
}

/** Freezes a value of JSON with all that is in it, so that whoever gets it can't change what others get. */
export function freezeDeep<Value extends object>(value: Value): Value {
  for (const name in value) {
    const field = value[name];
    if (typeof field === "object" && field !== null) freezeDeep(field);
  }
  return Object.freeze(value);
}
