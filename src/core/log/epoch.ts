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
  /** The turn whose view made the epoch; null if no view did. */
  readonly turn: TurnId | null;
  /** The limit that last moved each reduction, as `name=value`. */
  readonly limits: Readonly<Partial<Record<ReductionName, string>>>;
  /** The factor on the token estimate for the model. It decides bytes, so it stays until the next compaction. */
  readonly counted?: { readonly model: string; readonly factor: number };
}

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
