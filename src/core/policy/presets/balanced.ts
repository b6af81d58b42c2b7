import type { CompactingPast } from "../past-policy.js";
import type { Preset } from "../policy.js";
import { basis } from "./basis.js";

const { reductions } = basis;

/**
 * The default preset: reduces what is old and large first, and keeps the prefix stable. Old results are cleared at half of the
 * room, in one go: reading them again on every call costs more than writing the rest of the prefix once.
 */
export const balanced: Preset<CompactingPast> = Object.freeze<Preset<CompactingPast>>({
  ...basis,
  name: "balanced",
  reductions: { ...reductions, clear: { ...reductions.clear, ahead: { at: 0.5, keep: 10 } } },
});
