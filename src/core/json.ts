export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/**
 * JSON with the keys of every object in code-point order, so that equal values have equal bytes.
 * Values that JSON has no word for (undefined, functions, NaN) follow JSON.stringify's rules.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => plain(inner)) ?? "null";
}

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return String(value);
  return isPlainObject(value) ? sorted(value) : value;
}

/** The value as plain JSON: what a round trip through text would leave of it. */
export function toJson(value: unknown): Json {
  return JSON.parse(canonical(value)) as Json;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isObject(value) && typeof value.toJSON !== "function";
}

function sorted(value: Record<string, unknown>): Record<string, unknown> {
  // Without a prototype, a key named "__proto__" is a key like any other.
  const result: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (const key of Object.keys(value).sort()) result[key] = value[key];
  return result;
}
