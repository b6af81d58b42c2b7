import { listParts } from "../../log/entry.js";
import { isShortened } from "../renderer.js";
import type { Reduction } from "./reduction.js";

/** Where a provider refused a view, or nothing else makes room: results and past messages down to a fixed length, files to stubs. */
export const emergency = {
  name: "emergency",
  rendition: "clipped",
  grain: "entry",
  moves: "by limit",
  applies({ entry }, renderer) {
    if (entry.kind === "returned" && entry.output.kind !== "content")
      return isShortened(renderer, entry.output.text, "clipped");
    return listParts(entry).some((part) => part.kind === "file" || isShortened(renderer, part.text, "clipped"));
  },
} as const satisfies Reduction;
