import type { LanguageModel } from "ai";
import { ClewError } from "../../core/errors.js";
import type { Completer } from "../../core/ports.js";

/** A model of the AI SDK, or a function that answers a short prompt with text. */
export type Summariser = LanguageModel | Completer<AbortSignal>;

/** The SDK is loaded when the first text is asked for. */
export function completerOf(summariser: Summariser): Completer<AbortSignal> {
  if (typeof summariser === "function") return summariser;
  const isModel = typeof summariser === "string" || (typeof summariser === "object" && summariser !== null);
  if (!isModel) {
    throw new ClewError("options/bad", "The summariser is neither a model nor a function", {
      hint: "Give a model of the AI SDK, or a function from { system, text, maxTokens, signal } to text",
    });
  }
  return async ({ system, text, maxTokens, signal }) => {
    const { generateText } = await import("ai");
    const request = { model: summariser, system, prompt: text, maxOutputTokens: maxTokens, maxRetries: 1 };
    return (await generateText({ ...request, abortSignal: signal })).text;
  };
}
