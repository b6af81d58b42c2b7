import { isUnreadable } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import {
  holdsPrefix,
  holdsRun,
  makeSearchableText,
  makeWordQuery,
  mostSought,
  type WordQuery,
} from "@clewline/core/log/search-words.js";
import type { FoundEntry, SearchResult, SearchScope } from "@clewline/core/ports/index.js";
import { isRowNumber } from "./damage/row-numbers.js";
import { readStoredEntry } from "./damage/stored-entries.js";
import type { SqliteStatement } from "./drivers/driver.js";
import { readFields } from "./fields.js";
import { type HeldWords, listBits, sumWeights, weighHeld } from "./held-words.js";
import { findKnownEntry, type KnownEntry, rememberEntry, type StoreCache } from "./known.js";
import { readLongTexts } from "./named-blobs.js";
import { findLane, findSession, normaliseLimit } from "./read.js";
import { readNumberColumn } from "./rows/columns.js";
import { readRef } from "./rows/place-row.js";
import { scopeWord } from "./scope.js";
import type { Statements } from "./statements/prepared.js";

/** The most entries read per word, and per question for all words. Of 100,000 entries, rare words are read in full. */
const [mostPerWord, mostPerQuestion] = [5_000, 20_000];
/** The same if only messages are wanted, because the numbers of other entries are skipped without reading them. */
const mostSaid = 16_000;
/** The rows read at once if the texts themselves have to be searched for words. */
const page = 200;

/** One statement queries the index, one finds the rows that are not superseded, and one reads the uncached entries. */
export function searchWords(
  statements: Statements,
  known: StoreCache,
  { scope, words: given }: { readonly scope: SearchScope; readonly words: readonly string[] },
  limit: number,
): SearchResult {
  const asked = [...new Set(given)].slice(0, mostSought).map(makeWordQuery);
  const most = normaliseLimit(limit);
  const place = asked.length === 0 || most === 0 ? null : findPlace(statements, known, scope);
  if (place === null) return { found: [], holders: asked.map(() => 0), entries: 0 };
  const found: Hit[] = [];
  const [newest, words] = pickNewestStatement(statements, asked.length);
  const questions = makeQueries(asked, place, { words, most, said: scope.said === true });
  const together = markWords(asked, pickTogether(asked));
  const size = asked.some(isRun) ? Math.max(page, most) : most;
  let holders: readonly number[] = [];
  for (let skipped = 0; ; skipped += size) {
    const reach = Math.max(questions.perWord, skipped + size);
    const lists = readFields(newest.get({ ...questions, reach }));
    const { entries, countSince } = place;
    const full = asked.length === 1 ? reach : questions.perWord;
    const holding = weighHeld(lists, { words: asked.length, together, entries, full, countSince });
    holders = holding.holders;
    const numbers = JSON.stringify([...holding.rows.keys()]);
    const { standing, standingSaid } = statements.search;
    const rows = (scope.said === true ? standingSaid : standing).all({ numbers, skipped, limit: size });
    found.push(...readHits(statements, known, { rows, holding }, asked));
    found.sort((a, b) => b.weight - a.weight || b.number - a.number);
    const [last, worst] = [rows.at(-1), found[most - 1]];
    if (last === undefined || rows.length < size) break;
    if (worst && worst.weight >= (holding.rows.get(readNumberColumn(last, "number"))?.weight ?? 0)) break;
  }
  const good = found.filter(({ held }) => held.length > 0).slice(0, most);
  // The index counts rows that hold the words of a run anywhere.
  const isNowhere = (index: number) => isRun(asked[index] ?? nobody) && !found.some(({ held }) => held.includes(index));
  return {
    found: good.map(({ ref, entry, held }) => ({ ref, entry, held })),
    holders: holders.map((count, index) => (isNowhere(index) ? 0 : count)),
    entries: place.entries,
  };
}

interface Hit extends FoundEntry {
  readonly number: number;
  readonly weight: number;
}

/** An upper bound for the numbers of the scope's entries, and the index word of the scope. */
interface Place {
  /** Null if no other entries are below that number: the word would cost as much time as any other. */
  readonly word: string | null;
  readonly before: number;
  /** How many entries it has. */
  readonly entries: number;
  /** How many of them are as new as the row with this number; null if counting would have to read all. */
  countSince(number: number): number | null;
}

const everything = Number.MAX_SAFE_INTEGER;

