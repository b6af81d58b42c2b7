import type { LaneRef } from "../../core/log/keys.js";
import { holdsRun, makeSearchableText, makeWordQuery, mostSought } from "../../core/log/search-words.js";
import type { FoundEntry, SearchScope } from "../../core/ports/index.js";
import { readFields } from "./fields.js";
import { findKnownEntry, type KnownEntry, rememberEntry, type StoreCache } from "./known.js";
import { readLongTexts } from "./named-blobs.js";
import { findLane, findSession, normaliseLimit } from "./read.js";
import { readNumberColumn } from "./rows/columns.js";
import { readRef } from "./rows/place-row.js";
import { scopeWord } from "./scope.js";
import type { PreparedStatement, Statements } from "./statements/prepared.js";
import { allWords } from "./statements/search.js";

/** Each word is followed back over this many entries, and all of them together over that many. */
const [mostPerWord, mostPerQuestion] = [300, 1_000];
/** Rows looked at in one go where words have to be looked for in the texts themselves. */
const page = 200;

/** One statement finds the rows, and one gives those of them that are not known. */
export function searchWords(
  statements: Statements,
  known: StoreCache,
  { scope, words: given }: { readonly scope: SearchScope; readonly words: readonly string[] },
  { limit, least = 1 }: { readonly limit: number; readonly least?: number | undefined },
): readonly FoundEntry[] {
  const asked = [...new Set(given)].slice(0, mostSought).map(makeWordQuery);
  const most = normaliseLimit(limit);
  const place = asked.length === 0 || most === 0 ? null : findPlace(statements, known, scope);
  if (place === null) return [];
  const found: Hit[] = [];
  const [holding, words] = pickStatement(statements, asked.length);
  const questions = makeQueries(asked, place, words);
  const size = asked.some(isRun) ? Math.max(page, most) : most;
  for (let skipped = 0; ; skipped += size) {
    const reach = { least, skipped, reach: skipped + size, limit: size };
    const rows = holding.all({ ...questions, ...reach });
    found.push(...readHits(statements, known, rows, asked));
    found.sort((a, b) => b.matched - a.matched || b.number - a.number);
    const [last, worst] = [rows.at(-1), found[most - 1]];
    if (last === undefined || rows.length < size || (worst && worst.matched >= readNumberColumn(last, "held"))) break;
  }
  const good = found.filter(({ matched }) => matched >= Math.max(1, least)).slice(0, most);
  return good.map(({ ref, entry, matched }) => ({ ref, entry, matched }));
}

type Sought = ReturnType<typeof makeWordQuery>;

interface Hit extends FoundEntry {
  readonly number: number;
}

/** A word of the index that stands for the scope, and the number that its entries are below. */
interface Place {
  readonly word: string;
  readonly before: number;
}

/** Null for a scope in which there is nothing. */
function findPlace(statements: Statements, known: StoreCache, scope: SearchScope): Place | null {
  const everything = Number.MAX_SAFE_INTEGER;
  switch (scope.kind) {
    case "lane": {
      const lane = scope.before !== undefined && scope.before <= 1 ? null : findLane(statements, scope.ref);
      if (lane === null) return null;
      const before = scope.before === undefined ? null : findEntryNumber(statements, known, lane.id, scope.before);
      return { word: scopeWord.lane(lane.id), before: before ?? everything };
    }
    case "session": {
      const session = findSession(statements, scope);
      return session === null ? null : { word: scopeWord.session(session), before: everything };
    }
    case "owner": {
      const row = statements.search.findOwner.get({ owner: scope.owner });
      return row === undefined ? null : { word: scopeWord.owner(readNumberColumn(row, "id")), before: everything };
    }
    default:
      return scope satisfies never;
  }
}

function findEntryNumber({ search }: Statements, known: StoreCache, laneId: number, seq: number): number | null {
  const entry = findKnownEntry(known, laneId, seq);
  if (entry !== undefined) return entry.number;
  const row = search.numberAt.get({ laneId, seq });
  return row === undefined ? null : readNumberColumn(row, "number");
}

