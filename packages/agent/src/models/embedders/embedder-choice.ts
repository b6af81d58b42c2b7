import { ClewError } from "@clewline/core/errors.js";
import type { Embedder } from "@clewline/core/ports/index.js";
import type { EmbeddingModel } from "ai";

/** A model of the AI SDK, an embedder of your own, or a name: "minilm", "ollama:NAME" or "none". */
export type EmbedderChoice = EmbeddingModel | Embedder<AbortSignal>;

const names = 'Use "minilm", "ollama:NAME", "none", an embedding model of the AI SDK, or an Embedder';

/** Whether it is a name that is known here. */
function isEmbedderName(name: string): boolean {
  return name === "none" || name === "minilm" || /^ollama:\S+$/.test(name);
}

export function refuseEmbedder(choice: unknown): void {
  if (choice === undefined) return;
  if (typeof choice === "string" && isEmbedderName(choice)) return;
  if (typeof choice === "object" && choice !== null && (isOwnEmbedder(choice) || "doEmbed" in choice)) return;
  const given = typeof choice === "string" ? JSON.stringify(choice) : "none of these";
  throw new ClewError("options/bad", `embedder is ${given}`, { hint: names });
}

export function isOwnEmbedder(choice: object): choice is Embedder<AbortSignal> {
  return "embed" in choice && typeof choice.embed === "function" && "name" in choice;
}
