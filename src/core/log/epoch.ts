import type { ReductionName, ReductionReach } from "../view/reduce/reductions.js";
import type { TurnId } from "./keys.js";

/** How far each reduction reaches into the lane. It moves only at a compaction, so that calls in between only append. */
export interface Epoch {
  /** What it was made for: the policy and the window. Another window has another epoch, so it neither inherits nor disturbs this one. */
  readonly key: string;
  /** Counts the compactions of this key; 0 before the first. */
  readonly number: number;
  /** How far each reduction reaches. */
  readonly through: ReductionReach;
  /** Edits up to here are shown in place; later ones as a notice at the end. */
  readonly foldedThrough: number;
  /** The summary that stands for what has left, by its record's id, with the entries that it covers. */
  readonly summary: { readonly id: string; readonly from: number; readonly to: number } | null;
  /** Entries that stay although the boundary of what leaves has passed them, by seq: that turn was being answered then. */
  readonly held: readonly number[];
  /** The turn whose view moved it on; null where nobody asked for a view. */
  readonly turn: TurnId | null;
  /** The limit that last moved each reduction, as `name=value`. */
  readonly limits: Readonly<Partial<Record<ReductionName, string>>>;
  /** What our estimate is multiplied by for the model that it was made for. It stays until the next compaction, as everything that decides bytes. */
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
