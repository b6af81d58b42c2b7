import type { CompactingPast } from "../past-policy.js";
import type { Preset } from "../policy.js";
import { basis } from "./basis.js";

const { reductions } = basis;

/** Shows the lane's summary, what the message asks for and the newest messages; compacts at 30 or 2,500 tokens. */
export const laned: Preset<CompactingPast> = Object.freeze<Preset<CompactingPast>>({
  ...basis,
  name: "laned",
  layers: ["instructions", "persona", { layer: "memories", tokens: 1_500 }, "recent", "quote", "now", "message"],
  past: { kind: "compacting", prefix: "head", summary: { tokens: 3_000, byAnswering: true } },
  history: { form: "text", replyCharacters: 0 },
  summariseAt: 1,
  reductions: {
    ...reductions,
    "leave-out": { ...reductions["leave-out"], messages: { most: 30, tokens: 2_500, hours: 24, keep: 10 } },
  },
});
