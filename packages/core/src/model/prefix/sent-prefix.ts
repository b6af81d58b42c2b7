/** Facts about a request's beginning that are known before its answer comes. */

import { isObject, type Json } from "@clewline/text/json.js";
import type { Instant, Tokens } from "../../log/keys.js";
import type { SpentTokens } from "../prices.js";
import type { PrefixBreak, PrefixNote } from "./break.js";

/** Reads providers' own diagnoses of a cache miss. */
export interface CacheDiagnosis {
  /** The part of the request that differed, or `hit`. */
  readonly type: "hit" | "model" | "system" | "tools" | "messages" | "setting" | "server edit";
  /** Tokens that were not read; null if it does not say. */
  readonly tokens: Tokens | null;
}

/** Null without a diagnosis, and for one without a cause: the provider no longer has the request before. */
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

/** A difference between the bytes of two requests. */
export interface PrefixChange extends Pick<PrefixBreak, "cause" | "block" | "because"> {
  /** Set where another than usual caused it. */
  readonly by?: PrefixBreak["by"];
}

/** The answered call before it in the lane. */
export interface CallBefore {
  readonly usage: {
    readonly model: string | null;
    readonly spent: SpentTokens | null;
    readonly durationMs: number;
    readonly keptMs?: number;
    readonly prefix?: PrefixNote;
  };
  /** When it ended. */
  readonly at: Instant;
}

/** The common part of two requests. */
export interface PrefixMatch {
  /** The part of the later one that both begin with, from 0 to 1. */
  readonly shared: number;
  /** The part of it behind the first difference that the earlier one had too. */
  readonly again: number;
  /** Null where the earlier one was only appended to, or differs where it is meant to. */
  readonly change: PrefixChange | null;
  /** Set where they differ in what a view renews with each turn. */
  readonly isRenewed?: true;
}

export interface SentPrefix extends Pick<PrefixNote, "stable"> {
  /** Null for the first call of a lane. */
  readonly before: CallBefore | null;
  /** Null where the request before is not known any more. */
  readonly match: PrefixMatch | null;
  readonly account?: string | undefined;
  /** Set if the provider edited the request on its side. */
  readonly isEdited?: boolean | undefined;
  /** Set if none of its marks is near enough to those of the request before. */
  readonly hasLostMarks?: boolean | undefined;
  readonly diagnosis?: CacheDiagnosis | null | undefined;
}
