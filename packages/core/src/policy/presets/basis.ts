import type { CompactingPast } from "../past-policy.js";
import type { Preset } from "../policy.js";

/** The values that presets share, unless they set their own. */
export const basis: Omit<Preset<CompactingPast>, "name"> = Object.freeze<Omit<Preset<CompactingPast>, "name">>({
  layers: ["instructions", "persona", "recent", { layer: "memories", tokens: 800 }, "quote", "now", "message"],
  past: { kind: "compacting", prefix: "epoch", summary: { tokens: 3_000 } },
  withHistory: true,
  history: { form: "steps" },
  backgroundTurns: 3,
  threadMinutes: 30,
  reductions: {
    spill: { share: 2, fresh: 6 },
    clear: { share: 3, fresh: 80, ahead: null },
    "clear-last": { share: 300, fresh: 300 },
    "text-only": { share: 2, fresh: 2 },
    "leave-out": { share: 5, fresh: 5, maxTurns: Number.POSITIVE_INFINITY, messages: null },
  },
  makeRoom: "by weight",
  runningTurn: "reduce",
  actsAhead: "once a turn",
  restore: "same",
  maxSteps: 15,
  maxTokens: Number.POSITIVE_INFINITY,
  summariseAt: 0.9,
  compactTo: 0.7,
  capOver: Number.POSITIVE_INFINITY,
  streamBytes: 262_144,
  valueCharacters: Number.POSITIVE_INFINITY,
  spillOver: 20_000,
  neverSpill: [],
  preview: 1_000,
  neverClear: [],
  missCost: Number.POSITIVE_INFINITY,
  outlineOver: Number.POSITIVE_INFINITY,
});
