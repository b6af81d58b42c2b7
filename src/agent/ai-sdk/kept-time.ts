import { readLifetimeMs } from "../../core/model/cache-lifetime.js";
import { isObject } from "../../core/text/json.js";
import type { ModelCall } from "./prompt-of.js";

/** Of a mark that names none. */
const usual = "5m";

/** How long a call asks its provider to keep what it sends: by its own options, or by the last mark of its prompt. */
export function readKept({ providerOptions, prompt }: ModelCall): { readonly keptMs?: number } {
  const keptMs = readAsked(providerOptions) ?? readLastMark(prompt);
  return keptMs === null ? {} : { keptMs };
}

function readAsked(options: unknown): number | null {
  const { openai, anthropic } = isObject(options) ? options : {};
  if (isObject(anthropic) && isObject(anthropic.cacheControl))
    return readLifetimeMs(anthropic.cacheControl.ttl ?? usual);
  if (!isObject(openai)) return null;
  const { promptCacheOptions: asked, promptCacheRetention: retention } = openai;
  return readLifetimeMs(isObject(asked) ? asked.ttl : retention);
}

function readLastMark(prompt: unknown): number | null {
  for (const message of Array.isArray(prompt) ? prompt.toReversed() : []) {
    const parts = isObject(message) && Array.isArray(message.content) ? message.content.toReversed() : [];
    for (const marked of [message, ...parts]) {
      const own = isObject(marked) && isObject(marked.providerOptions) ? marked.providerOptions.anthropic : undefined;
      if (isObject(own) && isObject(own.cacheControl)) return readLifetimeMs(own.cacheControl.ttl ?? usual);
    }
  }
  return null;
}
