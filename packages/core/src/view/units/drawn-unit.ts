import type { Steps } from "@clewline/text/steps.js";
import type { Entry } from "../../log/entry.js";
import type { TurnRecord } from "../../log/turn.js";
import type { Block } from "../block.js";
import type { Pose } from "../past/selected-past.js";
import type { Places } from "../places.js";
import type { Rule } from "../verdict.js";
import type { Item } from "./item.js";
import type { Unit } from "./unit.js";

export interface DrawnUnit {
  readonly unit: Unit;
  /** Its relation to the turn to answer: the message, the newest step, an earlier step of it, or the past. */
  readonly role: "message" | "newest step" | "own step" | "past";
  readonly items: readonly Item[];
  /** For a step that may leave before the rest of its past turn: the last seq that a boundary may then reach. */
  readonly between: { readonly before: number } | null;
  /** Volatile blocks of a past turn that stay before its message, because its steps depended on them. */
  readonly asides: readonly Block[];
}

/** Everything that the recent and message layers could show in one pose, before any reduction. */
export interface Drawing {
  readonly pose: Pose;
  readonly units: readonly DrawnUnit[];
  /** The entries that no unit shows, by seq, with the reason. */
  readonly rules: ReadonlyMap<number, Rule>;
  /**
   * Redraws the units for the entries that are still read: answers may mention calls before them, volatile blocks
   * stay only while no withdrawal affects them, and an open turn may have left. Null if that makes no difference.
   */
  readonly redraw: ((units: readonly DrawnUnit[], entries: readonly Entry[]) => readonly DrawnUnit[]) | null;
}

/** The past in each of its poses; equal poses are drawn once. */
export interface Poses {
  readonly standing: Drawing;
  readonly compact: Drawing;
  /** From the widest to the narrowest, each drawn when it is asked for; empty if the policy has no tiers. */
  readonly tiers: readonly (() => Drawing)[];
  /** The places of entries that a compaction moves away from their seq, shown or not. */
  readonly places: Places;
  /** Those of them that messages overtake which came late. */
  readonly late: Places;
}

export interface Drawings extends Poses {
  /** Whether a compaction is due because of background turns. */
  readonly isCrowded: boolean;
  /** The same with the messages to answer as attachments; null if none is large enough for that to help. */
  readonly attach: ((limits: AttachmentLimits) => Steps<AttachedDrawings>) | null;
  /** How many of their texts that would shorten. */
  readonly attachments: number;
  /** The same for messages of any size; null if there are none. */
  readonly shorten: ((limits: AttachmentLimits) => Steps<AttachedDrawings>) | null;
}

export type AttachmentLimits = Pick<TurnRecord, "attachOver" | "attachRoom">;

export interface AttachedDrawings {
  readonly drawings: Poses;
  readonly turn: TurnRecord;
}
