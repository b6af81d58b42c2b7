import type { Answer } from "../server.js";
import { countTokens } from "../server.js";
import type { ResponsesForm } from "./responses-request.js";

type Reason = readonly [name: string, value: unknown];

/** Says why less of a prompt was cached than of the response that the request names. */
export class ResponseDiagnostics {
  readonly #known = new Map<string, { readonly reasons: readonly Reason[]; readonly prompt: string }>();

  /** The response's `prompt_cache_diagnostics`; undefined where the request does not ask. */
  compare({ id, asked }: Answer<ResponsesForm>): unknown {
    const { request, prompt } = asked.form;
    const reasons = listReasons(asked.form);
    const named = request.prompt_cache_options?.comparison_response_id;
    this.#known.set(`resp_${id}`, { reasons, prompt });
    if (named == null) return undefined;
    const before = this.#known.get(named);
    if (before === undefined) return { type: "comparison_response_not_found" };
    const changed = reasons.find(
      ([, value], place) => JSON.stringify(value) !== JSON.stringify(before.reasons[place]?.[1]),
    );
    const reason = changed?.[0] ?? (prompt.startsWith(before.prompt) ? null : "input_changed");
    if (reason === null) return { type: "cache_hit" };
    const common = [...before.prompt].findIndex((letter, place) => prompt[place] !== letter);
    const missed = before.prompt.slice(reason === "input_changed" ? Math.max(0, common) : 0);
    return { type: "cache_miss", reason, cache_missed_tokens: countTokens(missed) };
  }
}

function listReasons({ request }: ResponsesForm): readonly Reason[] {
  return [
    ["model_changed", request.model],
    ["tools_changed", request.tools ?? null],
    ["text_format_changed", request.text?.format ?? null],
    ["reasoning_effort_changed", request.reasoning?.effort ?? null],
    ["verbosity_changed", request.text?.verbosity ?? null],
    ["service_tier_changed", request.service_tier ?? null],
    ["prompt_cache_key_changed", request.prompt_cache_key ?? null],
  ];
}
