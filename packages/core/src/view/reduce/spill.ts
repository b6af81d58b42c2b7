import { isLong } from "../renderer.js";
import { isLongOutput } from "../units/step.js";
import type { Reduction } from "./reduction.js";

/** Shortens one large text or result to its beginning, its end and a pointer to the whole. */
export const spill = {
  name: "spill",
  rendition: "spilled",
  grain: "entry",
  moves: "by weight",
  applies({ entry }, renderer) {
    switch (entry.kind) {
      case "said":
      case "revised":
        return entry.parts.some((part) => part.kind === "file" || isLong(renderer, part.text));
      case "returned":
        return isLongOutput(renderer, entry.output);
      default:
        return false;
    }
  },
} as const satisfies Reduction;
