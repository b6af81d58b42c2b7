import type { Embedder } from "../../core/ports/index.js";

/** What the choice of an embedder leads to. A reason is a sentence without its full stop. */
export type EmbedderResult =
  | { readonly kind: "none" }
  | { readonly kind: "unusable"; readonly because: string }
  | { readonly kind: "ready"; readonly embedder: Embedder<AbortSignal> };
