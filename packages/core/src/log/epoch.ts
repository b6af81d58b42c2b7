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
  /** Messages that came late, by seq, with the place that a compaction gave them; absent if there are none. */
  readonly late?: readonly (readonly [seq: number, place: number])[];
  /** The entries that a schedule shows as stubs; absent if it never chose any. */
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
  /** Edits, by seq, that the view showed as notices though newer ones replaced them. Only a restored epoch has them. */
  readonly told?: readonly number[];
  /** Set if the compaction after it was undone. Until the next one, only a lack of room compacts. */
  readonly undone?: true;
  /** The state before its last compaction, for an undo; absent on receipts. */
  readonly before?: EpochState;
  /** The factor on the token estimate for the model. It decides bytes, so it stays until the next compaction. */
  readonly counted?: { readonly model: string; readonly factor: number };
}

/** The entries that a schedule shows as stubs. @public */
export interface RetiredEntries {
  /** The entries, by seq. */
  readonly seqs: readonly number[];
  /** The newest seq that the schedule has looked at. */
  readonly through: number;
  /** How often it has chosen since the last compaction of another kind; absent if never. */
  readonly swaps?: number;
}

/** The part of an epoch that decides what views show, at one time. */
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

/** An epoch as any version may have stored it: later versions added reductions and fields. */
type StoredEpoch = Pick<Epoch, "key" | "number" | "foldedThrough"> & {
  readonly through: Partial<Epoch["through"]>;
} & Partial<Epoch>;

/** Fills in the fields that later versions introduced. A reduction that did not exist yet has reduced nothing. */
export function completeEpoch(stored: StoredEpoch): Epoch {
  return { ...firstEpoch, ...stored, through: { ...firstEpoch.through, ...stored.through } };
}
