import type { Policy } from "../policy.js";
import { balanced } from "./balanced.js";

/** The lane's summary, what else the message asks for, and its newest messages; compacted at 30 messages or 2,500 tokens. */
export const laned: Policy = Object.freeze<Policy>({
  ...balanced,
  name: "laned",
  prefix: "head",
  layers: ["instructions", "persona", "summary", "memories", "recent", "quote", "now", "message"],
  history: "text",
  summariseAt: 1,
  compactMessages: 30,
  compactTokens: 2_500,
  compactHours: 24,
  keepMessages: 10,
  memoryTokens: 1_500,
});
