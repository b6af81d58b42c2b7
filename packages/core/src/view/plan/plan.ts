import type { Tokens } from "../../log/keys.js";
import type { Preamble, TurnRecord } from "../../log/turn.js";
import type { Block } from "../block.js";
import type { Rule } from "../verdict.js";
import type { Overhead } from "../view.js";

/** The blocks around a view's units, in all the variants that a reduction may choose from. */
export interface Plan {
  /** The builder's own words, never shortened. */
  readonly pinned: readonly Block[];
  readonly overheads: readonly Overhead[];
  /** Precedes a past that is shown as tagged text. */
  readonly historyNotes: readonly Block[];
  /** An instruction at the very end. */
  readonly closing: readonly Block[];
  /** The most tokens of one notice about hidden entries. */
  readonly notice: Tokens;
  /** The reply reference to store with the turn's message; null if the message needs none. */
  readonly reference: Preamble | null;
  /** The volatile blocks of the turn to answer. Those that were sent already stay unchanged. */
  preambles(variant: PreambleVariant): readonly Preamble[];
}

interface PreambleVariant {
  /** Includes the text of the message that is replied to. */
  readonly quoting: boolean;
  /** Includes the lookups. */
  readonly remembering: boolean;
  /** The turn, whose messages may have become attachments. */
  readonly turn: TurnRecord | null;
  /** Entries of the past that are hidden, by seq. */
  readonly hidden: ReadonlyMap<number, Rule>;
}
