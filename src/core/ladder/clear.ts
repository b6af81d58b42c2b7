import type { Item } from "../item.js";
import type { Scribe } from "../scribe.js";
import { clearsInput } from "../step.js";
import type { Rung } from "./rung.js";

/** Old results, large inputs and reasoning become stubs that name what stood there, its size and its pointer. */
export const clear: Rung = {
  name: "clear",
  form: "cleared",
  grain: "entry",
  applies: (item, scribe) => isClearable(item, scribe) && !isNamed(item, scribe),
};

/** The same for tools whose results are worth more than others: it is given most of the room. */
export const clearLast: Rung = {
  name: "clear-last",
  form: "cleared",
  grain: "entry",
  applies: (item, scribe) => isClearable(item, scribe) && isNamed(item, scribe),
};

function isClearable({ entry }: Item, scribe: Scribe): boolean {
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
}

function isNamed({ entry }: Item, { policy }: Scribe): boolean {
  return (entry.kind === "returned" || entry.kind === "called") && policy.neverClear.includes(entry.tool);
}
