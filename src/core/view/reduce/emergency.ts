import { partsOf } from "../../log/entry.js";
import { isCutBy } from "../renderer.js";
import type { Reduction } from "./reduction.js";

/** Where a provider refused a view, or nothing else makes room: results and past messages down to a fixed length, files to stubs. */
export const emergency = {
  name: "emergency",
  rendition: "clipped",
  grain: "entry",
  moves: "by limit",
  applies({ entry }, renderer) {
    if (entry.kind === "returned" && entry.output.kind !== "content")
      return isCutBy(renderer, entry.output.text, "clipped");
    return partsOf(entry).some((part) => part.kind === "file" || isCutBy(renderer, part.text, "clipped"));
  },
} as const satisfies Reduction;
