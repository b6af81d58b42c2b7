import { listParts } from "../../log/entry.js";
import { isShortened } from "../renderer.js";
import type { Reduction } from "./reduction.js";

/** Cuts results and past messages to a fixed length, and files to stubs, after a refusal or as a last resort. */
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
