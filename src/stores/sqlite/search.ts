import type { Found, Scope } from "../../core/ports.js";
import { holdsRun, searchableText, soughtAs } from "../../core/words.js";
import { storedTexts } from "./named-blobs.js";
import { count, findLane, findSession } from "./read.js";
import { numberIn } from "./rows/columns.js";
import { placedEntry } from "./rows/place-row.js";
import { scopeWord } from "./scope.js";
import type { Statements } from "./statements/prepared.js";

/** How far back each word is followed where too few entries hold all of them. */
const perWord = 300;

export function searchWords(
  statements: Statements,
  scope: Scope,
  words: readonly string[],
  { limit, least = 1 }: { readonly limit: number; readonly least?: number | undefined },
): readonly Found[] {
  const asked = [...new Set(words)].map(soughtAs);
  const most = count(limit);
  const within = asked.length === 0 || most === 0 ? null : wordOf(statements, scope);
  if (within === null) return [];
  const before = firstBehind(statements, scope);
  const all = matching(statements, within, asked, { before, limit: most });
  const matched = new Map(all.map((number) => [number, asked.length]));
  if (all.length < most && asked.length > 1) {
    const held = mostMatching(statements, within, asked, before);
    const some = held.filter(([number, words]) => words >= least && !matched.has(number));
    for (const [number, held] of some.slice(0, most - all.length)) matched.set(number, held);
  }
  return entriesWith(statements, matched);
}

type Sought = ReturnType<typeof soughtAs>;

/** The one word of the index that stands for the scope; null for one that nothing was ever written to. */
function wordOf(statements: Statements, scope: Scope): string | null {
  switch (scope.kind) {
    case "lane": {
      const lane = findLane(statements, scope.ref);
      return lane === null ? null : scopeWord.lane(lane.id);
    }
    case "session": {
      const session = findSession(statements, scope);
      return session === null ? null : scopeWord.session(session);
    }
    case "owner": {
      const row = statements.search.findOwner.get({ owner: scope.owner });
      return row === undefined ? null : scopeWord.owner(numberIn(row, "id"));
    }
    default:
      return scope satisfies never;
  }
}

/** Rows looked at in one go where words have to be looked for in the texts themselves. */
const page = 200;

/** Numbers of the entries that hold all the words, newest first. */
function matching(
  statements: Statements,
  within: string,
  words: readonly Sought[],
  { before, limit }: { readonly before: number; readonly limit: number },
): readonly number[] {
  if (words.some(({ run }) => run.length === 0)) return [];
  const query = [quoted(within), ...words.flatMap(queriesOf)].join(" AND ");
  const runs = words.filter(({ run }) => run.length > 1);
  const found: number[] = [];
  for (let below = before; found.length < limit; ) {
    const wanted = runs.length === 0 ? limit : page;
    const rows = statements.search.matching.all({ query, before: below, limit: wanted });
    const numbers = rows.map((row) => numberIn(row, "number"));
    found.push(...(runs.length === 0 ? numbers : holdingRuns(statements, numbers, runs)));
    below = numbers.at(-1) ?? 0;
    if (rows.length < wanted) break;
  }
  return found.slice(0, limit);
}

/** The index knows which words a text has, and not in which order: whether they follow one another, the text tells. */
function holdingRuns(statements: Statements, numbers: readonly number[], runs: readonly Sought[]): readonly number[] {
  const rows = statements.entries.withNumbers.all({ numbers: JSON.stringify(numbers) });
  const holding = rows.filter((row) => {
    const { ref, entry } = placedEntry(row);
    const text = searchableText(entry, storedTexts(statements, ref, entry));
    return runs.every(({ run }) => holdsRun(text, run));
  });
  return holding.map((row) => numberIn(row, "number"));
}

/** The number that entries have to be below, for a scope that ends before a seq. */
function firstBehind(statements: Statements, scope: Scope): number {
  if (scope.kind !== "lane" || scope.before === undefined) return Number.MAX_SAFE_INTEGER;
  const lane = findLane(statements, scope.ref);
  const row = lane === null ? undefined : statements.search.numberAt.get({ laneId: lane.id, seq: scope.before });
  return row === undefined ? Number.MAX_SAFE_INTEGER : numberIn(row, "number");
}

/** Numbers with how many words each holds, more first, then newer. */
function mostMatching(
  statements: Statements,
  within: string,
  words: readonly Sought[],
  before: number,
): readonly (readonly [number: number, held: number])[] {
  const held = new Map<number, number>();
  for (const word of words) {
    for (const number of matching(statements, within, [word], { before, limit: perWord }))
      held.set(number, (held.get(number) ?? 0) + 1);
  }
  return [...held].sort(([a, heldByA], [b, heldByB]) => heldByB - heldByA || b - a);
}

function entriesWith(statements: Statements, matched: ReadonlyMap<number, number>): readonly Found[] {
  const rows = statements.entries.withNumbers.all({ numbers: JSON.stringify([...matched.keys()]) });
  return rows.map((row) => ({ ...placedEntry(row), matched: matched.get(numberIn(row, "number")) ?? 0 }));
}

function queriesOf({ run, prefix }: Sought): readonly string[] {
  return run.map((word) => `${quoted(word)}${prefix ? " *" : ""}`);
}

/** In quotes nothing is syntax; words hold neither quotes nor NUL. */
function quoted(word: string): string {
  return `"${word}"`;
}
