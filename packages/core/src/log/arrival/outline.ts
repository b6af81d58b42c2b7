import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { isObject, type Json, tryParseFlatJson } from "@clewline/text/json.js";
import { listNames } from "@clewline/text/quotable.js";

/** Longer lines are data, not something that a reader finds his way by. */
const longestLine = 300;
/** Figures, which mostly stand in one place alone. */
const figure = /\d[\d.,]*\d{2}/g;
/** Lines that readers look for first. */
const telling = /\b(?:error|exception|fail(?:ed|ure|s)?|fatal|panic|total|sum|result)\b/i;
const weight = 4;
/** Keys at the head of JSON, outside of its lists. */
const head = /^[^:[]*:/;
/** The weight of a value that another entry has too. */
const knownPart = 0.25;
/** Of a long list, so many of its values. */
const mostMembers = 400;

/** Facts about a text that other texts tell. */
export interface OutlineContext {
  /** Whether a value stands elsewhere. */
  isKnown(value: string): boolean;
  /** The kinds of lines that the outline of a text from the same source has. */
  readonly kinds: ReadonlySet<string>;
  /** The text without its secrets. */
  clean(text: string): string;
}

const noContext: OutlineContext = { isKnown: () => false, kinds: new Set(), clean: redactSecrets };

interface Candidate {
  readonly place: number;
  readonly names: readonly string[];
  readonly isTelling: boolean;
  readonly worth: number;
}

/**
 * The lines of a text that tell most, in their order, within a limit of tokens: by them a reader knows what there is to be
 * opened again. A line counts by the names and figures that no line before it has brought, most if they stand nowhere else, and
 * more if it tells of an error or a total. Of texts that are alike the same lines are kept, so that they read as a table. JSON
 * reads as a line for each value. No line with a secret is told.
 */
export function outlineText(
  text: string,
  limit: number,
  count: (text: string) => number,
  context: OutlineContext = noContext,
): string {
  const members = listMembers(tryParseFlatJson(text));
  const lines = members ?? text.split("\n");
  // Secrets of several lines are known as such in the whole text alone.
  const safe = new Set(listLines(context.clean(text)));
  const told = new Set<string>();
  const kept: number[] = [];
  let left = limit;
  for (const { place, names, isTelling } of rankLines(lines, context, members !== null)) {
    const fresh = names.filter((name) => !told.has(name));
    const line = lines[place] ?? "";
    if (fresh.length === 0 && !isTelling) continue;
    const cost = count(line) + 1;
    if (cost > left || !safe.has(line) || context.clean(line) !== line) continue;
    for (const name of fresh) told.add(name);
    left -= cost;
    kept.push(place);
    if (left < leastCost) break;
  }
  return kept
    .sort((a, b) => a - b)
    .map((place) => lines[place])
    .join("\n");
}

/** Hardly a line takes less, in tokens. */
const leastCost = 4;

/** The names and figures of a text, as its outline tells them. */
export function listOutlineValues(text: string): readonly string[] {
  return listLines(text).flatMap(listValues);
}

/** The label of a line, or its words without values. Empty if it has neither. */
export function nameLineKind(line: string): string {
  const [label = ""] = line.replace(/[^\s[\]:=]*\d[^\s[\]:=]*/g, "#").split(/[:=]/, 1);
  return /\p{L}/u.test(label) ? label.trim() : "";
}

function listLines(text: string): readonly string[] {
  return listMembers(tryParseFlatJson(text)) ?? text.split("\n");
}

function listValues(line: string): readonly string[] {
  return line.length > longestLine ? [] : [...listNames(line), ...(line.match(figure) ?? [])];
}

function rankLines(
  lines: readonly string[],
  { isKnown, kinds }: OutlineContext,
  isJson: boolean,
): readonly Candidate[] {
  const isLike = findLike(lines, kinds);
  const isNear = findEnds(lines);
  const candidates = lines.flatMap((line, place): readonly Candidate[] => {
    const isTelling = telling.test(line);
    const names = isTelling || isNear(place) ? listValues(line) : [];
    if (names.length === 0 && (line.length > longestLine || !isTelling)) return [];
    const values = names.reduce((sum, name) => sum + (isKnown(name) ? knownPart : 1), 0);
    const signs = [isTelling, isLike(line), isJson && head.test(line)];
    const more = weight * signs.filter((sign) => sign).length;
    return [{ place, names, isTelling, worth: (values + more) / (line.length + 4) }];
  });
  return candidates.sort((a, b) => b.worth - a.worth || a.place - b.place);
}

/** Of a very long text only its ends are read for names; errors and totals are looked for everywhere. */
function findEnds(lines: readonly string[]): (place: number) => boolean {
  let [from, to, head, tail] = [0, lines.length - 1, 0, 0];
  while (from < to && head < reach) head += (lines[from++] ?? "").length + 1;
  while (to > from && tail < reach) tail += (lines[to--] ?? "").length + 1;
  return (place) => place < from || place >= to;
}

/** In characters. */
const reach = 100_000;

/** Whether a line is of a kind that was kept before; of no line where the texts are not alike. */
function findLike(lines: readonly string[], kinds: ReadonlySet<string>): (line: string) => boolean {
  if (kinds.size === 0) return () => false;
  const own = new Set(lines.map(nameLineKind));
  const shared = [...kinds].filter((kind) => own.has(kind)).length;
  return shared * 2 <= kinds.size ? () => false : (line) => kinds.has(nameLineKind(line));
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
