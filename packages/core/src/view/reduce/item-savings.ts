import type { Tokens } from "../../log/keys.js";
import type { Renderer } from "../renderer.js";
import type { Item } from "../units/item.js";
import type { Reduction } from "./reduction.js";
import { type ReductionName, reductions } from "./reductions.js";

/** A reduction that would shorten an item, and the tokens that it would leave. */
export interface Cut {
  readonly reduction: Reduction<ReductionName>;
  readonly tokens: Tokens;
}

/** Cached by item, because a lane keeps its items between calls. */
const known = new WeakMap<Item, readonly Cut[]>();

/** The reductions of single entries that would shorten an item, cheapest first. */
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
