import type { CacheMark } from "@clewline/core/receipt/cache-marks.js";
import type { FittingView } from "@clewline/core/view/view-result.js";
import type { SdkRequest } from "./prompt-of.js";

/** Only the providers that look for a mark see it. */
const mark = { anthropic: { cacheControl: { type: "ephemeral" } } };

/** The view in the SDK's own shape, with its marks for the provider's cache. */
export function buildSdkRequest({ system, messages, marks }: FittingView<readonly unknown[]>): SdkRequest {
  const own = { messages: messages.map((message, index) => markMessage(message, listMarkedContents(marks, index))) };
  if (system === "") return own;
  return {
    ...own,
    system: marks.includes("system") ? { role: "system", content: system, providerOptions: mark } : system,
  };
}

function listMarkedContents(marks: readonly CacheMark[], message: number): ReadonlySet<number> {
  return new Set(marks.flatMap((each) => (each !== "system" && each.message === message ? [each.content] : [])));
}

function markMessage(message: unknown, places: ReadonlySet<number>): unknown {
  if (places.size === 0) return message;
  const { content, ...rest } = message as { readonly content: readonly { readonly providerOptions?: object }[] };
  const parts = content.map((part, index) =>
    places.has(index) ? { ...part, providerOptions: { ...part.providerOptions, ...mark } } : part,
  );
  return { ...rest, content: parts };
}
