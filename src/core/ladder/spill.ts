import { isLong } from "../scribe.js";
import { isLongOutput } from "../step.js";
import type { Rung } from "./rung.js";

/** One big text or result becomes its head, its tail and a pointer to the whole. */
export const spill: Rung = {
  name: "spill",
  form: "spilled",
  grain: "entry",
  applies({ entry }, scribe) {
    switch (entry.kind) {
      case "said":
      case "revised":
        return entry.parts.some((part) => part.kind === "file" || isLong(scribe, part.text));
      case "returned":
        return isLongOutput(scribe, entry.output);
      default:
        return false;
    }
  },
};
