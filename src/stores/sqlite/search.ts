import type { Found, Scope } from "../../core/ports.js";
import { soughtAs } from "../../core/words.js";
import { count, findLane } from "./read.js";
import { numberIn, placedEntry } from "./rows.js";
import { scopeWord } from "./scope.js";
import type { Statements } from "./statements/prepared.js";
import { toStored } from "./stored-text.js";

/** How far back each word is followed where too few entries hold all of them. */
const perWord = 300;

export function searchWords(
  statements: Statements,
  scope: Scope,
  words: readonly string[],
  { limit, least = 1 }: { readonly limit: number; readonly least?: number | undefined },
): readonly Found[] {
  const asked = [...new Set(words)];
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
  return entriesWith(statements, scope, matched);
}

/** The one word of `search.scope` that stands for the scope; null for one that nothing was ever written to. */
function wordOf(statements: Statements, scope: Scope): string | null {
  switch (scope.kind) {
    case "lane": {
      const lane = findLane(statements, scope.ref);
      return lane === null ? null : scopeWord.lane(lane.id);
    }
    case "session": {
      const row = statements.search.findSession.get({ owner: scope.owner, session: toStored(scope.session) });
      return row === undefined ? null : scopeWord.session(numberIn(row, "id"));
    }
    case "owner": {
      const row = statements.search.findOwner.get({ owner: scope.owner });
      return row === undefined ? null : scopeWord.owner(numberIn(row, "id"));
    }
    default:
      return scope satisfies never;
  }
}

/** Numbers of the entries that hold all the words, newest first. */
function matching(
  { search }: Statements,
  within: string,
  words: readonly string[],
  { before, limit }: { readonly before: number; readonly limit: number },
): readonly number[] {
  const query = [`scope : ${within}`, ...words.map((word) => `words : ${sought(word)}`)].join(" AND ");
  return search.matching.all({ query, before, limit }).map((row) => numberIn(row, "number"));
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
  words: readonly string[],
  before: number,
): readonly (readonly [number: number, held: number])[] {
  const held = new Map<number, number>();
  for (const word of words) {
    for (const number of matching(statements, within, [word], { before, limit: perWord }))
      held.set(number, (held.get(number) ?? 0) + 1);
  }
  return [...held].sort(([a, heldByA], [b, heldByB]) => heldByB - heldByA || b - a);
}

function entriesWith(statements: Statements, scope: Scope, matched: ReadonlyMap<number, number>): readonly Found[] {
  const owner = scope.kind === "lane" ? scope.ref.owner : scope.owner;
  const rows = statements.search.withNumbers.all({ numbers: JSON.stringify([...matched.keys()]) });
  const byNumber = new Map(rows.map((row) => [numberIn(row, "number"), placedEntry(owner, row)]));
  return [...matched].flatMap(([number, held]) => {
    const placed = byNumber.get(number);
    return placed === undefined ? [] : [{ ...placed, matched: held }];
  });
}

function sought(word: string): string {
  const { run, prefix } = soughtAs(word);
  return `${quoted(run.join(" "))}${prefix ? " *" : ""}`;
}

/** In quotes nothing is syntax but the quote itself, and NUL, where SQLite would stop reading. */
function quoted(word: string): string {
  return `"${word.replaceAll("\0", " ").replaceAll('"', '""')}"`;
}
