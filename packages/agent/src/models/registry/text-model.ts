import { ClewError } from "@clewline/core/errors.js";
import { formatModelName } from "@clewline/core/model/facts/name.js";
import type { TextModel } from "@clewline/core/ports/index.js";
import { toJson } from "@clewline/text/json.js";
import type { LanguageModel } from "ai";

/** A model of the AI SDK, or a function that answers a short prompt with text. */
export type FastModel = LanguageModel | TextModel<AbortSignal>;

/** Loads the SDK when the first text is requested. */
export function makeTextModel(fastModel: FastModel): TextModel<AbortSignal> {
  if (typeof fastModel === "function") return fastModel;
  const isModel = typeof fastModel === "string" || (typeof fastModel === "object" && fastModel !== null);
  if (!isModel) {
    throw new ClewError("options/bad", "fastModel is neither a model nor a function", {
      hint: "Give a model of the AI SDK, or a function from { system, text, maxTokens, signal } to text",
    });
  }
  return async ({ system, text, maxTokens, signal }) => {
    const { generateText } = await import("ai");
    const request = { model: fastModel, system, prompt: text, maxOutputTokens: maxTokens, maxRetries: 1 };
    const { text: answer, totalUsage } = await generateText({ ...request, abortSignal: signal });
    const model = typeof fastModel === "string" ? fastModel : formatModelName(fastModel);
    return { text: answer, usage: toJson({ ...totalUsage, model }) };
  };
}
