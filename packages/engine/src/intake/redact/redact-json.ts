import { encodeCanonicalJson, type Json, tryParseJson } from "@clewline/text/json.js";
import type { Redact } from "./redact-words.js";

/** Redacts value by value, each with its key before it, so that the result is still JSON. */
export function redactJsonText(text: string, redact: Redact): string {
  if (redact(text) === text && !text.includes("\\")) return text;
  const value = tryParseJson(text);
  return value === undefined ? redact(text) : encodeCanonicalJson(redactJson(value, redact));
}

export function redactJson(value: Json, redact: Redact, key: string | null = null): Json {
  if (typeof value === "string") return redactValue(value, redact, key);
  if (typeof value === "number") {
    const text = String(value);
    const clean = redactValue(text, redact, key);
    return clean === text ? value : clean;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each: Json) => redactJson(each, redact, key));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [redact(name), redactJson(inner, redact, name)]),
  );
}

function redactValue(value: string, redact: Redact, key: string | null): string {
  const alone = redact(value);
  if (alone !== value || key === null) return alone;
  const label = `${key}: `;
  const line = redact(`${label}${value}`);
  return line.startsWith(label) ? line.slice(label.length) : alone;
}
