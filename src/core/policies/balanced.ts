import type { Policy } from "../policy.js";

/** The default: reduce what is old and large first, keep the prefix stable. */
export const balanced: Policy = Object.freeze<Policy>({
  name: "balanced",
  prefix: "epoch",
  scope: "lane",
  layers: ["instructions", "persona", "summary", "recent", "quote", "now", "message"],
  ladder: [
    { rung: "spill", share: 2, fresh: 6 },
    { rung: "clear", share: 3, fresh: 80 },
    { rung: "clear-last", share: 300, fresh: 300 },
    { rung: "text-only", share: 2, fresh: 2 },
    { rung: "leave-out", share: 5, fresh: 5 },
  ],
  makeRoom: "by weight",
  runningTurn: "reduce",
  maxTokens: Number.POSITIVE_INFINITY,
  maxTurns: Number.POSITIVE_INFINITY,
  capOver: Number.POSITIVE_INFINITY,
  streamBytes: 262_144,
  spillOver: 20_000,
  neverSpill: [],
  preview: 1_000,
  clearAt: 1,
  clearKeep: 6,
  neverClear: [],
  summariseAt: 0.9,
  summaryTokens: 3_000,
  compactTo: 0.7,
});
