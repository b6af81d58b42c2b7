import type { LaneRef } from "@clewline/core/log/keys.js";
import {
  listIndexedWords,
  listSpokenForms,
  makeSearchableText,
  makeWordQuery,
  mostSought,
} from "@clewline/core/log/search-words.js";
import type { SearchResult, SearchScope } from "@clewline/core/ports/index.js";
import { weighWord } from "@clewline/core/retrieval/weigh-word.js";
import { stemmer } from "stemmer";
import { type Log, makeKey, makeLaneKey, normaliseLimit, openContents, readEntry } from "./log.js";
import type { StoredEntry } from "./stored-entry.js";
import { isReplaced } from "./stored-entry.js";

export function searchLog(log: Log, scope: SearchScope, words: readonly string[], limit: number): SearchResult {
  const before = scope.kind === "lane" ? (scope.before ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
  const wanted = [...new Set(words)].slice(0, mostSought).map((word) => {
    const { run, prefix, forms } = makeWordQuery(word);
    return { run, stems: run.map(stem), prefix, forms: forms.map(stem) };
  });
  const inScope = [...log.lanes.values()]
    .filter(({ ref }) => isWithin(scope, ref))
    .flatMap(({ entries }) => entries.filter(({ seq }) => seq < before));
  const hits = inScope.flatMap((kept) => findHit(log, kept, wanted));
  const holders = wanted.map((_, index) => hits.filter(({ held }) => held.includes(index)).length);
  const weights = holders.map((count) => weighWord(count, inScope.length));
  const weigh = ({ held }: Hit) => held.reduce((sum, index) => sum + (weights[index] ?? 0), 0);
  const best = hits
    .filter(({ kept }) => !isOutdated(log, kept) && (scope.said !== true || isSaid(kept)))
    .sort((a, b) => weigh(b) - weigh(a) || b.kept.order - a.kept.order)
    .slice(0, normaliseLimit(limit));
  const found = best.map(({ kept, held }) => ({ ref: { ...kept.ref }, entry: readEntry(kept), held }));
  return { found, holders, entries: inScope.length };
}

function isSaid({ draft: { kind } }: StoredEntry): boolean {
  return kind === "said" || kind === "revised";
}

interface Hit {
  readonly kept: StoredEntry;
  readonly held: readonly number[];
}

function isWithin(scope: SearchScope, ref: LaneRef): boolean {
  switch (scope.kind) {
    case "lane":
      return ref.owner === scope.ref.owner && ref.session === scope.ref.session && ref.lane === scope.ref.lane;
    case "session":
      return ref.owner === scope.owner && ref.session === scope.session;
    case "owner":
      return ref.owner === scope.owner;
    default:
      return scope satisfies never;
  }
}

interface Sought {
  readonly run: readonly string[];
  readonly stems: readonly string[];
  readonly prefix: boolean;
  readonly forms: readonly string[];
}

function findHit(log: Log, kept: StoredEntry, wanted: readonly Sought[]): readonly Hit[] {
  const words = cutWords(log, kept);
  const held = wanted.flatMap((sought, index) => (isHeld(sought, words) ? [index] : []));
  return held.length > 0 ? [{ kept, held }] : [];
}

function isHeld({ run, stems, prefix, forms }: Sought, { line, stems: held }: Words): boolean {
  if (stems.length === 0) return false;
  if (forms.some((form) => held.has(form))) return true;
  if (prefix) return stems.every((stem) => [...held].some((each) => each.startsWith(stem)));
  return stems.every((stem) => held.has(stem)) && (run.length === 1 || line.includes(` ${run.join(" ")} `));
}

interface Words {
  /** In order, each between spaces: where they follow one another. */
  readonly line: string;
  readonly stems: ReadonlySet<string>;
}

/** Entries don't change, so the words of one are cut once. */
const cut = new WeakMap<StoredEntry, Words>();

function cutWords(log: Log, kept: StoredEntry): Words {
  const known = cut.get(kept);
  if (known !== undefined) return known;
  const [entry, { blobs }] = [readEntry(kept), openContents(log, kept.ref)];
  const text = makeSearchableText(entry, blobs);
  const words = listIndexedWords(text);
  const held = { line: ` ${words.join(" ")} `, stems: new Set([...words, ...listSpokenForms(entry, text)].map(stem)) };
  cut.set(kept, held);
  return held;
}

/** Stems like the index of the SQLite store, so that both stores find the same. */
function stem(word: string): string {
  return word.length > longestStemmed ? word : stemmer(word);
}

/** The index of the SQLite store does not stem longer words. */
const longestStemmed = 64;

/** Withdrawn or edited in its lane, or an older version of a message, which the lanes of a session share. */
export function isOutdated(log: Log, kept: StoredEntry): boolean {
  const { owner, session } = kept.ref;
  const aimed = log.aimedAt.get(makeKey(makeLaneKey(kept.ref), kept.target ?? kept.draft.id));
  const named = kept.source === null ? undefined : log.bySource.get(makeKey(owner, session, kept.source.message));
  return isReplaced(aimed, kept) || isReplaced(named, kept);
}
