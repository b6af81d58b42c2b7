import { ClewError } from "./errors.js";
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

export const rungNames = ["spill", "clear", "leave-out"] as const;
export type RungName = (typeof rungNames)[number];

/** One reduction and its part of the budget while there is not room for everything. */
export interface LadderStep {
  readonly rung: RungName;
  /** Weight against the other rungs: how much room what it would take away may claim. */
  readonly share: number;
  /** The same weight for what the newest step brought: the model has not read it yet. */
  readonly fresh: number;
}

/** Plain data: which layers, in what order, with what limits. */
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
  /** A single text above this is always shown as head, tail and pointer. */
  readonly spillOver: Tokens;
  /** Tokens of head and tail together where a text is shown by its ends. */
  readonly preview: Tokens;
  /** After a compaction the recent layer fills this part of its room, so that the next calls only append. */
  readonly compactTo: number;
}

/** The default: reduce what is old and large first, keep the prefix stable. */
export const balanced: Policy = Object.freeze<Policy>({
  name: "balanced",
  prefix: "epoch",
  scope: "lane",
  layers: ["instructions", "persona", "recent", "quote", "now", "message"],
  ladder: [
    { rung: "spill", share: 2, fresh: 6 },
    { rung: "clear", share: 3, fresh: 8 },
    { rung: "leave-out", share: 5, fresh: 5 },
  ],
  spillOver: 20_000,
  preview: 1_000,
  compactTo: 0.7,
});

const presets: Readonly<Record<string, Policy>> = Object.freeze({ balanced });

export function presetNamed(name: string): Policy {
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined;
  if (preset === undefined) {
    throw new ClewError("policy/bad", `There is no policy named ${JSON.stringify(name)}`, {
      hint: `Use one of: ${Object.keys(presets).join(", ")}`,
    });
  }
  return preset;
}
