import type { Tokens } from "../log/keys.js";
import type { WeighedReductionName } from "../view/reduce/reductions.js";
import type { LayerName } from "./layer.js";
import type { HistoryPolicy, PastPolicy } from "./past-policy.js";

/**
 * A policy as plain data: which layers, in what order, with what limits. Parts are fractions of the room, which is the
 * window less the reply reserve.
 *
 * Values that only have an effect together are grouped, so that a field without effect can't be written.
 */
export interface Policy<Kind extends PastPolicy = PastPolicy> {
  /** Shown on the receipt. */
  readonly name: string;
  /** The kinds of content, in order. A summary comes before them, right after instructions and persona. */
  readonly layers: readonly PolicyLayer[];
  /** Decides how past turns leave the view: compacted, chosen for each message, or sorted by age. */
  readonly past: Kind;
  /** Whether past turns are shown at all. */
  readonly withHistory: boolean;
  /** How past turns are shown. */
  readonly history: HistoryPolicy;
  /** How many of the newest turns from clocks and other agents (scheduled, briefing, heartbeat, subtask) are shown. */
  readonly backgroundTurns: number;
  /** A pause of more minutes ends a conversation; 0 ignores pauses. */
  readonly threadMinutes: number;
  /** The reductions with their weights and limits. Reductions that are absent do nothing. */
  readonly reductions: Reductions;
  /** How a view makes room: by all reductions according to their weights, or by repeatedly dropping the older half. */
  readonly makeRoom: "by weight" | "by halves";
  /** Whether finished steps of the running turn may be reduced at any time, or only in an emergency. */
  readonly runningTurn: "reduce" | "keep";
  /** When limits act although everything fits: once in a turn, which keeps its prefix, or before any of its calls. */
  readonly actsAhead: "once a turn" | "any call";
  /** After its program restarts, a lane shows the same as before, or its newest turns as text. */
  readonly restore: "same" | "brief";
  /** How many steps our own loop takes in a turn before it has to answer. */
  readonly maxSteps: number;
  /** The most tokens of a view, in any window. */
  readonly maxTokens: Tokens;
  /** From this part of the room on, views are reduced and older turns summarised; 1 waits until the room is full. */
  readonly summariseAt: number;
  /** After a compaction the recent layer fills this part of its room, so that the next calls only append. */
  readonly compactTo: number;
  /** Results of past turns above this many characters are shown by their beginning and end. */
  readonly capOver: number;
  /** Streamed output of tools is shown as a terminal would leave it; of any long output, this many bytes at its end are shown. */
  readonly streamBytes: number;
  /** Values and errors that tools return are shown by their beginning and end above this many characters. */
  readonly valueCharacters: number;
  /** A single text above this is always shown as its beginning, its end and a pointer. */
  readonly spillOver: Tokens;
  /** Tools that shorten their results themselves; `spillOver` does not apply to them. */
  readonly neverSpill: readonly string[];
  /** Tokens of beginning and end together, where a text is shown by them. */
  readonly preview: Tokens;
  /** Tools whose results are cleared last. */
  readonly neverClear: readonly string[];
  /**
   * Results and inputs of older turns are shown as stubs once keeping them unquoted has cost this many times what fetching them
   * again would, and that pays for the rewriting. Infinity keeps them until room is short.
   */
  readonly missCost: number;
  /** A result above this is shown from the beginning by its ends and the lines that name most. */
  readonly outlineOver: Tokens;
  /** IANA name of the zone in which times are shown; the log's own if it is absent. */
  readonly timeZone?: string;
  /** Archives or erases idle sessions; absent, it keeps them as they are. */
  readonly retention?: Retention;
}

/** When a session is old, and whether it is archived or erased then. It applies to the log, not to one session. */
export interface Retention {
  /** After more days without a message, a session is archived: in no list and no search of everything, until its next message. */
  readonly days: number;
  /** Whether it is erased then instead. Its memories stay. */
  readonly erases: boolean;
}

/** A policy that comes with Clew; it has every reduction. */
export interface Preset<Kind extends PastPolicy = PastPolicy> extends Policy<Kind> {
  readonly reductions: Required<Reductions>;
}

/** A kind of content that a policy places; memories also have a limit of tokens. */
export type PolicyLayer =
  | Extract<LayerName, "instructions" | "persona" | "recent" | "quote" | "now" | "message">
  | MemoriesLayer;

type PlacedLayerName = Exclude<PolicyLayer, MemoriesLayer> | MemoriesLayer["layer"];

