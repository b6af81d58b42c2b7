/** Reads a provider's or an SDK's usage account into one shape. */

import type { Tokens } from "../log/keys.js";
import { isObject, type Json } from "../text/json.js";
import type { CallUsage } from "./call-usage.js";
import { countSentTokens, type SpentTokens, sumSpentTokens } from "./prices.js";

/** `model` is null if the account names none. */
type Account = Pick<CallUsage, "model"> & { readonly spent: SpentTokens };

/** Null for an unknown format. */
export function readAccount(usage: Json | null): Account | null {
  if (!isObject(usage)) return null;
  const model = typeof usage.model === "string" ? usage.model : null;
  const iterations = readIterations(usage);
  return iterations === null ? readPlainAccount(usage, model) : { model, spent: iterations };
}

/** A provider that compacts on its own side asks its model more than once for a call: each of them is paid, and the sum does not have all. */
function readIterations(usage: Readonly<Record<string, unknown>>): SpentTokens | null {
  const { iterations } = usage;
  if (!Array.isArray(iterations) || !iterations.some((each) => isObject(each) && each.type === "compaction"))
    return null;
  const spent = iterations.flatMap((each) => (isObject(each) ? (readPlainAccount(each, null)?.spent ?? []) : []));
  return spent.length === 0 ? null : sumSpentTokens(spent);
}

function readPlainAccount(usage: Readonly<Record<string, unknown>>, model: string | null): Account | null {
  const figure = makeFigureReader(usage);
  const output = figure("output_tokens", "outputTokens", "completion_tokens", "completionTokens", "output") ?? 0;
  const whole = figure("inputTokens", "prompt_tokens", "promptTokens");
  if (whole !== null) {
    const read =
      readNestedFigure(usage, "inputTokenDetails", "cacheReadTokens") ??
      figure("cachedInputTokens") ??
      readNestedFigure(usage, "prompt_tokens_details", "cached_tokens") ??
      0;
    const written =
      readNestedFigure(usage, "inputTokenDetails", "cacheWriteTokens") ??
      readNestedFigure(usage, "prompt_tokens_details", "cache_write_tokens") ??
      0;
    const fresh = Math.max(0, whole - read - written);
    return { model, spent: { fresh, read, written, writtenLong: 0, output } };
  }
  const parted = readPartedAccount(usage);
  if (parted !== null) return { model, spent: parted };
  const counted = readCountedAccount(usage);
  if (counted !== null) return { model, spent: counted };
  const fresh = figure("input_tokens", "input");
  if (fresh === null) return null;
  const read = figure("cache_read_input_tokens", "cacheRead") ?? 0;
  const written = figure("cache_creation_input_tokens", "cacheWrite") ?? 0;
  const writtenLong = Math.min(written, readNestedFigure(usage, "cache_creation", "ephemeral_1h_input_tokens") ?? 0);
  return { model, spent: { fresh, read, written: written - writtenLong, writtenLong, output } };
}

/** Null also where nothing was counted: a proxy or a local model may report zeros for every call. */
export function readCountedCall(usage: Json | null): Account | null {
  const account = readAccount(usage);
  return account === null || countSentTokens(account.spent) === 0 ? null : account;
}

/** The format of the SDK's models: figures by kind below inputTokens and outputTokens. */
function readPartedAccount(usage: Readonly<Record<string, unknown>>): SpentTokens | null {
  const input = (name: string) => readNestedFigure(usage, "inputTokens", name);
  const total = input("total");
  const read = input("cacheRead") ?? 0;
  const written = input("cacheWrite") ?? 0;
  const fresh = input("noCache") ?? (total === null ? null : Math.max(0, total - read - written));
  if (fresh === null) return null;
  const { raw } = usage;
  const long = isObject(raw) ? (readNestedFigure(raw, "cache_creation", "ephemeral_1h_input_tokens") ?? 0) : 0;
  const writtenLong = Math.min(written, long);
  return {
    fresh,
    read,
    written: written - writtenLong,
    writtenLong,
    output: readNestedFigure(usage, "outputTokens", "total") ?? 0,
  };
}

/** The formats of the Responses API and of Gemini: the prompt with what was read from a cache, and how much that was. */
function readCountedAccount(usage: Readonly<Record<string, unknown>>): SpentTokens | null {
  const figure = makeFigureReader(usage);
  const isResponses = isObject(usage.input_tokens_details);
  const whole = isResponses ? figure("input_tokens") : figure("promptTokenCount");
  if (whole === null) return null;
  const cached = isResponses
    ? readNestedFigure(usage, "input_tokens_details", "cached_tokens")
    : figure("cachedContentTokenCount");
  const read = Math.min(whole, cached ?? 0);
  // The prompt includes the written tokens.
  const written = Math.min(whole - read, readNestedFigure(usage, "input_tokens_details", "cache_write_tokens") ?? 0);
  const output = isResponses
    ? (figure("output_tokens") ?? 0)
    : (figure("candidatesTokenCount") ?? 0) + (figure("thoughtsTokenCount") ?? 0);
  return { fresh: whole - read - written, read, written, writtenLong: 0, output };
}

/** The part of the output that was reasoning; 0 if the account doesn't say. */
export function readReasoningTokens(usage: Json | null): Tokens {
  if (!isObject(usage)) return 0;
  const tokens =
    readNestedFigure(usage, "outputTokens", "reasoning") ??
    readNestedFigure(usage, "outputTokenDetails", "reasoningTokens") ??
    readNestedFigure(usage, "completion_tokens_details", "reasoning_tokens") ??
    readNestedFigure(usage, "output_tokens_details", "reasoning_tokens");
  return tokens ?? makeFigureReader(usage)("reasoningTokens", "thoughtsTokenCount") ?? 0;
}

function makeFigureReader(usage: Readonly<Record<string, unknown>>): (...names: readonly string[]) => number | null {
  return (...names) => {
    return names.map((name) => usage[name]).find(isFigure) ?? null;
  };
}

/** A figure below zero counts nothing. */
function isFigure(value: unknown): value is Tokens {
  return typeof value === "number" && value >= 0;
}

function readNestedFigure(usage: Readonly<Record<string, unknown>>, outer: string, inner: string): number | null {
  const part = usage[outer];
  return isObject(part) ? makeFigureReader(part)(inner) : null;
}
