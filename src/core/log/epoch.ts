import type { ReductionName, ReductionReach } from "../view/reduce/reductions.js";
import type { TurnId } from "./keys.js";

/** How far each reduction reaches into the lane. It changes only at compactions, so that other calls only append. */
export interface Epoch {
  /** The policy and the window that it was made for. Epochs of different keys are independent. */
  readonly key: string;
  /** Counts the compactions of this key; 0 before the first. */
  readonly number: number;
  /** How far each reduction reaches. */
  readonly through: ReductionReach;
  /** Edits up to this seq are shown in place; later ones as a notice at the end. */
  readonly foldedThrough: number;
  /** The summary that replaces what has left, by its record's id, with the entries that it covers. */
  readonly summary: { readonly id: string; readonly from: number; readonly to: number } | null;
  /** Entries, by seq, that stay although the leave-out boundary has passed them: their turn was running then. */
  readonly held: readonly number[];
  /** Messages, by seq, with the place where they stand since a compaction has sorted what came late; absent without any. */
  readonly late?: readonly (readonly [seq: number, place: number])[];
  /** What a schedule has chosen to show as stubs; absent if it never chose anything. */
  readonly retired?: RetiredEntries;
  /** The turn whose view made the epoch; null if no view did. */
  readonly turn: TurnId | null;
  /** The limit that last moved each reduction, as `name=value`. */
  readonly limits: Readonly<Partial<Record<ReductionName, string>>>;
  /** The hidden and pinned ranges that it was made with, as `describeRanges` writes them; absent without any. */
  readonly ranges?: string;
  /** Pinned entries that found room, by seq, with their edits: nothing reduces them. */
  readonly pinned?: readonly number[];
  /** Entries before a range that was compacted, by seq: they stay although the boundary has passed them, until room is short. */
  readonly kept?: readonly number[];
  /** Edits, by seq, that the view showed as notices though newer ones replaced them; of an epoch that was brought back. */
  readonly told?: readonly number[];
  /** Set if the compaction after it was taken back: until the next one, only the lack of room compacts. */
  readonly undone?: true;
  /** How it was before its last compaction, to take that back; absent on receipts. */
  readonly before?: EpochState;
  /** The factor on the token estimate for the model. It decides bytes, so it stays until the next compaction. */
  readonly counted?: { readonly model: string; readonly factor: number };
}

/** What a schedule has chosen to show as stubs. */
export interface RetiredEntries {
  /** The entries, by seq. */
  readonly seqs: readonly number[];
  /** The newest seq that the schedule has looked at. */
  readonly through: number;
  /** How often it has chosen since the last compaction of another kind; absent if never. */
  readonly swaps?: number;
}

/** What an epoch decides about views, at one time. */
export type EpochState = Omit<Epoch, "key" | "number" | "before" | "undone">;

export const firstEpoch: Epoch = Object.freeze({
  key: "",
  number: 0,
  through: Object.freeze({}),
  foldedThrough: 0,
  summary: null,
  held: Object.freeze([]),
  turn: null,
  limits: Object.freeze({}),
});
