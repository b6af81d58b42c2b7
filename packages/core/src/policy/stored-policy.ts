/** A policy as JSON, which has no number for what has no limit. */
import { isObject, type Json } from "@clewline/text/json.js";
import type { Policy } from "./policy.js";

const unlimited = "unlimited";

export function encodePolicy(policy: Policy): Json {
  return mapValues(policy, (value) => (value === Number.POSITIVE_INFINITY ? unlimited : value));
}

/** The value that `encodePolicy` was given, for whoever checks whether it is a policy. */
export function decodePolicy(stored: Json): unknown {
  return mapValues(stored, (value) => (value === unlimited ? Number.POSITIVE_INFINITY : value));
}

function mapValues(given: unknown, map: (value: unknown) => unknown): Json {
  if (Array.isArray(given)) return given.map((each) => mapValues(each, map));
  if (!isObject(given)) return map(given) as Json;
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, mapValues(value, map)]));
}
