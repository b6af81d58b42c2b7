import type { Output } from "../entry.js";
import { isCutBy, type Scribe } from "../scribe.js";
import type { Rung } from "./rung.js";

/** Long results of past turns keep their beginning and their end. */
export const cap: Rung = {
  name: "cap",
  form: "capped",
  grain: "entry",
  applies: ({ entry }, scribe) =>
    entry.kind === "returned" && entry.turn !== scribe.snapshot.turn?.id && isCappable(scribe, entry.output),
};

function isCappable(scribe: Scribe, output: Output): boolean {
  if (output.kind !== "content") return isCutBy(scribe, output.text, "capped");
  return output.parts.some((part) => part.kind !== "file" && isCutBy(scribe, part.text, "capped"));
}
