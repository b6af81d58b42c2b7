import type { CompactingPast } from "../past-policy.js";
import type { Preset } from "../policy.js";
import { basis } from "./basis.js";

const { reductions } = basis;

/** Keeps twenty turns and 50,000 tokens; the older half becomes a summary, which also goes to the day's journal. Idle sessions are archived. */
export const rolling: Preset<CompactingPast> = Object.freeze<Preset<CompactingPast>>({
  ...basis,
  name: "rolling",
  layers: ["instructions", "persona", "recent", "quote", "now", "message"],
  past: { kind: "compacting", prefix: "epoch", summary: { tokens: 3_000, byAnswering: true } },
  makeRoom: "by halves",
  runningTurn: "keep",
  maxTokens: 50_000,
  capOver: 20_000,
  // Results have a limit of their own, once their turn is over.
  spillOver: Number.POSITIVE_INFINITY,
  summariseAt: 1,
  retention: { days: 30, erases: false },
  reductions: { ...reductions, "leave-out": { ...reductions["leave-out"], maxTurns: 20 } },
});
