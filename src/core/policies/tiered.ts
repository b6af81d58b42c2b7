import type { Policy } from "../policy.js";
import { balanced } from "./balanced.js";

/** The conversation that goes on and the rest of a day in full, the week before it as summaries, 30,000 tokens in all. */
export const tiered: Policy = Object.freeze<Policy>({
  ...balanced,
  name: "tiered",
  prefix: "head",
  scope: "session",
  layers: ["instructions", "persona", "summary", "memories", "recent", "quote", "now", "message"],
  history: "tagged",
  maxTokens: 30_000,
  summariseAt: 1,
  compactTo: 1,
  threadMinutes: 30,
  fullHours: 24,
  tierDays: 7,
  memoryTokens: 2_000,
});
