/** Reads a provider's or an SDK's usage account into one shape. */

import { isObject, type Json } from "@clewline/text/json.js";
import type { Tokens } from "../log/keys.js";
import type { CallUsage } from "./call-usage.js";
import { countSentTokens, type SpentTokens, sumSpentTokens } from "./prices.js";

/** `model` is null if the account names none. */
interface Account extends CountedSpend {
  /** A provider may ask models more than once for a call. `model` is null for the call's own; the size of each decides its price. */
  readonly calls: readonly CountedSpend[];
}

interface CountedSpend extends Pick<CallUsage, "model"> {
  readonly spent: SpentTokens;
}

type Figures = Readonly<Record<string, unknown>>;

/** Null for an unknown format. `isLong` says that the request asked for the longer lifetime, for accounts that don't tell. */
export function readAccount(usage: Json | null, isLong = false): Account | null {
  if (!isObject(usage)) return null;
  const model = typeof usage.model === "string" ? usage.model : null;
  // The provider's own account knows more than what the SDK makes of it.
  const raw = isObject(usage.raw) ? readSpent(usage.raw, isLong) : null;
  const source = isObject(usage.raw) && raw !== null ? usage.raw : usage;
  const whole = raw ?? readSpent(usage, isLong);
  if (whole === null) return null;
  const calls = readIterations(source, whole, isLong) ?? [{ model: null, spent: whole }];
  return { model, spent: sumSpentTokens(calls.map(({ spent }) => spent)), calls };
}

/** The kinds of work that the sum of an account leaves out. */
const besideSum: ReadonlySet<unknown> = new Set(["compaction", "advisor_message"]);

/** A provider that compacts or asks an adviser on its own side asks models more than once for a call: each of them is paid. */
function readIterations(
  { iterations, ...usage }: Figures,
  sum: SpentTokens,
  isLong: boolean,
): readonly CountedSpend[] | null {
  if (!Array.isArray(iterations)) return null;
  const each = iterations.filter(isObject);
  if (!each.some(({ type }) => besideSum.has(type))) return null;
  const { cache_creation: written } = usage;
  const calls = each.flatMap((iteration): readonly CountedSpend[] => {
    const spent = readSpent({ ...(written === undefined ? {} : { cache_creation: written }), ...iteration }, isLong);
    const model = typeof iteration.model === "string" ? iteration.model : null;
    return spent === null ? [] : [{ model, spent }];
  });
  const cached = { ...sum, fresh: 0, output: 0 };
  const isCacheTold = calls.some(({ spent }) => countSentTokens({ ...spent, fresh: 0 }) > 0);
  // Some accounts tell of the cache in the sum alone.
  return isCacheTold || countSentTokens(cached) === 0 ? calls : [...calls, { model: null, spent: cached }];
}

/** Each provider's own names; the first shape that fits. */
function readSpent(usage: Figures, isLong: boolean): SpentTokens | null {
  const counted =
    readWholePrompt(usage) ?? readParted(usage) ?? readResponses(usage) ?? readGemini(usage) ?? readBeside(usage);
  if (counted === null) return null;
  const { whole, read = 0, written = 0, long = null, output } = counted;
  const cached = Math.min(whole, read);
  const stored = Math.min(whole - cached, written);
  const writtenLong = Math.min(stored, long ?? (isLong ? stored : 0));
  return { fresh: whole - cached - stored, read: cached, written: stored - writtenLong, writtenLong, output };
}

interface CountedPrompt {
  /** All that was sent. */
  readonly whole: Tokens;
  readonly read?: Tokens;
  readonly written?: Tokens;
  /** Of the written tokens those with the longer lifetime; null if the account does not tell. */
  readonly long?: Tokens | null;
  readonly output: Tokens;
}

/** Chat Completions, and the SDK's sums: the prompt with what was read from a cache and written to one. */
function readWholePrompt(usage: Figures): CountedPrompt | null {
  const figure = makeFigureReader(usage);
  const whole = figure("inputTokens", "prompt_tokens", "promptTokens");
  if (whole === null || figure("cacheReadInputTokens", "cacheWriteInputTokens") !== null) return null;
  const nested = (outer: string, inner: string) => readNestedFigure(usage, outer, inner);
  const read =
    nested("inputTokenDetails", "cacheReadTokens") ??
    nested("prompt_tokens_details", "cached_tokens") ??
    figure("cachedInputTokens", "prompt_cache_hit_tokens", "cached_tokens") ??
    0;
  const written =
    nested("inputTokenDetails", "cacheWriteTokens") ??
    nested("prompt_tokens_details", "cache_write_tokens") ??
    figure("cache_creation_input_tokens") ??
    0;
  return { whole, read, written, long: readLongWrites(usage), output: readWritten(usage, whole) };
}

