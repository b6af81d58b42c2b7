/** JSON Lines from other programs, where any line may be broken. */

import { isObject } from "../text/json.js";
import { parseForeign } from "./foreign.js";

export type JsonLine =
  | { readonly kind: "object"; readonly value: Record<string, unknown> }
  | { readonly kind: "blank" }
  | { readonly kind: "bad"; readonly reason: string };

export function parseJsonLine(text: string): JsonLine {
  if (text.trim() === "") return { kind: "blank" };
  const value = parseForeign(text);
  if (isObject(value)) return { kind: "object", value };
  return { kind: "bad", reason: value === undefined ? "the line is not JSON" : "the line is not a JSON object" };
}

/** The objects among the lines of a file's beginning. Its last line may be cut and is then left out. */
export function parseLineObjects(head: string): readonly Record<string, unknown>[] {
  return head.split("\n").flatMap((text) => {
    const line = parseJsonLine(text);
    return line.kind === "object" ? [line.value] : [];
  });
}
