import { isObject, type Json, tryParseJson } from "./json.js";
import { listNames } from "./quotable.js";
import { redactSecrets } from "./redact/redact-secrets.js";

/** Longer lines are data, not something that a reader finds his way by. */
const longestLine = 300;
/** Figures, which mostly stand in one place alone. */
const figure = /\d[\d.,]*\d{2}/g;
/** Lines that readers look for first. */
const telling = /\b(?:error|exception|fail(?:ed|ure|s)?|fatal|panic|total|sum|result)\b/i;
const mayHaveMembers = /^\s*[[{]/;
const weight = 4;
/** Of a long list, so many of its values. */
const mostMembers = 400;

/**
 * The lines of a text that tell most, in their order, within a limit of tokens: by them a reader knows what there is to be
 * opened again. A line counts by the names and figures that no line before it has brought, and more if it tells of an error or a
 * total. JSON reads as a line for each value. No line with a secret is told.
 */
export function outlineText(text: string, limit: number, count: (text: string) => number): string {
  // To fail at parsing costs more than to read the text.
  const lines = (mayHaveMembers.test(text) ? listMembers(tryParseJson(text)) : null) ?? text.split("\n");
  const costs = new Map<number, number>();
  const names = new Map<number, readonly string[]>();
  for (const [place, line] of lines.entries()) {
    const own = line.length > longestLine ? [] : [...listNames(line), ...(line.match(figure) ?? [])];
    if (own.length === 0 && (line.length > longestLine || !telling.test(line))) continue;
    names.set(place, own);
    costs.set(place, count(line) + 1);
  }
  const isTelling = (place: number) => telling.test(lines[place] ?? "");
  const worth = (place: number) =>
    ((names.get(place)?.length ?? 0) + (isTelling(place) ? weight : 0)) / (costs.get(place) ?? 1);
  const told = new Set<string>();
  const kept: number[] = [];
  let left = limit;
  for (const place of [...names.keys()].sort((a, b) => worth(b) - worth(a) || a - b)) {
    const cost = costs.get(place) ?? 0;
    const fresh = names.get(place)?.filter((name) => !told.has(name)) ?? [];
    const isNew = fresh.length > 0 || isTelling(place);
    const line = lines[place] ?? "";
    if (!isNew || cost > left || redactSecrets(line) !== line) continue;
    for (const name of fresh) told.add(name);
    left -= cost;
    kept.push(place);
  }
  return kept
    .sort((a, b) => a - b)
    .map((place) => lines[place])
    .join("\n");
}

/** Each value with its path; null for what is no object or list. */
function listMembers(value: Json | undefined): readonly string[] | null {
  if (typeof value !== "object" || value === null) return null;
  const lines: string[] = [];
  const add = (each: Json, path: string): void => {
    if (lines.length >= mostMembers) return;
    if (Array.isArray(each)) for (const [place, inner] of each.entries()) add(inner, `${path}[${place}]`);
    else if (isObject(each))
      for (const [key, inner] of Object.entries(each)) add(inner, path === "" ? key : `${path}.${key}`);
    else lines.push(`${path}: ${String(each)}`);
  };
  add(value, "");
  return lines;
}
