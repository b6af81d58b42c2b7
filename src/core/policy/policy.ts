import type { Tokens } from "../log/keys.js";
import type { WeighedReductionName } from "../view/reduce/reductions.js";
import type { LayerName } from "./layer.js";
import type { HistoryPolicy, PastPolicy } from "./past-policy.js";

/**
 * Plain data: which layers, in what order, with what limits. Parts are of the room: the window less the reply reserve.
 *
 * What has an effect only together stands together: a field that would do nothing can't be written.
 */
export interface Policy<Kind extends PastPolicy = PastPolicy> {
  /** Shown on the receipt. */
  readonly name: string;
  /** Which kinds of content, in which order. A summary has its place before them, right after what is pinned. */
  readonly layers: readonly PolicyLayer[];
  /** What becomes of past turns. */
  readonly past: Kind;
  /** Whether past turns are shown at all. */
  readonly withHistory: boolean;
  /** How past turns are shown. */
  readonly history: HistoryPolicy;
  /** The newest turns that nobody asked for (scheduled, briefing, heartbeat, subtask), which are still shown. */
  readonly backgroundTurns: number;
  /** A longer pause ends a conversation; 0 sees no pauses. */
  readonly threadMinutes: number;
  /** The reductions with their weights and limits. One that is not named reduces nothing. */
  readonly reductions: Reductions;
  /** What makes room when it runs out: all reductions together, by their weights; or the older half of the turns, again and again. */
  readonly makeRoom: "by weight" | "by halves";
  /** Whether finished steps of the turn that is being answered may be reduced, or only in an emergency. */
  readonly runningTurn: "reduce" | "keep";
  /** The most tokens of a view, whatever the window. */
  readonly maxTokens: Tokens;
  /** From this part of the room on, the view is reduced and older turns become a summary; 1 waits until there is need. */
  readonly summariseAt: number;
  /** After a compaction the recent layer fills this part of its room, so that the next calls only append. */
  readonly compactTo: number;
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
  /** Tools whose results are the last to be cleared. */
  readonly neverClear: readonly string[];
}

/** A policy that comes with Clew has every reduction. */
export interface Preset<Kind extends PastPolicy = PastPolicy> extends Policy<Kind> {
  readonly reductions: Required<Reductions>;
}

/** A kind of content that a policy gives a place; memories with the most tokens of what is looked up. */
export type PolicyLayer =
  | Extract<LayerName, "instructions" | "persona" | "recent" | "quote" | "now" | "message">
  | MemoriesLayer;

type PlacedLayerName = Exclude<PolicyLayer, MemoriesLayer> | MemoriesLayer["layer"];

/** The place of what is looked up, with its limit. */
export interface MemoriesLayer {
  /** Tells it from the others, which have no limit. */
  readonly layer: "memories";
  /** The most tokens of what is looked up because the message asks for it; 0 looks nothing up. */
  readonly tokens: Tokens;
}

/** The part of a reduction in the budget while there is not room for everything. */
export interface ReductionWeight {
  /** Weight against the other reductions: how much room what it would take away may claim. */
  readonly share: number;
  /** The same weight for what the newest step brought: the model has not read it yet. */
  readonly fresh: number;
}

/** What a reduction goes by besides its weight, for those that go by anything. */
export interface ReductionLimits {
  /** For clearing old results of tools. */
  readonly clear: {
    /** Old results are cleared ahead of need; null waits until there is need. */
    readonly ahead: ClearAhead | null;
  };
  /** For leaving out older turns. */
  readonly "leave-out": {
    /** With more turns than this, the older half leaves. */
    readonly maxTurns: number;
    /** Older messages leave ahead of need; null waits until there is need. */
    readonly messages: MessageLimits | null;
  };
}

/** When old results are cleared although everything fits. */
export interface ClearAhead {
  /** From this part of the room on. */
  readonly at: number;
  /** The newest results, which stay then. In windows under 100,000 tokens half of them. */
  readonly keep: number;
}

/** When older messages leave, or become a summary: whichever comes first. */
export interface MessageLimits {
  /** With more messages in view than this. */
  readonly most: number;
  /** With more tokens than this in messages older than the newest few. */
  readonly tokens: Tokens;
  /** So many hours after the last summary. */
  readonly hours: number;
  /** The newest messages, which stay then. */
  readonly keep: number;
}

/** For a reduction that goes by its weight alone. */
export type NoLimits = Readonly<Record<never, never>>;

/** The reductions of a policy, each with its weight and limits. One that is not named never reduces anything. */
export type Reductions = {
  readonly [Name in WeighedReductionName]?: ReductionWeight &
    (Name extends keyof ReductionLimits ? ReductionLimits[Name] : NoLimits);
};

/** Whether a policy has this reduction. */
export function hasReduction({ reductions }: Policy, { name }: { readonly name: WeighedReductionName }): boolean {
  return reductions[name] !== undefined;
}

/** Whether every view is made from the past alone, and no compaction before it counts. */
export function isStateless({ past }: Policy): boolean {
  return past.kind !== "compacting";
}

/** What stays byte-equal from call to call: everything up to the first volatile block, or the head alone. */
export function readPrefix({ past }: Policy): "epoch" | "head" {
  return past.kind === "compacting" ? past.prefix : "head";
}

/** The most tokens of a summary; null where the policy has no place for one. */
export function readSummaryTokens({ past }: Policy): Tokens | null {
  return past.kind === "choosing" ? null : (past.summary?.tokens ?? null);
}

/** The most tokens of what is looked up; null where the policy has no place for it. */
export function readMemoryTokens({ layers }: Policy): Tokens | null {
  return layers.find((layer) => typeof layer === "object")?.tokens ?? null;
}

/** Everything that a view may show, in its order. */
export function orderLayers(policy: Policy): readonly LayerName[] {
  const names = listLayerNames(policy);
  const isPinned = (name: LayerName) => name === "instructions" || name === "persona";
  return [...names.filter(isPinned), "summary", ...names.filter((name) => !isPinned(name))];
}

/** The layers by name, in their order. */
export function listLayerNames({ layers }: Policy): readonly PlacedLayerName[] {
  return layers.map((layer) => (typeof layer === "object" ? layer.layer : layer));
}
