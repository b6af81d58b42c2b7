import type { Policy } from "../policy.js";
import { balanced } from "./balanced.js";

/** Looks back 25 turns; the newest five are always in, and of the others those that a fast model picks. */
export const selective: Policy = Object.freeze<Policy>({
  ...balanced,
  name: "selective",
  prefix: "head",
  layers: ["instructions", "persona", "recent", "quote", "now", "message"],
  history: "text",
  summariseAt: 1,
  summaryTokens: 0,
  compactTo: 1,
  lookback: 25,
  recencyHours: 0,
  recencyLeast: 10,
  select: true,
  selectAbove: 3,
  alwaysRecent: 5,
  selectSeconds: 30,
  replyCharacters: 0,
  backgroundTurns: 3,
  memoryTokens: 0,
});
