import type { ModelFacts, ReasoningBond } from "./model-facts.js";
import { applyRoute } from "./routes.js";
import { table, unknownModel, unknownNewer, unpaid } from "./table.js";

/** An owner's facts about a model. */
export interface SaidFacts extends Partial<Omit<ModelFacts, "reasoning" | "assumed">> {
  /** Whether its reasoning is bound; on an account older than the check it is not. */
  readonly bound?: ReasoningBond;
}

/** The owner's facts about models, by name or by the beginning of names. */
export type OwnFacts = ReadonlyMap<string, SaidFacts>;

/**
 * Finds the facts of a model: `anthropic:claude-sonnet-5`, `openrouter:anthropic/claude-sonnet-4.5`, or the bare name.
 * The owner's facts win, field by field.
 */
export function findModelFacts(name: string | null, own?: OwnFacts): ModelFacts {
  const asked = name ?? "";
  const found = findPublicFacts(asked);
  const said = own === undefined ? undefined : findOwnFacts(asked, own);
  if (said === undefined) return found;
  const { bound = found.reasoning.bound, ...facts } = said;
  const known = found.known || said.input !== undefined;
  return { ...found, known, ...facts, reasoning: { ...found.reasoning, bound } };
}

function findPublicFacts(name: string): ModelFacts {
  const [provider = ""] = name.toLowerCase().split(":");
  const free = unpaid.get(provider);
  if (free !== undefined) return free;
  const spellings = listNameSpellings(name);
  for (const spelling of spellings) {
    const row = pickLongestFamily(table.filter(({ family }) => isOfFamily(spelling, normaliseModelName(family))));
    if (row !== undefined) return applyRoute(name, { ...row, fast: nameFastModel(name, row.fast) });
  }
  const newer = unknownNewer.find(([pattern]) => spellings.some((spelling) => pattern.test(spelling)));
  return newer === undefined ? unknownModel : applyRoute(name, newer[1]);
}

/** The bare name, and the part before the last colon for names that end in a mark such as `:free` or `:0`. */
function listNameSpellings(name: string): readonly string[] {
  const path = normaliseModelName(name).replace(/^.*\//, "");
  const bare = path.replace(/^.*:/, "");
  const unmarked = path.replace(/:[^:]*$/, "").replace(/^.*:/, "");
  // Some providers put the vendor before the name, as in us.anthropic.claude-opus-5, and some the version before the line.
  return [bare, unmarked].map((each) =>
    each
      .replace(/^(?:[a-z]+-)+(?=claude-|gpt-\d)/, "")
      .replace(/\[[^\]]*\]$/, "")
      .replace(/^claude-([4-9](?:-\d)?)-([a-z]+)(?=-|$)/, "claude-$2-$1"),
  );
}

/** Providers disagree about dots and hyphens in versions. */
function normaliseModelName(name: string): string {
  return name.toLowerCase().replaceAll(".", "-");
}

/** A date or a word may follow the family. Another number is another version, about which nothing is known. */
function isOfFamily(name: string, family: string): boolean {
  return name.startsWith(family) && /^(?:$|[-@](?:\d{4}|[a-z]))/.test(name.slice(family.length));
}

function pickLongestFamily(rows: readonly ModelFacts[]): ModelFacts | undefined {
  return rows.toSorted((a, b) => b.family.length - a.family.length)[0];
}

/** If the name has a vendor before it, so does the fast model's name, with a dot in its version. */
function nameFastModel(name: string, fast: string | null): string | null {
  const [, vendor] = /^(?:[^:/]+:)?([^:]+)\//.exec(name) ?? [];
  if (fast === null || vendor === undefined) return fast;
  return `${vendor}/${fast.replace(/(\d)-(\d)$/, "$1.$2")}`;
}

/** Prefers the whole name, then the bare one, then the longest beginning. */
export function findOwnFacts(name: string, own: OwnFacts): SaidFacts | undefined {
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
