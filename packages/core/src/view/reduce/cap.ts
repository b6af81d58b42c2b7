import type { CallOutput } from "../../log/entry.js";
import { isShortened, type Renderer } from "../renderer.js";
import type { Reduction } from "./reduction.js";

/** Shortens long results of past turns to their beginning and end. */
export const cap = {
  name: "cap",
  rendition: "capped",
  grain: "entry",
  moves: "by limit",
  applies: ({ entry }, renderer) => entry.kind === "returned" && isCappable(renderer, entry.output),
  spares: ({ entry }, { turn }) => turn !== null && entry.turn === turn,
} as const satisfies Reduction;

function isCappable(renderer: Renderer, output: CallOutput): boolean {
  if (output.kind !== "content") return isShortened(renderer, output.text, "capped");
  return output.parts.some((part) => part.kind !== "file" && isShortened(renderer, part.text, "capped"));
}
