import type { TextModel } from "../ports/index.js";
import type { ModelFacts } from "./facts/model-facts.js";

/** A model behind one small port. `Model` is the host's own type for one that streams and calls tools, `Signal` what stops it. */
export interface ModelAdapter<Model, Signal> {
  /** As usage, receipts and settings name it: `anthropic:claude-sonnet-5`, `ollama:qwen3`, `offline`. */
  readonly name: string;
  /** Answers a request, with tools; the host's loop drives it. */
  readonly model: Model;
  /** A short text in the fast role, by a smaller model of the same provider where there is one. It gets no tools. */
  readonly fast: TextModel<Signal>;
  /** Window, prices and cache rules. A local server is asked for the window that it has loaded. */
  facts(signal: Signal): Promise<ModelFacts>;
}
