import type { Reduction } from "./reduction.js";

/** The oldest steps and turns leave the view; one span with a pointer stands for them. */
export const leaveOut = {
  name: "leave-out",
  rendition: "gone",
  grain: "unit",
  moves: "by weight",
  applies: () => true,
} as const satisfies Reduction;
