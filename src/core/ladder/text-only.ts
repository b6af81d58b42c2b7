import type { Rung } from "./rung.js";

/** Past turns keep what was asked and what was answered; the steps between leave together, with one pointer. */
export const textOnly: Rung = {
  name: "text-only",
  form: "gone",
  grain: "unit",
  applies: () => true,
};
