import type { ChoosingPast } from "../past-policy.js";
import type { Preset } from "../policy.js";
import { basis } from "./basis.js";

/** Looks back 25 turns: the newest five are always shown, and of the others those that a fast model picks, or all. */
export const selective: Preset<ChoosingPast> = Object.freeze<Preset<ChoosingPast>>({
  ...basis,
  name: "selective",
  layers: ["instructions", "persona", "recent", "quote", "now", "message"],
  past: { kind: "choosing", lookback: 25, recency: null, choice: { above: 3, recent: 5, seconds: 30, byWords: false } },
  history: { form: "text", replyCharacters: 0 },
  summariseAt: 1,
  compactTo: 1,
  backgroundTurns: 3,
});