/** Null for an empty scope. */
function findPlace(statements: Statements, known: StoreCache, scope: SearchScope): Place | null {
  switch (scope.kind) {
    case "lane": {
      const lane = scope.before !== undefined && scope.before <= 1 ? null : findLane(statements, scope.ref);
      if (lane === null) return null;
      const before = scope.before === undefined ? null : findEntryNumber(statements, known, lane.id, scope.before);
      // If place and number are equal, all earlier entries of the file are of this lane.
      const isAlone = (before !== null && before === scope.before) || isOnly(statements, "lanes", lane.id);
      const word = makePlaceWord(statements, "lanes", lane.id);
      const entries = Math.min(lane.nextSeq, scope.before ?? lane.nextSeq) - 1;
      const countSince = (number: number) => countLaneSince(statements, number, entries);
      return word === null ? null : { word: isAlone ? null : word, before: before ?? everything, entries, countSince };
    }
    case "session": {
      const session = findSession(statements, scope);
      const word = session === null ? null : makePlaceWord(statements, "sessions", session);
      if (session === null || word === null) return null;
      const row = statements.search.entriesOfSession.get({ sessionId: session });
      return makeWidePlace(word, isOnly(statements, "sessions", session), readNumberColumn(row, "entries"));
    }
    case "owner": {
      const row = statements.search.findOwner.get({ owner: scope.owner });
      const id = row === undefined ? null : readNumberColumn(row, "id");
      const word = id === null ? null : makePlaceWord(statements, "owners", id);
      if (id === null || word === null) return null;
      return makeWidePlace(word, isOnly(statements, "owners", id), readNumberColumn(row, "entries"));
    }
    default:
      return scope satisfies never;
  }
}

function makeWidePlace(word: string, isAlone: boolean, entries: number): Place {
  // If all rows belong to the scope, their numbers count them.
  const countSince = (number: number) => (isAlone ? entries - number + 1 : null);
  return { word: isAlone ? null : word, before: everything, entries, countSince };
}

/** Whether the file has no other owner, session or lane. */
function isOnly({ search }: Statements, table: keyof typeof placeWords, id: number): boolean {
  return search[onlyOf[table]].get({ id }) !== undefined;
}

const onlyOf = { owners: "onlyOwner", sessions: "onlySession", lanes: "onlyLane" } as const;

/** `entries` is the number of the lane's places. */
function countLaneSince({ search }: Statements, number: number, entries: number): number | null {
  const row = search.seqOf.get({ number });
  return row === undefined ? null : entries - readNumberColumn(row, "seq") + 1;
}

const placeWords = { owners: scopeWord.owner, sessions: scopeWord.session, lanes: scopeWord.lane } as const;

/** Null for a damaged number, which the index can't contain. */
function makePlaceWord({ unread }: Statements, table: keyof typeof placeWords, id: number): string | null {
  if (isRowNumber(id)) return placeWords[table](id);
  unread.meet({ table, key: { id }, reason: "its id is one that no row is given" });
  return null;
}

function findEntryNumber({ search }: Statements, known: StoreCache, laneId: number, seq: number): number | null {
  const entry = findKnownEntry(known, laneId, seq);
  if (entry !== undefined) return entry.number;
  const row = search.numberAt.get({ laneId, seq });
  return row === undefined ? null : readNumberColumn(row, "number");
}

/** An empty phrase, which matches no row. */
const nothing = '""';

type Values = Readonly<Record<string, string | number>>;

function makeQueries(
  asked: readonly WordQuery[],
  { word, before }: Place,
  { words, most, said }: { readonly words: number; readonly most: number; readonly said: boolean },
): Values & { readonly perWord: number } {
  const within = word === null ? [] : [quoteWord(word)];
  const each = Array.from({ length: words }, (_, index) => {
    const sought = asked[index];
    // A single word needs no list of its own: the list of all words is the same.
    const isWordQuery = sought !== undefined && sought.run.length > 0 && asked.length > 1;
    return [`word${index}`, isWordQuery ? [...within, ...makeWordQueries(sought)].join(" AND ") : nothing];
  });
  const isPossible = asked.every(({ run }) => run.length > 0);
  const all = isPossible ? [...within, ...pickTogether(asked).flatMap(makeWordQueries)].join(" AND ") : nothing;
  // A caller that asks for more entries than this ranks them itself, and has to see all of them.
  const [ofWord, ofQuestion] = said ? [mostSaid, mostSaid] : [mostPerWord, mostPerQuestion];
  const perWord = Math.max(most, Math.min(ofWord, Math.ceil(ofQuestion / asked.length)));
  return { ...Object.fromEntries(each), all, before, perWord };
}

