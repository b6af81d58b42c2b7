import type { Renderer } from "../renderer.js";
import type { Rendition } from "../rendition.js";
import type { Item } from "../units/item.js";

/** One way to show less. It says what it would do to an entry; how far it reaches is decided elsewhere. */
export interface Reduction<Name extends string = string> {
  /** The name on receipts, in epochs and in policies. */
  readonly name: Name;
  /** How an entry is shown after it. */
  readonly rendition: Rendition;
  /** Whether it acts on single entries or on whole units. */
  readonly grain: "entry" | "unit";
  /**
   * By weight: it has a share of the room. By limit: it follows its own limit, whatever the room. By choice: it takes single
   * entries that a schedule has chosen, wherever they stand.
   */
  readonly moves: "by weight" | "by limit" | "by choice";
  /** Whether it can take anything from this entry. */
  applies(item: Item, renderer: Renderer): boolean;
  /** Whether it spares this entry nevertheless. */
  spares?(item: Item, spared: ReductionExceptions): boolean;
}

export interface ReductionExceptions {
  readonly turn: string | null;
  /** Whether the model reads its reasoning only behind the bytes that it was produced under. */
  readonly bindsReasoning: boolean;
  /** Tools whose results are cleared last. */
  readonly neverClear: readonly string[];
}
