/** Parses JSON Lines of other programs, where any line may be broken. */

import { isObject } from "@clewline/text/json.js";
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

/** Parses the objects in a file's beginning. A last line that is cut off is ignored. */
export function parseLineObjects(head: string): readonly Record<string, unknown>[] {
  return head.split("\n").flatMap((text) => {
    const line = parseJsonLine(text);
    return line.kind === "object" ? [line.value] : [];
  });
}