/** Some servers count reasoning beside the answer: then only the total has it. */
function readWritten(usage: Figures, whole: Tokens): Tokens {
  const figure = makeFigureReader(usage);
  const output = figure("completion_tokens", "outputTokens", "completionTokens") ?? 0;
  const total = figure("total_tokens", "totalTokens") ?? 0;
  const thought = readReasoningTokens(usage as Json);
  return total === whole + output + thought ? output + thought : output;
}

/** The SDK's models: figures by kind below inputTokens and outputTokens. */
function readParted(usage: Figures): CountedPrompt | null {
  const input = (name: string) => readNestedFigure(usage, "inputTokens", name);
  const [read, written] = [input("cacheRead") ?? 0, input("cacheWrite") ?? 0];
  const fresh = input("noCache");
  const whole = fresh === null ? input("total") : fresh + read + written;
  if (whole === null) return null;
  const long = isObject(usage.raw) ? readLongWrites(usage.raw) : null;
  return { whole, read, written, long, output: readNestedFigure(usage, "outputTokens", "total") ?? 0 };
}

/** The Responses API: what was read and written is a part of the prompt. */
function readResponses(usage: Figures): CountedPrompt | null {
  const whole = makeFigureReader(usage)("input_tokens");
  if (whole === null || !isObject(usage.input_tokens_details)) return null;
  const input = (name: string) => readNestedFigure(usage, "input_tokens_details", name) ?? 0;
  const output = makeFigureReader(usage)("output_tokens") ?? 0;
  return { whole, read: input("cached_tokens"), written: input("cache_write_tokens"), output };
}

/** Gemini: thoughts stand beside the answer, and what tools of the provider sent beside the prompt. */
function readGemini(usage: Figures): CountedPrompt | null {
  const figure = makeFigureReader(usage);
  const prompt = figure("promptTokenCount");
  if (prompt === null) return null;
  const output = (figure("candidatesTokenCount") ?? 0) + (figure("thoughtsTokenCount") ?? 0);
  const whole = prompt + (figure("toolUsePromptTokenCount") ?? 0);
  return { whole, read: figure("cachedContentTokenCount") ?? 0, output };
}

/** Anthropic, Bedrock and agents that keep their accounts: what was read and written stands beside the input. */
function readBeside(usage: Figures): CountedPrompt | null {
  const figure = makeFigureReader(usage);
  const fresh = figure("input_tokens", "inputTokens", "input");
  if (fresh === null) return null;
  const read = figure("cache_read_input_tokens", "cacheReadInputTokens", "cacheRead") ?? 0;
  const written = figure("cache_creation_input_tokens", "cacheWriteInputTokens", "cacheWrite") ?? 0;
  const output = figure("output_tokens", "outputTokens", "output") ?? 0;
  return { whole: fresh + read + written, read, written, long: readLongWrites(usage), output };
}

/** Null if the account does not divide what was written. */
function readLongWrites(usage: Figures): Tokens | null {
  if (isObject(usage.cache_creation)) return makeFigureReader(usage.cache_creation)("ephemeral_1h_input_tokens") ?? 0;
  if (!Array.isArray(usage.cacheDetails)) return null;
  const long = usage.cacheDetails.filter(isObject).filter(({ ttl }) => ttl === "1h");
  return long.reduce((sum, each) => sum + (makeFigureReader(each)("inputTokens") ?? 0), 0);
}

/** Null also where nothing was counted: a proxy or a local model may report zeros for every call. */
export function readCountedCall(usage: Json | null): Account | null {
  const account = readAccount(usage);
  return account === null || countSentTokens(account.spent) === 0 ? null : account;
}

/** The part of the output that was reasoning; 0 if the account doesn't say. */
export function readReasoningTokens(usage: Json | null): Tokens {
  if (!isObject(usage)) return 0;
  const tokens =
    readNestedFigure(usage, "outputTokens", "reasoning") ??
    readNestedFigure(usage, "outputTokenDetails", "reasoningTokens") ??
    readNestedFigure(usage, "completion_tokens_details", "reasoning_tokens") ??
    readNestedFigure(usage, "output_tokens_details", "reasoning_tokens") ??
    readNestedFigure(usage, "output_tokens_details", "thinking_tokens");
  return tokens ?? makeFigureReader(usage)("reasoningTokens", "thoughtsTokenCount") ?? 0;
}

function makeFigureReader(usage: Figures): (...names: readonly string[]) => number | null {
  return (...names) => {
    return names.map((name) => usage[name]).find(isFigure) ?? null;
  };
}

/** A figure below zero counts nothing. */
function isFigure(value: unknown): value is Tokens {
  return typeof value === "number" && value >= 0;
}

function readNestedFigure(usage: Figures, outer: string, inner: string): number | null {
  const part = usage[outer];
  return isObject(part) ? makeFigureReader(part)(inner) : null;
}
