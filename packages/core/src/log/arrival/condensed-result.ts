import { condensedBy, condenseText } from "@clewline/text/condense/condense-text.js";
import { isStreamed } from "@clewline/text/terminal/terminal-text.js";
import type { ReturnedEntry, Text } from "../entry.js";

/** Shorter texts are not worth another look. */
const leastCondensed = 1_000;
/** The part of its tokens that is left, if shortening is worth it. */
const mostLeft = 0.7;

/** The text as views show it condensed; null for a result that stays as it is. */
export function condenseResult({ output, condensed }: Pick<ReturnedEntry, "output" | "condensed">): string | null {
  const text = condensed === condensedBy ? readOnlyText(output) : null;
  return text === null ? null : condenseText(text);
}

/** Whether a result says the same in far fewer words. Long texts that are kept apart are shown by their ends anyway. */
export function isWorthCondensing({ output }: Pick<ReturnedEntry, "output">, count: (text: string) => number): boolean {
  const text = readOnlyText(output);
  if (text === null || text.length < leastCondensed || isStreamed(text)) return false;
  const condensed = condenseText(text);
  return condensed !== null && count(condensed) <= mostLeft * count(text);
}

function readOnlyText(output: ReturnedEntry["output"]): string | null {
  if (output.kind === "text" || output.kind === "json") return readInline(output.text);
  if (output.kind !== "content") return null;
  const [part, ...others] = output.parts;
  return part?.kind === "text" && part.meta === undefined && others.length === 0 ? readInline(part.text) : null;
}

function readInline(text: Text): string | null {
  return typeof text === "string" ? text : null;
}
