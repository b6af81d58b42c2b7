import type { Entry } from "../../log/entry.js";
import type { TurnRecord } from "../../log/turn.js";
import type { Block } from "../block.js";
import type { Pose } from "../past/selected-past.js";
import type { Rule } from "../verdict.js";
import type { Item } from "./item.js";
import type { Unit } from "./unit.js";

/** A unit with what it can show. */
export interface DrawnUnit {
  readonly unit: Unit;
  /**
   * What it is to the turn that is being answered: the message to answer, the newest step, an earlier step of it, or of the
   * past.
   */
  readonly role: "message" | "newest step" | "own step" | "past";
  readonly items: readonly Item[];
  /** A step that may leave before the rest of its past turn does, and the last seq that a boundary passing it may reach. */
  readonly between: { readonly before: number } | null;
  /** Volatile blocks of a past turn that stay before its message, because its steps were taken with them in sight. */
  readonly asides: readonly Block[];
}

/** Everything that the recent and message layers could show in one pose, before any reduction. */
export interface Drawing {
  readonly pose: Pose;
  readonly units: readonly DrawnUnit[];
  /** What no unit shows, by seq, with the reason. */
  readonly rules: ReadonlyMap<number, Rule>;
  /**
   * The same units where only these entries are still read: answers may tell of calls before them, and volatile blocks
   * stay only as long as nothing that is read takes their words back. Null where that makes no difference.
   */
  readonly redraw: ((units: readonly DrawnUnit[], entries: readonly Entry[]) => readonly DrawnUnit[]) | null;
}

/** The past in each of its poses; those that are the same value are drawn once. */
export interface Poses {
  readonly standing: Drawing;
  readonly compact: Drawing;
  readonly narrow: Drawing | null;
}

export interface Drawings extends Poses {
  /** The same with the messages to answer as attachments; null where none is too large for that to help. */
  readonly attached: { readonly drawings: Poses; readonly turn: TurnRecord } | null;
}
