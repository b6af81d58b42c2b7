import type { Renderer } from "../renderer.js";
import type { Item } from "../units/item.js";
import { canClearInput } from "../units/step.js";
import type { Reduction, ReductionExceptions } from "./reduction.js";

/** Replaces old results, large inputs and reasoning by stubs with a name, a size and a pointer. */
export const clear = {
  name: "clear",
  rendition: "cleared",
  grain: "entry",
  moves: "by weight",
  applies: isClearable,
  spares: (item, spared) => isNamed(item, spared) || isBoundThought(item, spared),
} as const satisfies Reduction;

/** The same for the tools in `neverClear`, whose results get most of the room. */
export const clearLast = {
  name: "clear-last",
  rendition: "cleared",
  grain: "entry",
  moves: "by weight",
  applies: isClearable,
  spares: (item, spared) => !isNamed(item, spared),
} as const satisfies Reduction;

function isClearable({ entry }: Item, renderer: Renderer): boolean {
  switch (entry.kind) {
    case "returned":
      return true;
    case "called":
      return canClearInput(renderer, entry);
    case "said":
      return !renderer.needsReasoning && entry.parts.some((part) => part.kind === "reasoning");
    default:
      return false;
  }
}

/** The model goes on from the reasoning of its running turn. What is bound to other bytes by now leaves on its own. */
function isBoundThought({ entry }: Item, { turn, bindsReasoning }: ReductionExceptions): boolean {
  return bindsReasoning && entry.kind === "said" && entry.turn === turn;
}

function isNamed({ entry }: Item, { neverClear }: ReductionExceptions): boolean {
  return (entry.kind === "returned" || entry.kind === "called") && neverClear.includes(entry.tool);
}
