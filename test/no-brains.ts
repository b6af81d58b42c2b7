import type { ModelRegistry } from "@clewline/agent/models/registry/model-registry.js";

/** For logs that nobody answers in. */
export const noBrains: ModelRegistry = {
  known: async () => undefined,
  inUse: () => Promise.reject(new Error("This log has no model")),
  answerBriefly: () => Promise.reject(new Error("This log has no model")),
};
