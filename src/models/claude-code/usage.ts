import { isObject, toJson } from "../../core/text/json.js";
import type { Finish } from "../sdk-model.js";

/** Merges the provider's figures as they come: later ones override earlier ones. */
export function mergeUsage(before: Readonly<Record<string, unknown>>, usage: unknown): Record<string, unknown> {
  if (!isObject(usage)) return { ...before };
  const figures = Object.entries(usage).filter(([, value]) => value !== null && value !== undefined);
  return { ...before, ...Object.fromEntries(figures) };
}

export function readUsage(figures: Readonly<Record<string, unknown>>): Finish["usage"] {
  const figure = (name: string) => (typeof figures[name] === "number" ? (figures[name] as number) : undefined);
  const fresh = figure("input_tokens");
  const cacheRead = figure("cache_read_input_tokens");
  const cacheWrite = figure("cache_creation_input_tokens");
  const total = fresh === undefined ? undefined : fresh + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const output = figure("output_tokens");
  return {
    inputTokens: { total, noCache: fresh, cacheRead, cacheWrite },
    outputTokens: { total: output, text: undefined, reasoning: undefined },
    raw: toJson(figures) as NonNullable<Finish["usage"]["raw"]>,
  };
}

const reasons: ReadonlyMap<string, Finish["finishReason"]["unified"]> = new Map([
  ["end_turn", "stop"],
  ["stop_sequence", "stop"],
  ["tool_use", "tool-calls"],
  ["max_tokens", "length"],
  ["model_context_window_exceeded", "length"],
  ["refusal", "content-filter"],
]);

export function readFinishReason(raw: string | null, calls: number): Finish["finishReason"] {
  if (calls > 0) return { unified: "tool-calls", raw: raw ?? "tool_use" };
  const unified = raw === null ? "stop" : (reasons.get(raw) ?? "other");
  // The model called a tool that is not the caller's, without result.
  return { unified: unified === "tool-calls" ? "other" : unified, raw: raw ?? undefined };
}
