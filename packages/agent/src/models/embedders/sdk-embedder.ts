import type { Embedder } from "@clewline/core/ports/index.js";
import type { EmbeddingModel } from "ai";
import { loadSdk } from "../load-sdk.js";

/** An embedding model of the AI SDK, which splits what its provider takes in parts only. */
export function makeSdkEmbedder(model: Exclude<EmbeddingModel, string>): Embedder<AbortSignal> {
  return {
    name: `${model.provider}:${model.modelId}`,
    dimensions: null,
    async embed(texts, signal) {
      const { embedMany } = await loadSdk();
      const { embeddings } = await embedMany({ model, values: [...texts], abortSignal: signal, maxRetries: 1 });
      return embeddings.map((embedding) => Float32Array.from(embedding));
    },
  };
}
