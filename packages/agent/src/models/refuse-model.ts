import { ClewError } from "@clewline/core/errors.js";

export function refuseModel(model: unknown, option = "model"): void {
  if (model === undefined || typeof model === "string") return;
  if (typeof model === "object" && model !== null && "doStream" in model) return;
  throw new ClewError("options/bad", `${option} is neither a name nor a model of the AI SDK`, {
    hint: 'Give a name, e.g. "anthropic:claude-sonnet-5", or what a provider package of the AI SDK returns',
  });
}
