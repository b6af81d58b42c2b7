import type { Tokens } from "../../log/keys.js";
import type { Preamble, TurnRecord } from "../../log/turn.js";
import type { Block } from "../block.js";
import type { Rule } from "../verdict.js";
import type { Overhead } from "../view.js";

/** What stands around the units of a view, in all the variants that a reduction may choose from. */
export interface Plan {
  /** The builder's own words: always whole. */
  readonly pinned: readonly Block[];
  readonly overheads: readonly Overhead[];
  /** What stands before a past that is shown as tagged text. */
  readonly historyNotes: readonly Block[];
  /** A last word from us, behind everything. */
  readonly closing: readonly Block[];
  /** The most that one notice about entries that are not shown may take. */
  readonly notice: Tokens;
  /** The volatile blocks of the turn to answer: what it has been sent already stays, in its words. */
  preambles(variant: PreambleVariant): readonly Preamble[];
}

interface PreambleVariant {
  /** With the words of the message that is replied to. */
  readonly quoting: boolean;
  /** With what was looked up. */
  readonly remembering: boolean;
  /** The turn, whose messages may have become attachments. */
  readonly turn: TurnRecord | null;
  /** What of the past is not shown, by seq. */
  readonly hidden: ReadonlyMap<number, Rule>;
}
