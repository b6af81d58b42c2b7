import type { Rung } from "./rung.js";

/** The oldest steps and turns leave the view; one span with a pointer stands for them. */
export const leaveOut: Rung = {
  name: "leave-out",
  form: "gone",
  grain: "unit",
  applies: () => true,
};