/**
 * The words that one row must hold together. For a prefix the index joins all words that begin with it, which is the
 * slowest part of a query. So it is done once, and the texts decide which rows with the other words hold the prefix.
 */
function pickTogether(asked: readonly WordQuery[]): readonly WordQuery[] {
  const whole = asked.filter(({ prefix }) => !prefix);
  return whole.length === 0 ? asked : whole;
}

function markWords(asked: readonly WordQuery[], some: readonly WordQuery[]): number {
  return asked.reduce((bits, each, index) => (some.includes(each) ? bits | (1 << index) : bits), 0);
}

/** The statement for this many words, and the number of its parameters. */
function pickNewestStatement({ search }: Statements, words: number): readonly [SqliteStatement, number] {
  if (words <= 4) return [search.newest4, 4];
  if (words <= 8) return [search.newest8, 8];
  return words <= 12 ? [search.newest12, 12] : [search.newest16, mostSought];
}

function makeWordQueries({ run, prefix, forms }: WordQuery): readonly string[] {
  if (forms.length > 0) return [`(${[...run, ...forms].map(quoteWord).join(" OR ")})`];
  return run.map((word) => `${quoteWord(word)}${prefix ? " *" : ""}`);
}

/** Quotes disable the query syntax. Words hold neither quotes nor NUL. */
function quoteWord(word: string): string {
  return `"${word}"`;
}

function isRun({ run }: WordQuery): boolean {
  return run.length > 1;
}

interface FoundRows {
  readonly rows: readonly unknown[];
  readonly holding: HeldWords;
}

function readHits(
  statements: Statements,
  known: StoreCache,
  { rows, holding }: FoundRows,
  asked: readonly WordQuery[],
): readonly Hit[] {
  const entries = readHitEntries(statements, known, rows);
  const refs = new Map<number, LaneRef>();
  return rows.flatMap((row) => {
    const [number, laneId] = [readNumberColumn(row, "number"), readNumberColumn(row, "lane_id")];
    const entry = entries.get(number)?.entry;
    const words = holding.rows.get(number);
    if (entry === undefined || words === undefined || isUnreadable(entry)) return [];
    const ref = refs.get(laneId) ?? readLaneRef(statements, laneId);
    if (ref === null) return [];
    refs.set(laneId, ref);
    const bits = lookInText(asked, words.bits, () => makeSearchableText(entry, readLongTexts(statements, ref, entry)));
    return [{ ref, entry, held: listBits(bits), weight: sumWeights(bits, holding.weights), number }];
  });
}

/** Null for a lane whose row is lost, because its entries are in no scope. */
function readLaneRef({ lanes }: Statements, laneId: number): LaneRef | null {
  const row = lanes.refOfLane.get({ laneId });
  return row === undefined ? null : readRef(readFields(row));
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
    const entry = rememberEntry(known, readNumberColumn(row, "lane_id"), row, (each) =>
      readStoredEntry(statements, each),
    );
    if (entry !== null) found.set(entry.number, entry);
  }
  return found;
}

/**
 * The index knows the words of a text, but not their order. So the text decides whether the words of a run are
 * adjacent, and whether it has a prefix whose older rows were not read.
 */
function lookInText(asked: readonly WordQuery[], bits: number, text: () => string): number {
  const runs = listBits(bits).filter((index) => isRun(asked[index] ?? nobody));
  const together = markWords(asked, pickTogether(asked));
  const isLooked = (index: number) => (bits & together) === together && ((bits >> index) & 1) === 0;
  const begun = asked.flatMap(({ prefix }, index) => (prefix && isLooked(index) ? [index] : []));
  if (runs.length === 0 && begun.length === 0) return bits;
  const whole = text();
  const apart = runs.filter((index) => !holdsRun(whole, asked[index]?.run ?? []));
  const added = begun.filter((index) => holdsPrefix(whole, asked[index]?.run[0] ?? ""));
  const left = apart.reduce((all, index) => all & ~(1 << index), bits);
  return added.reduce((all, index) => all | (1 << index), left);
}

const nobody: WordQuery = { run: [], prefix: false, forms: [] };
