import type { TextModel } from "../ports/index.js";
import type { ModelFacts } from "./facts/model-facts.js";

/** The port of a model. `Model` is the host's type for a model with tools, `Signal` the type that aborts a call. */
export interface ModelAdapter<Model, Signal> {
  /** The name in usage, receipts and settings: `anthropic:claude-sonnet-5`, `ollama:qwen3`, `offline`. */
  readonly name: string;
  /** Answers requests, with tools; the host's loop drives it. */
  readonly model: Model;
  /** Writes short texts, by a smaller model of the same provider if there is one, without tools. */
  readonly fast: TextModel<Signal>;
  /** Window, prices and cache rules. A local server is asked for the window that it has loaded. */
  facts(signal: Signal): Promise<ModelFacts>;
}
