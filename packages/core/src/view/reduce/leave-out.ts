import type { Reduction } from "./reduction.js";

/** Removes the oldest steps and turns from the view; one span with a pointer replaces them. */
export const leaveOut = {
  name: "leave-out",
  rendition: "gone",
  grain: "unit",
  moves: "by weight",
  applies: () => true,
} as const satisfies Reduction;
