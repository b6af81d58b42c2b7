/** A provider's or an SDK's own account of a call, read into one shape. */
import { isObject, type Json } from "./json.js";
import type { Spent } from "./prices.js";

interface Account {
  readonly model: string | null;
  readonly spent: Spent;
}

/** Null for an account that nobody here knows. */
export function accountOf(usage: Json | null): Account | null {
  if (!isObject(usage)) return null;
  const figure = figuresOf(usage);
  const model = typeof usage.model === "string" ? usage.model : null;
  const output = figure("output_tokens", "outputTokens", "completion_tokens", "completionTokens", "output") ?? 0;
  const whole = figure("inputTokens", "prompt_tokens", "promptTokens");
  if (whole !== null) {
    const read = figure("cachedInputTokens") ?? nested(usage, "prompt_tokens_details", "cached_tokens") ?? 0;
    return { model, spent: { fresh: Math.max(0, whole - read), read, written: 0, writtenLong: 0, output } };
  }
  const fresh = figure("input_tokens", "input");
  if (fresh === null) return null;
  const read = figure("cache_read_input_tokens", "cacheRead") ?? 0;
  const written = figure("cache_creation_input_tokens", "cacheWrite") ?? 0;
  const writtenLong = Math.min(written, nested(usage, "cache_creation", "ephemeral_1h_input_tokens") ?? 0);
  return { model, spent: { fresh, read, written: written - writtenLong, writtenLong, output } };
}

function figuresOf(usage: Readonly<Record<string, unknown>>): (...names: readonly string[]) => number | null {
  return (...names) => {
    const found = names.map((name) => usage[name]).find((value) => typeof value === "number");
    return typeof found === "number" ? found : null;
  };
}

function nested(usage: Readonly<Record<string, unknown>>, outer: string, inner: string): number | null {
  const part = usage[outer];
  return isObject(part) ? figuresOf(part)(inner) : null;
}
