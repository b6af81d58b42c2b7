import type { Tokens } from "./keys.js";

/** The kinds of content in a view, in their usual order. */
export type LayerName =
  | "instructions"
  | "persona"
  | "skills"
  | "memory index"
  | "standing"
  | "summary"
  | "memories"
  | "recent"
  | "quote"
  | "now"
  | "message";

/** The reductions that move on at a compaction, cheapest first. */
export const rungNames = ["cap", "spill", "clear", "clear-last", "text-only", "emergency", "leave-out"] as const;
export type RungName = (typeof rungNames)[number];

/** Those that share the room by weight. The others follow a limit of their own. */
export const weighedRungs = [
  "spill",
  "clear",
  "clear-last",
  "text-only",
  "leave-out",
] as const satisfies readonly RungName[];

/** Boundaries that reduce nothing. */
export const noReduction: Readonly<Record<RungName, number>> = Object.freeze({
  cap: 0,
  spill: 0,
  clear: 0,
  "clear-last": 0,
  "text-only": 0,
  emergency: 0,
  "leave-out": 0,
});

/** One reduction and its part of the budget while there is not room for everything. */
export interface LadderStep {
  readonly rung: (typeof weighedRungs)[number];
  /** Weight against the other rungs: how much room what it would take away may claim. */
  readonly share: number;
  /** The same weight for what the newest step brought: the model has not read it yet. */
  readonly fresh: number;
}

/** Plain data: which layers, in what order, with what limits. Parts are of the room: the window less the reply reserve. */
export interface Policy {
  /** Shown on the receipt. */
  readonly name: string;
  /** What stays byte-equal from call to call: everything up to the first volatile block, or the head alone. */
  readonly prefix: "epoch" | "head";
  /** How far a view may look: into its lane, or into the whole session. */
  readonly scope: "lane" | "session";
  /** Which kinds of content, in which order. */
  readonly layers: readonly LayerName[];
  /** The reductions and their weights. */
  readonly ladder: readonly LadderStep[];
  /** What makes room when it runs out: all reductions together, by their weights; or the older half of the turns, again and again. */
  readonly makeRoom: "by weight" | "by halves";
  /** Whether finished steps of the turn that is being answered may be reduced, or only in an emergency. */
  readonly runningTurn: "reduce" | "keep";
  /** The most tokens of a view, whatever the window. */
  readonly maxTokens: Tokens;
  /** With more turns than this, the older half leaves. */
  readonly maxTurns: number;
  /** Results of past turns above this many characters are shown by their ends. */
  readonly capOver: number;
  /** Streamed output of tools is shown as a terminal would leave it, and no more than its last bytes. */
  readonly streamBytes: number;
  /** A single text above this is always shown as head, tail and pointer. */
  readonly spillOver: Tokens;
  /** Tools that shorten their results themselves: the limit above is not for them. */
  readonly neverSpill: readonly string[];
  /** Tokens of head and tail together where a text is shown by its ends. */
  readonly preview: Tokens;
  /** From this part of the room on, old results are cleared; 1 waits until there is need. */
  readonly clearAt: number;
  /** The newest results, which stay then. In windows under 100,000 tokens half of them. */
  readonly clearKeep: number;
  /** Tools whose results are the last to be cleared. */
  readonly neverClear: readonly string[];
  /** From this part of the room on, older turns become a summary; 1 waits until there is need. */
  readonly summariseAt: number;
  /** The most tokens of the summary that stands for what has left; 0 for none. */
  readonly summaryTokens: Tokens;
  /** After a compaction the recent layer fills this part of its room, so that the next calls only append. */
  readonly compactTo: number;
}

/** Whether a policy has this reduction; a threshold does not move what the policy does not have. */
export function hasRung({ ladder }: Policy, rung: LadderStep["rung"]): boolean {
  return ladder.some((step) => step.rung === rung);
}
