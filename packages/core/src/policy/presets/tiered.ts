import type { TieredPast } from "../past-policy.js";
import type { Preset } from "../policy.js";
import { basis } from "./basis.js";

/** Shows the current conversation and the rest of a day in full, the week before as summaries, 30,000 tokens in all. */
export const tiered: Preset<TieredPast> = Object.freeze<Preset<TieredPast>>({
  ...basis,
  name: "tiered",
  layers: ["instructions", "persona", { layer: "memories", tokens: 2_000 }, "recent", "quote", "now", "message"],
  past: {
    kind: "tiers",
    scope: "session",
    lookback: Number.POSITIVE_INFINITY,
    recency: null,
    fullHours: 24,
    days: 7,
    // As large as the view's own limit: summaries get the rest of it.
    summary: { tokens: 30_000 },
  },
  history: { form: "tagged", replyCharacters: 0 },
  maxTokens: 30_000,
  threadMinutes: 30,
  summariseAt: 1,
  compactTo: 1,
});
