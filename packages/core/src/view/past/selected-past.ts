import type { PastChoice } from "../../log/choice.js";
import type { Rule } from "../verdict.js";
import type { Passage } from "./passages.js";
import type { Conversation } from "./tiers.js";

/** One way to show the past: what stays out, and which edits are shown in place. */
export interface Pose {
  /** Edits up to this seq replace their message's text; later ones are a notice at the end. */
  readonly foldedThrough: number;
  /** The entries that stay out, by seq, with the reason. */
  readonly rules: ReadonlyMap<number, Rule>;
  /** Conversations that digests cover, oldest first. */
  readonly told: readonly Conversation[];
}

/** How many background turns may come after a compaction, beyond those that stay, before they ask for the next one. */
export const spareBackgroundTurns = 8;

/** The part of the past that a view could show, before anything is drawn. */
export interface Past {
  /** Passages that people began, shown or not. */
  readonly asked: readonly Passage[];
  readonly offered: readonly Passage[];
  /** Passages that are shown regardless of the selection, because the message replies to them. */
  readonly forced: ReadonlySet<Passage>;
  /** The past as the last compaction left it. */
  readonly standing: Pose;
  /** The past as a compaction would show it; the same object if that makes no difference. */
  readonly compact: Pose;
  /**
   * The past with ever more conversations of the day summarised instead of shown, the oldest first: from none to all but
   * the current one, each made when it is asked for. Empty if the policy has no tiers.
   */
  readonly tiers: readonly (() => Pose)[];
  /** Whether so many background turns came after the last compaction that the next one is due. */
  readonly isCrowded: boolean;
}

/** Leaves out the passages that were offered and not picked. */
export function applyChoice(past: Past, choice: PastChoice): Past {
  const offered = new Set(choice.offered);
  const picked = new Set(choice.picked);
  const unpicked = past.offered.filter(
    (passage) => offered.has(passage.key) && !picked.has(passage.key) && !past.forced.has(passage),
  );
  if (unpicked.length === 0) return past;
  const without = (pose: Pose): Pose => ({ ...pose, rules: addRule(pose.rules, unpicked, "selection") });
  const standing = without(past.standing);
  const compact = past.compact === past.standing ? standing : without(past.compact);
  return { ...past, standing, compact, tiers: past.tiers.map((pose) => () => without(pose())) };
}

/** The same rules, with one more for everything in these passages. */
export function addRule(
  rules: ReadonlyMap<number, Rule>,
  passages: readonly Passage[],
  rule: Rule,
): ReadonlyMap<number, Rule> {
  const all = new Map(rules);
  for (const { entries } of passages) for (const { seq } of entries) all.set(seq, rule);
  return all;
}
