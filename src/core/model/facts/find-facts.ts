import type { ModelFacts } from "./model-facts.js";
import { table, unknownModel, unpaid } from "./table.js";

/** What an owner says of models, by their names or by what those begin with. */
export type OwnFacts = ReadonlyMap<string, Partial<ModelFacts>>;

/**
 * What is known of a model: `anthropic:claude-sonnet-5`, `openrouter:anthropic/claude-sonnet-4.5`, or the bare name. What
 * the owner says wins, field by field.
 */
export function findModelFacts(name: string | null, own?: OwnFacts): ModelFacts {
  const asked = name ?? "";
  const found = findPublicFacts(asked);
  const said = own === undefined ? undefined : findOwnFacts(asked, own);
  if (said === undefined) return found;
  return { ...found, known: found.known || said.input !== undefined, ...said };
}

function findPublicFacts(name: string): ModelFacts {
  const [provider = ""] = name.toLowerCase().split(":");
  const free = unpaid.get(provider);
  if (free !== undefined) return free;
  const spellings = listNameSpellings(name);
  for (const spelling of spellings) {
    const row = pickLongestFamily(table.filter(({ family }) => isOfFamily(spelling, normaliseModelName(family))));
    if (row !== undefined) return { ...row, fast: nameFastModel(name, row.fast) };
  }
  return unknownModel;
}

/** The bare name; where that is only a mark such as `:free` or `:0`, what stands before it. */
function listNameSpellings(name: string): readonly string[] {
  const path = normaliseModelName(name).replace(/^.*\//, "");
  const bare = path.replace(/^.*:/, "");
  const unmarked = path.replace(/:[^:]*$/, "").replace(/^.*:/, "");
  // Some put the vendor before the name, as in us.anthropic.claude-opus-5.
  return [bare, unmarked].map((each) => each.replace(/^(?:[a-z]+-)+(?=claude-)/, ""));
}

/** Providers disagree about dots and hyphens in a version. */
function normaliseModelName(name: string): string {
  return name.toLowerCase().replaceAll(".", "-");
}

/** A date or a word may follow. Another number is another version, of which nothing is known. */
function isOfFamily(name: string, family: string): boolean {
  return name.startsWith(family) && /^(?:$|[-@](?:\d{4}|[a-z]))/.test(name.slice(family.length));
}

function pickLongestFamily(rows: readonly ModelFacts[]): ModelFacts | undefined {
  return rows.toSorted((a, b) => b.family.length - a.family.length)[0];
}

/** Where names have a vendor before them, the smaller model's has too, with a dot in its version. */
function nameFastModel(name: string, fast: string | null): string | null {
  const [, vendor] = /^(?:[^:/]+:)?([^:]+)\//.exec(name) ?? [];
  if (fast === null || vendor === undefined) return fast;
  return `${vendor}/${fast.replace(/(\d)-(\d)$/, "$1.$2")}`;
}

/** The whole name, then the bare one, then the longest beginning. */
function findOwnFacts(name: string, own: OwnFacts): Partial<ModelFacts> | undefined {
  const [bare = "", unmarked = ""] = listNameSpellings(name);
  const whole = normaliseModelName(name);
  const rank = (key: string): number => {
    if (key === whole) return 3;
    if (key === bare || key === unmarked) return 2;
    return [whole, bare, unmarked].some((each) => key !== "" && each.startsWith(key)) ? 1 : 0;
  };
  const [best] = [...own]
    .map(([key, facts]) => ({ key: normaliseModelName(key), facts, rank: rank(normaliseModelName(key)) }))
    .filter((each) => each.rank > 0)
    .sort((a, b) => b.rank - a.rank || b.key.length - a.key.length);
  return best?.facts;
}
