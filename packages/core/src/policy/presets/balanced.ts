import type { CompactingPast } from "../past-policy.js";
import type { Preset } from "../policy.js";
import { basis } from "./basis.js";

/**
 * The default preset: keeps the prefix stable, and rewrites it only where that is cheaper. What costs more than it is worth
 * becomes a stub with a pointer; what is old and large is reduced first when room is short.
 */
export const balanced: Preset<CompactingPast> = Object.freeze<Preset<CompactingPast>>({
  ...basis,
  name: "balanced",
  layers: ["instructions", "persona", "recent", { layer: "memories", tokens: 4_000 }, "quote", "now", "message"],
  history: { form: "steps", labels: "runs" },
  missCost: 1,
});