/** The place of lookups, with their limit. @public */
export interface MemoriesLayer {
  /** Tells it from the others, which have no limit. */
  readonly layer: "memories";
  /** The most tokens that are looked up because the message asks for them; 0 looks nothing up. */
  readonly tokens: Tokens;
}

/** A reduction's share of the budget when there is not room for everything. */
export interface ReductionWeight {
  /** Weight against the other reductions: its share of the room for the text that it would remove. */
  readonly share: number;
  /** The same weight for the newest step, which the model has not read yet. */
  readonly fresh: number;
}

/** The limits of reductions that have any besides their weight. @public */
export interface ReductionLimits {
  /** For clearing old results of tools. */
  readonly clear: {
    /** Clears old results before room is short; null waits until then. */
    readonly ahead: ClearAhead | null;
  };
  /** For leaving out older turns. */
  readonly "leave-out": {
    /** With more turns than this, the older half leaves. */
    readonly maxTurns: number;
    /** Lets older messages leave before room is short; null waits until then. */
    readonly messages: MessageLimits | null;
  };
}

/** When old results are cleared although everything fits. */
export interface ClearAhead {
  /** The part of the room from which on results are cleared. */
  readonly at: number;
  /** How many of the newest results stay; half as many in windows under 100,000 tokens. */
  readonly keep: number;
}

/** When older messages leave or become a summary: at whichever limit is reached first. */
export interface MessageLimits {
  /** The most messages in view. */
  readonly most: number;
  /** The most tokens in messages older than the newest `keep`. */
  readonly tokens: Tokens;
  /** Hours after the last summary. */
  readonly hours: number;
  /** How many of the newest messages stay. */
  readonly keep: number;
}

/** For a reduction that goes by its weight alone. @public */
export type NoLimits = Readonly<Record<never, never>>;

/** The reductions of a policy, each with its weight and limits. One that is not named never reduces anything. */
export type Reductions = {
  readonly [Name in WeighedReductionName]?: ReductionWeight &
    (Name extends keyof ReductionLimits ? ReductionLimits[Name] : NoLimits);
};

export function hasReduction({ reductions }: Policy, { name }: { readonly name: WeighedReductionName }): boolean {
  return reductions[name] !== undefined;
}

/** Whether entries that are not worth their price leave the views. */
export function hasSchedule({ missCost }: Pick<Policy, "missCost">): boolean {
  return missCost < Number.POSITIVE_INFINITY;
}

/** Whether every view is made from the past alone, regardless of earlier compactions. */
export function isStateless({ past }: Policy): boolean {
  return past.kind !== "compacting";
}

/** The part that stays byte-equal from call to call: everything up to the first volatile block, or the head alone. */
export function readPrefix({ past }: Policy): "epoch" | "head" {
  return past.kind === "compacting" ? past.prefix : "head";
}

/** The most tokens of a summary; null if the policy has no place for one. */
export function readSummaryTokens({ past }: Policy): Tokens | null {
  return past.kind === "choosing" ? null : (past.summary?.tokens ?? null);
}

/** Whether summaries name a file with the full text of entries that left. The policy must compact and write files. */
export function hasHistoryFiles(policy: Policy): boolean {
  return !isStateless(policy) && policy.spillOver < Number.POSITIVE_INFINITY;
}

/** Whether the model that answers writes summaries where there is no fast one. */
export function isWrittenByAnswering({ past }: Policy): boolean {
  return past.kind === "compacting" && past.summary?.byAnswering === true;
}

/** The most tokens that are looked up; null if the policy has no place for memories. */
export function readMemoryTokens({ layers }: Policy): Tokens | null {
  return layers.find((layer) => typeof layer === "object")?.tokens ?? null;
}

export function orderLayers(policy: Policy): readonly LayerName[] {
  const names = listLayerNames(policy);
  const isPinned = (name: LayerName) => name === "instructions" || name === "persona";
  const after = names.filter((name) => !isPinned(name));
  return [...names.filter(isPinned), "skills", "marks", "standing", "summary", ...after];
}

export function listLayerNames({ layers }: Policy): readonly PlacedLayerName[] {
  return layers.map((layer) => (typeof layer === "object" ? layer.layer : layer));
}

/** For programs that keep their own conversations: they give their models the time themselves. */
export function fitForClients(policy: Policy): Policy {
  return { ...policy, layers: policy.layers.filter((layer) => layer !== "now") };
}
