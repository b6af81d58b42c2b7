import { clearsInput } from "../step.js";
import type { Rung } from "./rung.js";

/** Old results, large inputs and reasoning become stubs that name what stood there, its size and its pointer. */
export const clear: Rung = {
  name: "clear",
  form: "cleared",
  grain: "entry",
  applies({ entry }, scribe) {
    switch (entry.kind) {
      case "returned":
        return true;
      case "called":
        return clearsInput(scribe, entry);
      case "said":
        return entry.parts.some((part) => part.kind === "reasoning");
      default:
        return false;
    }
  },
};
