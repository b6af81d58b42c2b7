import type { Embedder } from "@clewline/core/ports/index.js";
import { z } from "zod";
import { fetchJson, type OllamaServer } from "../ollama/server.js";

const answerSchema = z.object({ embeddings: z.array(z.array(z.number())) });

/** An embedding model of an Ollama server, which cuts what is too long for it. */
export function makeOllamaEmbedder(model: string, server: OllamaServer): Embedder<AbortSignal> {
  return {
    name: `ollama:${model}`,
    dimensions: null,
    async embed(texts, signal) {
      const body = { model, input: texts, truncate: true };
      const { embeddings } = await fetchJson(server, "/api/embed", answerSchema, { body, signal });
      return embeddings.map((embedding) => Float32Array.from(embedding));
    },
  };
}
