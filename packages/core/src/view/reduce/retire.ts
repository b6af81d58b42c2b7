import { canClearInput } from "../units/step.js";
import type { Reduction } from "./reduction.js";

/** Replaces results and large inputs that cost more than they are worth by a stub with the lines that name most. */
export const retire = {
  name: "retire",
  rendition: "retired",
  grain: "entry",
  moves: "by choice",
  applies: ({ entry }, renderer) =>
    entry.kind === "returned" || (entry.kind === "called" && canClearInput(renderer, entry)),
  spares: ({ entry }, { neverClear }) => "tool" in entry && neverClear.includes(entry.tool),
} as const satisfies Reduction;
