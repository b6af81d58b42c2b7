/**
 * Shortens a text without losing a value: all of them stand in it, in an order from which the original can be told. Views show
 * what was once shown so in the same bytes for good, so that another way to write it asks for another number.
 */
import { type Json, tryParseFlatJson } from "../json.js";
import { writeTables } from "./json-tables.js";
import { writeRuns } from "./line-runs.js";

/** By which rules texts are condensed; entries name those that they are shown by. */
export const condensedBy = 1;

/** Null for a text that has nothing to tell once, or that would not be the same. */
export function condenseText(text: string): string | null {
  const value = tryParseFlatJson(text);
  if (typeof value !== "object" || value === null) return writeRuns(text);
  return isExact(text, value) ? writeTables(value, text) : null;
}

/** Whether reading it has changed nothing: no number is another one, and no key stood twice. */
function isExact(text: string, value: Json): boolean {
  const [own, read] = [listTokens(text), listTokens(JSON.stringify(value))];
  return own.length === read.length && own.every((token, place) => token.startsWith('"') || token === read[place]);
}

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

function listTokens(json: string): readonly string[] {
  return json.match(tokens) ?? [];
}
