import type { Policy } from "../policy.js";
import { balanced } from "./balanced.js";

/** Large results become their ends at once, old ones are cleared at 60 % of the room, old turns summarised at 85 %. */
export const layered: Policy = Object.freeze<Policy>({
  ...balanced,
  layers: ["instructions", "persona", "summary", "recent", "quote", "now", "message"],
  name: "layered",
  spillOver: 20_000,
  clearAt: 0.6,
  clearKeep: 6,
  summariseAt: 0.85,
  memoryTokens: 0,
});
