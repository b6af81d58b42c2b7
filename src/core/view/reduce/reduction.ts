import type { Renderer } from "../renderer.js";
import type { Rendition } from "../rendition.js";
import type { Item } from "../units/item.js";

/** One way to show less. It says what it would do to an entry; how far it reaches is decided elsewhere. */
export interface Reduction<Name extends string = string> {
  /** On receipts, in epochs and in policies. */
  readonly name: Name;
  /** What an entry is shown as after it. */
  readonly rendition: Rendition;
  /** Whether it acts on single entries or on whole units. */
  readonly grain: "entry" | "unit";
  /** By weight: it has a share of the room. By limit: it follows a limit of its own, whatever room there is. */
  readonly moves: "by weight" | "by limit";
  /** Whether it has anything to take from this entry. */
  applies(item: Item, renderer: Renderer): boolean;
  /** Whether it leaves this entry alone all the same. */
  spares?(item: Item, spared: ReductionExceptions): boolean;
}

/** What a reduction may have to leave alone. */
export interface ReductionExceptions {
  /** The turn that is being answered. */
  readonly turn: string | null;
  /** Tools whose results are worth more than others. */
  readonly neverClear: readonly string[];
}
