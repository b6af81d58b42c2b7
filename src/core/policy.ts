import type { Tokens } from "./keys.js";
import type { LayerName } from "./layer.js";
import type { WeighedReductionName } from "./view/reduce/reductions.js";

/** One reduction and its part of the budget while there is not room for everything. */
export interface ReductionShare {
  readonly reduction: WeighedReductionName;
  /** Weight against the other reductions: how much room what it would take away may claim. */
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
  readonly reductions: readonly ReductionShare[];
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
  /** With more messages in view than this, the older ones become a summary. */
  readonly compactMessages: number;
  /** The same, with more tokens than this in messages older than the newest few. */
  readonly compactTokens: Tokens;
  /** The same, so many hours after the last summary. */
  readonly compactHours: number;
  /** The newest messages, which stay then. */
  readonly keepMessages: number;
  /** Whether past turns are shown at all. */
  readonly withHistory: boolean;
  /** How past turns are shown: with all their steps; as text, with a line of what was done; or as tagged text that says how long ago. */
  readonly history: "steps" | "text" | "tagged";
  /** The newest turns, which are looked at. */
  readonly lookback: number;
  /** Older turns stay out; 0 looks at no clock. */
  readonly recencyHours: number;
  /** The newest turns, which stay in whatever their age. */
  readonly recencyLeast: number;
  /** Whether the older ones among them are chosen by what the message is about. */
  readonly select: boolean;
  /** With no more turns than this there is nothing to choose. */
  readonly selectAbove: number;
  /** The newest turns, which need no choosing. */
  readonly alwaysRecent: number;
  /** How long a model may take to choose, all tries together. */
  readonly selectSeconds: number;
  /** Longer answers of past turns are shown by their beginning and end; 0 shows them whole. */
  readonly replyCharacters: number;
  /** The newest turns that nobody asked for (scheduled, briefing, heartbeat, subtask), which are still shown. */
  readonly backgroundTurns: number;
  /** A longer pause ends a conversation; 0 sees no pauses. */
  readonly threadMinutes: number;
  /** Before the conversation that goes on, turns of this many hours are shown in full if they fit, and older ones as a summary. */
  readonly fullHours: number;
  /** Turns older than this many days stay out; 0 sorts nothing by age. */
  readonly tierDays: number;
  /** The most tokens of what is looked up because the message asks for it; 0 looks nothing up. */
  readonly memoryTokens: Tokens;
}

/** Whether a policy has this reduction; a threshold does not move what the policy does not have. */
export function hasReduction({ reductions }: Policy, { name }: { readonly name: WeighedReductionName }): boolean {
  return reductions.some(({ reduction }) => reduction === name);
}

/** Whether every view is made from the past alone, and no compaction before it counts. */
export function isStateless({ prefix, layers, tierDays }: Policy): boolean {
  return prefix === "head" && (tierDays > 0 || !layers.includes("summary"));
}
