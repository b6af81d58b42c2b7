import type { Reduction } from "./reduction.js";

/** Reduces past turns to message and answer; the steps between leave together, with one pointer. */
export const textOnly = {
  name: "text-only",
  rendition: "gone",
  grain: "unit",
  moves: "by weight",
  applies: () => true,
} as const satisfies Reduction;
