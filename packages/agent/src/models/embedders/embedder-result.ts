import type { Embedder } from "@clewline/core/ports/index.js";

/** The outcome of choosing an embedder. A reason is a sentence without its full stop. */
export type EmbedderResult =
  | { readonly kind: "none" }
  | { readonly kind: "unusable"; readonly because: string }
  | { readonly kind: "ready"; readonly embedder: Embedder<AbortSignal> };
