/** One question to a model that may answer anything, or never. */

import type { TextModel } from "@clewline/core/ports/index.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { encodeCanonicalJson, isObject, type Json } from "@clewline/text/json.js";

export type Answer =
  | { readonly kind: "text"; readonly text: string; readonly usage: Json | null }
  | { readonly kind: "late" }
  | { readonly kind: "failed"; readonly why: string };

/**
 * Never throws, and waits until one of the signals aborts: `late` at the deadline, `signal` when the caller cancels.
 */
export async function askTextModel(
  fastModel: TextModel<AbortSignal>,
  request: { readonly system: string; readonly text: string; readonly maxTokens: number },
  late: AbortSignal,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const stop = signal === undefined ? late : AbortSignal.any([late, signal]);
  try {
    // A model that ignores the signal must not delay the caller.
    return readAnswer(await Promise.race([fastModel({ ...request, signal: stop }), rejectOnAbort(stop)]));
  } catch (error) {
    if (late.aborted) return { kind: "late" };
    return {
      kind: "failed",
      why: redactSecrets(describeThrown(error)).slice(0, longestReason) || "no reason was given",
    };
  }
}

const longestReason = 300;

/** A caller's own function may return values that its type forbids. */
function readAnswer(answer: unknown): Answer {
  if (typeof answer === "string") return { kind: "text", text: answer, usage: null };
  const text = isObject(answer) ? answer.text : null;
  if (!isObject(answer) || typeof text !== "string") return { kind: "failed", why: "the answer was not a text" };
  return { kind: "text", text, usage: readAnswerUsage(answer) };
}

/** More characters than any provider's account has. */
const longestUsage = 4_000;

/** Null for none, and for one that can't be stored, so that it does not cost the answer that it came with. */
function readAnswerUsage(answer: Readonly<Record<string, unknown>>): Json | null {
  try {
    const text = encodeCanonicalJson(answer.usage);
    return text.length > longestUsage || redactSecrets(text) !== text ? null : (JSON.parse(text) as Json);
  } catch {
    // It is cyclic, or throws while it is read.
    return null;
  }
}

/** Anything may be thrown, even what can't be converted to text. */
function describeThrown(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    // Converting the thrown value throws, too.
    return "something was thrown that has no words";
  }
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
