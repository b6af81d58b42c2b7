import type { CompactingPast } from "../past-policy.js";
import type { Preset } from "../policy.js";
import { basis } from "./basis.js";

const { reductions } = basis;

/** Shortens large results at once, clears old ones at 60 % of the room, and summarises old turns at 85 %. */
export const layered: Preset<CompactingPast> = Object.freeze<Preset<CompactingPast>>({
  ...basis,
  name: "layered",
  layers: ["instructions", "persona", "recent", "quote", "now", "message"],
  past: { kind: "compacting", prefix: "epoch", summary: { tokens: 3_000, byAnswering: true } },
  valueCharacters: 65_536,
  spillOver: 20_000,
  actsAhead: "any call",
  summariseAt: 0.85,
  reductions: { ...reductions, clear: { ...reductions.clear, ahead: { at: 0.6, keep: 6 } } },
});
