import type { Policy } from "../policy.js";
import { balanced } from "./balanced.js";

/** Twenty turns and 50,000 tokens; the older half becomes a summary, which also goes to the day's journal. */
export const rolling: Policy = Object.freeze<Policy>({
  ...balanced,
  layers: ["instructions", "persona", "summary", "recent", "quote", "now", "message"],
  name: "rolling",
  makeRoom: "by halves",
  runningTurn: "keep",
  maxTokens: 50_000,
  maxTurns: 20,
  capOver: 20_000,
  // A single text larger than the whole budget can't be shown anyway.
  spillOver: 50_000,
  summariseAt: 1,
  memoryTokens: 0,
});
