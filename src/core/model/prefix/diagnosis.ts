/** Reads providers' own diagnoses of a cache miss. */
import type { Tokens } from "../../log/keys.js";
import { isObject, type Json } from "../../text/json.js";

export interface CacheDiagnosis {
  /** Which part of the request differed, or `hit`. */
  readonly type: "hit" | "model" | "system" | "tools" | "messages" | "setting" | "server edit";
  /** Tokens that were not read; null if it does not say. */
  readonly tokens: Tokens | null;
}

/** Null for an answer without a diagnosis, and for one that says nothing: the request before is not known there any more. */
export function readDiagnosis(told: Json | null): CacheDiagnosis | null {
  if (!isObject(told)) return null;
  const { cache_miss_reason: reason } = told;
  if (isObject(reason))
    return makeDiagnosis(reason.type, reason.cache_missed_input_tokens ?? told.cache_missed_input_tokens);
  if (told.type === "cache_hit") return { type: "hit", tokens: null };
  return told.type === "cache_miss" ? makeDiagnosis(told.reason, told.cache_missed_tokens) : null;
}

function makeDiagnosis(reason: unknown, tokens: unknown): CacheDiagnosis | null {
  const type = reasons[String(reason)];
  return type === undefined ? null : { type, tokens: typeof tokens === "number" && tokens >= 0 ? tokens : null };
}

const reasons: Readonly<Record<string, CacheDiagnosis["type"]>> = {
  model_changed: "model",
  system_changed: "system",
  tools_changed: "tools",
  messages_changed: "messages",
  input_changed: "messages",
  text_format_changed: "setting",
  reasoning_effort_changed: "setting",
  verbosity_changed: "setting",
  service_tier_changed: "setting",
  prompt_cache_key_changed: "setting",
  context_compacted: "server edit",
};
