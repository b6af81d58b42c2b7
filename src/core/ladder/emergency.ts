import { partsOf } from "../entry.js";
import { isCutBy } from "../scribe.js";
import type { Rung } from "./rung.js";

/** Where a provider refused a view, or nothing else makes room: results and past messages down to a fixed length, files to stubs. */
export const emergency: Rung = {
  name: "emergency",
  form: "clipped",
  grain: "entry",
  applies({ entry }, scribe) {
    if (entry.kind === "returned" && entry.output.kind !== "content")
      return isCutBy(scribe, entry.output.text, "clipped");
    return partsOf(entry).some((part) => part.kind === "file" || isCutBy(scribe, part.text, "clipped"));
  },
};
