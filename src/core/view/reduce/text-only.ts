import type { Reduction } from "./reduction.js";

/** Past turns keep what was asked and what was answered; the steps between leave together, with one pointer. */
export const textOnly = {
  name: "text-only",
  rendition: "gone",
  grain: "unit",
  moves: "by weight",
  applies: () => true,
} as const satisfies Reduction;