/** An empty phrase, which nothing holds. */
const nothing = '""';

type Values = Readonly<Record<string, string | number>>;

function makeQueries(asked: readonly Sought[], { word, before }: Place, words: number): Values {
  const within = quoteWord(word);
  const each = Array.from({ length: words }, (_, index) => {
    const sought = asked[index];
    // A word alone is all of them.
    const isSought = sought !== undefined && sought.run.length > 0 && asked.length > 1;
    return [`word${index}`, isSought ? [within, ...makeWordQueries(sought)].join(" AND ") : nothing];
  });
  const isPossible = asked.every(({ run }) => run.length > 0);
  const all = isPossible ? [within, ...asked.flatMap(makeWordQueries)].join(" AND ") : nothing;
  const perWord = Math.min(mostPerWord, Math.ceil(mostPerQuestion / asked.length));
  return { ...Object.fromEntries(each), all, before, perWord, count: asked.length };
}

/** The statement for so many words, and how many it has a place for. */
function pickStatement({ search }: Statements, words: number): readonly [PreparedStatement, number] {
  if (words <= 4) return [search.holding4, 4];
  if (words <= 8) return [search.holding8, 8];
  return words <= 12 ? [search.holding12, 12] : [search.holding16, mostSought];
}

function makeWordQueries({ run, prefix }: Sought): readonly string[] {
  return run.map((word) => `${quoteWord(word)}${prefix ? " *" : ""}`);
}

/** In quotes nothing is syntax; words hold neither quotes nor NUL. */
function quoteWord(word: string): string {
  return `"${word}"`;
}

function isRun({ run }: Sought): boolean {
  return run.length > 1;
}

function readHits(
  statements: Statements,
  known: StoreCache,
  rows: readonly unknown[],
  asked: readonly Sought[],
): readonly Hit[] {
  const entries = readHitEntries(statements, known, rows);
  const refs = new Map<number, LaneRef>();
  return rows.flatMap((row) => {
    const [number, laneId] = [readNumberColumn(row, "number"), readNumberColumn(row, "lane_id")];
    const entry = entries.get(number)?.entry;
    if (entry === undefined) return [];
    const ref = refs.get(laneId) ?? readRef(readFields(statements.lanes.refOfLane.get({ laneId })));
    refs.set(laneId, ref);
    const apart = countWordsApart(asked, readNumberColumn(row, "bits"), () =>
      makeSearchableText(entry, readLongTexts(statements, ref, entry)),
    );
    return [{ ref, entry, matched: readNumberColumn(row, "held") - apart, number }];
  });
}

function readHitEntries(
  statements: Statements,
  known: StoreCache,
  rows: readonly unknown[],
): ReadonlyMap<number, KnownEntry> {
  const found = new Map<number, KnownEntry>();
  const missing: number[] = [];
  for (const row of rows) {
    const number = readNumberColumn(row, "number");
    const entry = findKnownEntry(known, readNumberColumn(row, "lane_id"), readNumberColumn(row, "seq"));
    if (entry === undefined) missing.push(number);
    else found.set(number, entry);
  }
  if (missing.length === 0) return found;
  for (const row of statements.entries.withNumbers.all({ numbers: JSON.stringify(missing) })) {
    found.set(readNumberColumn(row, "number"), rememberEntry(known, readNumberColumn(row, "lane_id"), row));
  }
  return found;
}

/** The index knows which words a text has, and not in which order: whether those of a run follow one another, the text tells. */
function countWordsApart(asked: readonly Sought[], bits: number, text: () => string): number {
  const runs = asked.filter((sought, index) => isRun(sought) && (bits >= allWords || (bits >> index) % 2 === 1));
  if (runs.length === 0) return 0;
  const whole = text();
  return runs.filter(({ run }) => !holdsRun(whole, run)).length;
}
