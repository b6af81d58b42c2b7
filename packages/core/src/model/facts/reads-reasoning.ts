import type { ModelFacts } from "./model-facts.js";

/**
 * Whether a model is given the reasoning that another one wrote; null if no provider says. What it can't read is dropped without an
 * error and without a price, and counts again after a switch back.
 */
export function readsReasoning(reader: ModelFacts, writer: ModelFacts): boolean | null {
  if (reader.family !== "" && reader.family === writer.family) return true;
  const { reads } = reader.reasoning;
  return reads === null || writer.family === "" ? null : reads.includes(writer.family);
}
