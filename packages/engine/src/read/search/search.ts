import type { Entry } from "@clewline/core/log/entry.js";
import type { LaneRef } from "@clewline/core/log/keys.js";
import { redactEntryText } from "@clewline/core/log/redact-entry.js";
import type { SearchScope } from "@clewline/core/ports/index.js";
import type { Engine } from "../../engine.js";
import { redactJson } from "../../intake/redact/redact-json.js";
import { makeSearchDepth } from "../candidates/candidates.js";
import { type LogLine, makeLogLine } from "../inspect.js";
import { isLookUp, type RetrievalStage, type RetrievedMessage, type Retrieving, retrieve } from "../retrieve.js";
import { listSearched } from "../sessions/archive.js";
import { isBareQuestion, readWords } from "./bare-question.js";
import { pickAlike } from "./pick-alike.js";
import { makeSearchFilter, mostFiltered, type SearchFilter } from "./search-filter.js";

/** An entry that a search found. */
export interface SearchHit {
  /** The lane that it is in. */
  readonly ref: LaneRef;
  /** The entry. */
  readonly line: LogLine;
  /** How many of the words it holds; 0 for one that means the same in other words. */
  readonly matched: number;
  /** How many words were searched for; common ones are left out where there are others. */
  readonly asked: number;
  /** No entry has a name of the question whole, such as session_live; its words were searched one by one. */
  readonly apart?: true;
}

/** The hits of a search, best first, and how far it came. */
export interface SearchHits extends ReadonlyArray<SearchHit> {
  /** By words alone, or by meaning too. */
  readonly stage: RetrievalStage;
  /** So many of the entries with the words were looked at, and there are more: older ones may be missing. */
  readonly looked?: number;
}

/** Where a search looks, and which entries it may find. */
export interface SearchQuery extends SearchFilter {
  readonly scope: SearchScope;
  /** At most so many entries. */
  readonly limit: number;
  /** Whether a search of everything looks at archived sessions too. */
  readonly archived?: boolean | undefined;
}

/** Orders hits by how well they answer the question; repetitions of other entries come last. */
export async function search(engine: Engine, question: string, query: SearchQuery): Promise<SearchHits> {
  const { scope, limit } = query;
  const mayShow = await makeTest(engine, query);
  if (!(limit > 0)) return addStage([], { stage: { reached: "words" } });
  const { found, terms, isApart, stage, isCut } = await retrieve(engine, {
    scope,
    question,
    now: engine.clock.now(),
    surface: null,
    prefersNewest: true,
    depth: {
      ...makeSearchDepth(1_000),
      most: limit + spare,
      ...(mayShow === null ? {} : { looked: mostFiltered }),
    },
    mayShow: mayShow ?? (() => true),
  });
  // The ranking knows words, and not whether those of a phrase or of an identifier stand together.
  const isExact = isApart || terms.some((term) => term.includes(" "));
  const lacksTerm = ({ held }: RetrievedMessage) => isExact && held.length < terms.length;
  const rank = (hit: RetrievedMessage) =>
    (isRepeated(hit) ? 4 : 0) + (lacksTerm(hit) ? 2 : 0) + (isBareQuestion(hit) ? 1 : 0);
  const hits = found.filter(({ held }) => held.length > 0).toSorted((a, b) => rank(a) - rank(b));
  const alike = pickAlike(found).slice(0, mostAlike);
  const kept = Math.min(alike.length, Math.max(limit - hits.length, Math.floor(limit / 4)));
  const best = [...hits.slice(0, limit - kept), ...alike.slice(0, kept)];
  const described = best.map(({ standing: { ref, version }, held }) => ({
    ref,
    line: redactLine(version, makeLogLine(engine, ref, version)),
    matched: held.length,
    asked: terms.length,
    ...(isApart ? { apart: true as const } : {}),
  }));
  const isPartial = mayShow !== null && isCut;
  return addStage(described, { stage, ...(isPartial ? { looked: mostFiltered } : {}) });
}

/** Null if everything may be found. A search of a named session finds its entries, archived or not. */
async function makeTest(engine: Engine, query: SearchQuery): Promise<Retrieving["mayShow"] | null> {
  const filter = makeSearchFilter(engine, query);
  const searched = query.scope.kind === "owner" && query.archived !== true ? await listSearched(engine) : null;
  if (searched === null) return filter;
  return (entry, { session }) => searched.has(session) && (filter === null || filter(entry));
}

/** True for a result of Clew's own tools, or an answer that quotes the log by its pointers. */
function isRepeated({ standing: { entry, version } }: RetrievedMessage): boolean {
  if (isLookUp(entry)) return true;
  const isAgent = entry.kind === "said" && entry.by.role === "agent";
  return isAgent && /\(clew:\w+\)/u.test(readWords(version));
}

/** A list that knows more than its hits still looks and compares like a list of them. */
function addStage(hits: readonly SearchHit[], more: Pick<SearchHits, "stage" | "looked">): SearchHits {
  const described = Object.entries(more).map(([name, value]) => [name, { value, enumerable: false }]);
  return Object.defineProperties([...hits], Object.fromEntries(described) as PropertyDescriptorMap) as SearchHit[] &
    SearchHits;
}

/** Among hundreds of look-ups there are still that many others. */
const spare = 140;

/** Entries to show that hold none of the words. */
const mostAlike = 5;

/** Search results are derived from the log, so secrets are redacted in them, but not in the log itself. */
function redactLine(entry: Entry, line: LogLine): LogLine {
  const redact = (text: string) => redactEntryText(entry, text);
  const raw = line.raw === undefined ? {} : { raw: redactJson(line.raw, redact) };
  return { ...line, words: redact(line.words), text: redact(line.text), ...raw };
}
