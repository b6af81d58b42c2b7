import type { Tokens } from "../../log/keys.js";
import type { Renderer } from "../renderer.js";
import type { Item } from "../units/item.js";
import type { Reduction } from "./reduction.js";
import { type ReductionName, reductions } from "./reductions.js";

/** A reduction that would make an item shorter, and what it would leave. */
export interface Cut {
  readonly reduction: Reduction<ReductionName>;
  readonly tokens: Tokens;
}

/** Items are kept between the calls of a lane, and so is what could be cut from them. */
const known = new WeakMap<Item, readonly Cut[]>();

/** The reductions of single entries that have anything to take from an item, cheapest first. */
export function listCuts(item: Item, renderer: Renderer): readonly Cut[] {
  const before = known.get(item);
  if (before !== undefined) return before;
  const acting = reductions.filter((each) => each.grain === "entry" && each.applies(item, renderer));
  const cuts = acting
    .map((reduction): Cut => ({ reduction, tokens: item.tokens(reduction.rendition) }))
    .filter(({ tokens }) => tokens < item.tokens(item.base));
  known.set(item, cuts);
  return cuts;
}
