/**
 * Finds what answers a question: candidates by the index of words, and by meaning where there is an embedder; then all of
 * them, with what was said beside them, are ranked (`core/retrieval`). Search, recall by a question, the tools for other
 * programs and the look-up of a view all rank like this.
 */
import { makeNamer } from "../../core/conversation/speaker-name.js";
import { type Entry, listParts, renderPlainText } from "../../core/log/entry.js";
import { type Instant, type LaneRef, makeLaneAddress } from "../../core/log/keys.js";
import { isOwnTool } from "../../core/log/own-tools.js";
import { redactEntryText } from "../../core/log/redact-entry.js";
import { pickSearchTerms } from "../../core/log/search-terms.js";
import type { FoundEntry, SearchResult, SearchScope } from "../../core/ports/index.js";
import { readQuestion } from "../../core/retrieval/question.js";
import { rankMessages } from "../../core/retrieval/rank-messages.js";
import { type Recipe, recipe as shipped } from "../../core/retrieval/recipe.js";
import type { RankedMessage, SaidMessage } from "../../core/retrieval/said-message.js";
import type { Rarity } from "../../core/retrieval/score-words.js";
import { weighMeaning } from "../../core/retrieval/weigh-meaning.js";
import { weighWord } from "../../core/retrieval/weigh-word.js";
import { listContentWords, readSoughtStem } from "../../core/text/content-words.js";
import { normaliseText } from "../../core/text/normalise-text.js";
import type { Engine } from "../engine.js";
import { type CurrentEntry, isSpoken } from "../intake/current-entries.js";
import { readNewest, readPlaces } from "./candidates/besides.js";
import { type Candidates, findCandidates, type SearchDepth } from "./candidates/candidates.js";
import { findDated } from "./candidates/dated-places.js";
import type { Similarity } from "./meaning/similar.js";

export interface Retrieving {
  readonly scope: SearchScope;
  readonly question: string;
  /** Words to look for besides those of the question, such as those of the message that it replies to. */
  readonly focus?: string;
  /** The address of the one who asks; null for the only person of a session. */
  readonly asker?: string | null;
  readonly now: Instant;
  /** The zone in which days begin; the log's without it. */
  readonly zone?: string;
  /** The surface whose view asks; null for a view without one. */
  readonly surface: string | null;
  /** The latest instant at which the answer has to be there. */
  readonly until?: Instant;
  readonly depth: SearchDepth;
  /** How many of the newest entries of a lane are ranked besides, where the words do not lead to the answer. */
  readonly newest?: number;
  /** What is worth being ranked of what the index found, or null to look no further; all of it without this. */
  pickHits?(told: Told, found: readonly FoundEntry[], terms: readonly string[]): readonly FoundEntry[] | null;
  /** Which entries may be offered, hits and neighbours alike. */
  mayShow(entry: Entry, ref: LaneRef): boolean;
  /** Another than the one that is shipped, for measuring. */
  readonly recipe?: Recipe;
}

export interface Retrieval extends Told {
  /** Best first. */
  readonly found: readonly RetrievedMessage[];
  /** What was looked for. */
  readonly terms: readonly string[];
  readonly stage: RetrievalStage;
  /** Whether more entries hold the words than the index was asked for. */
  readonly isCut: boolean;
  /** Whether no entry has a name of the question whole, so that its words were looked for one by one. */
  readonly isApart: boolean;
}

/** How much of a question is in what the index found. */
export interface Told {
  /** The part of the question's weight that is in the entry with most of it. */
  readonly told: number;
  /** How much of the question's weight these terms make up. */
  shareOf(held: readonly number[]): number;
  /** Whether few entries hold one of these terms. */
  hasRare(held: readonly number[]): boolean;
  /** Whether the words do not lead to the answer, so that the newest were ranked too: it may be in other words, or in several messages. */
  readonly isScattered: boolean;
}

/** How far the search came: by words alone, or by meaning too. */
export interface RetrievalStage {
  /** The last stage. */
  readonly reached: "words" | "meaning";
  /** How many messages of the scope were compared by meaning. */
  readonly indexed?: number;
  /** How many there are to compare. */
  readonly of?: number;
  /** Why it ended with the words, where an embedder is there. */
  readonly because?: string;
}

export interface RetrievedMessage {
  readonly standing: CurrentEntry;
  readonly score: number;
  /** Which of the terms it holds; empty for one that only stands beside such. */
  readonly held: readonly number[];
  /** How alike it is in meaning; null where that is not known. */
  readonly likeness: number | null;
}

export async function retrieve(engine: Engine, asked: Retrieving): Promise<Retrieval> {
  const { question, focus = "", asker = null, now, zone = engine.zone } = asked;
  const { terms: all, apart } = pickSearchTerms(`${question}\n${focus}`);
  const terms = all.length <= asked.depth.terms ? all : pickLongest(all, asked.depth.terms);
  const whole = await askIndex(engine, asked, terms);
  const isNowhere = (term: string, index: number) =>
    (whole.holders[index] ?? 0) === 0 && apart?.includes(term) === false;
  const isApart = apart !== null && terms.some(isNowhere);
  const words = isApart ? apart : terms;
  const index = isApart ? await askIndex(engine, asked, words) : whole;
  const told = measureTold(index, words, asked);
  const hits = asked.pickHits === undefined ? index.found : asked.pickHits(told, index.found, words);
  if (hits === null) return { found: [], terms: words, isApart, stage: { reached: "words" }, isCut: false, ...told };
  const similarity = await compareMeaning(engine, asked);
  const alike = similarity.kind === "scored" ? similarity.best : [];
  const dated = await findDated(engine, { ...asked, zone }, index.entries);
  const newest = told.isScattered ? await readNewest(engine, asked.scope, index.entries, asked.newest ?? 0) : [];
  const besides = [...(await readPlaces(engine, hits, [...alike, ...dated])), ...newest];
  const candidates = await findCandidates(engine, asked, { ...index, found: hits }, besides);
  const stems = words.map(listStems);
  const messages = candidates.standing.map((standing) => ({
    ...makeMessage(standing, candidates, stems),
    likeness: similarity.kind === "scored" ? similarity.scoreOf(standing.ref, standing.version.seq) : null,
  }));
  const speakers = nameSpeakers(engine, candidates);
  const read = readQuestion(`${question}\n${focus}`, { speakers, asker: asker ?? findOnlyPerson(speakers), now, zone });
  const known = similarity.kind === "scored" ? similarity.known : 0;
  const recipe = weighMeaning(asked.recipe ?? shipped, known);
  // Among so many a word is as rare as it is there, and what may not be shown has no part in it.
  const rarity = told.isScattered ? { messages: messages.length } : readRarity(candidates, words);
  const ranked = rankMessages(read, messages, rarity, recipe);
  const found = ranked.map((each) => describeFound(each, candidates));
  return {
    found: words.length === 1 ? putHitsFirst(found) : found,
    terms: words,
    isApart,
    stage: describeStage(similarity),
    isCut: candidates.isCut,
    ...told,
  };
}

/** Where nearly all that the index offers is of tools, or may not be shown, it is asked once more for what was said. */
async function askIndex({ store }: Engine, asked: Retrieving, words: readonly string[]): Promise<SearchResult> {
  const { scope, depth, mayShow } = asked;
  const offered = depth.looked ?? depth.most;
  const result = await askOpen(store, asked, words, offered);
  const { found } = result;
  if (found.length < offered) return result;
  const spoken = found.filter(({ entry, ref }) => !isOfTool(entry) && mayShow(entry, ref));
  if (spoken.length * fewSpoken >= offered) return result;
  const said = await store.search({ ...scope, said: true }, words, Math.min(offered, mostSaid));
  const known = new Set(found.map(({ entry }) => entry.id));
  return { ...result, found: [...found, ...said.found.filter(({ entry }) => !known.has(entry.id))] };
}

/** What is private to another surface takes no places: as many are asked for again as it may have taken. */
async function askOpen(
  store: Engine["store"],
  { scope, surface }: Retrieving,
  words: readonly string[],
  offered: number,
): Promise<SearchResult> {
  const isOpen = ({ entry }: FoundEntry) => entry.private === undefined || entry.private === surface;
  const result = await store.search(scope, words, offered);
  if (result.found.every(isOpen)) return result;
  const more = result.found.length < offered ? result : await store.search(scope, words, offered * 4);
  return { ...more, found: more.found.filter(isOpen).slice(0, offered) };
}

/** Less than one of so many is nearly nothing, and so many more are enough. */
const [fewSpoken, mostSaid] = [4, 60];

function isOfTool({ kind }: Entry): boolean {
  return kind === "called" || kind === "returned";
}

/** Long words are rarer than short ones, as far as that can be told without looking. */
function pickLongest(terms: readonly string[], most: number): readonly string[] {
  const longest = new Set(terms.toSorted((a, b) => b.length - a.length).slice(0, most));
  return terms.filter((term) => longest.has(term));
}

/** A single word is there or not: whoever holds it precedes all that only stand beside it, the newest first. */
function putHitsFirst(found: readonly RetrievedMessage[]): readonly RetrievedMessage[] {
  const isTool = ({ standing }: RetrievedMessage) => (isSpoken(standing) ? 0 : 1);
  const hits = found.filter(({ held }) => held.length > 0);
  const newest = hits.toSorted(
    (a, b) =>
      isTool(a) - isTool(b) || b.standing.entry.at - a.standing.entry.at || b.standing.entry.seq - a.standing.entry.seq,
  );
  return [...newest, ...found.filter(({ held }) => held.length === 0)];
}

/** A word is rare that this part of all entries hold, or so few. */
const [rarePart, fewHolders] = [0.03, 4];

/** A word that nobody said counts too: what was asked is then mostly about something else. */
function measureTold(index: SearchResult, words: readonly string[], asked: Retrieving): Told {
  const { found, holders, entries } = index;
  const weights = words.map((_, place) => weighWord(holders[place] ?? 0, entries));
  const sum = (places: readonly number[]) => places.reduce((total, place) => total + (weights[place] ?? 0), 0);
  const all = sum(words.map((_, place) => place));
  const hasRare = (held: readonly number[]) =>
    held.some((place) => (holders[place] ?? 0) <= Math.max(fewHolders, entries * rarePart));
  const shareOf = (held: readonly number[]) => (all === 0 ? 0 : sum(held) / all);
  const told = found.reduce((best, { held }) => Math.max(best, shareOf(held)), 0);
  return { told, shareOf, hasRare, isScattered: isScattered(index, words, asked) };
}

/** Where so many messages hold most of the words, these are only what is said all the time. */
const manyTelling = 12;

/**
 * How rare a word is depends on what may not be shown too, so words are only counted here. What the view shows already tells
 * as well; and what is asked every day, in the same words, asks for nothing that was told.
 */
function isScattered({ found }: SearchResult, words: readonly string[], { newest = 0, question }: Retrieving): boolean {
  if (newest === 0) return false;
  const telling = found.filter(({ held }) => 2 * held.length > words.length);
  if (telling.length > 0 && telling.length <= manyTelling) return false;
  const asked = normaliseText(question);
  return !telling.some(({ entry }) => normaliseText(renderPlainText(listParts(entry))) === asked);
}

/** The most that meaning may offer besides the words, and where few of them may be shown. */
const [mostAlike, mostAlikeLooked] = [150, 1_000];
/** A search that takes longer goes on by words. */
const meaningDeadlineMs = 1_500;

async function compareMeaning(engine: Engine, asked: Retrieving): Promise<Similarity> {
  const { scope, question, focus = "", until } = asked;
  if (engine.meaning === null) return { kind: "none" };
  const { findSimilar } = await import("./meaning/similar.js");
  const most = asked.depth.looked === undefined ? mostAlike : mostAlikeLooked;
  const latest = Math.min(engine.clock.now() + meaningDeadlineMs, until ?? Number.POSITIVE_INFINITY);
  return findSimilar(engine, scope, `${question}\n${focus}`.trim(), { most, until: latest });
}

function describeStage(similarity: Similarity): RetrievalStage {
  switch (similarity.kind) {
    case "none":
      return { reached: "words" };
    case "left-out":
      return { reached: "words", because: similarity.because };
    case "scored":
      return { reached: "meaning", indexed: similarity.indexed, of: similarity.of };
    default:
      return similarity satisfies never;
  }
}

interface CandidateMessage extends SaidMessage {
  readonly standing: CurrentEntry;
}

/** `stems` are those of each word. */
function makeMessage(
  standing: CurrentEntry,
  { heldBy }: Candidates,
  stems: readonly (readonly string[])[],
): CandidateMessage {
  const { ref, entry } = standing;
  const held = heldBy(standing).flatMap((index) => stems[index] ?? []);
  return {
    standing,
    lane: makeLaneAddress(ref),
    seq: entry.seq,
    turn: entry.turn,
    speaker: entry.kind === "said" ? (entry.by.address ?? entry.by.role) : "tool",
    at: entry.at,
    text: readText(standing),
    held,
    ...(isSpoken(standing) ? {} : { isOfTool: true }),
  };
}

function listStems(word: string): readonly string[] {
  const stems = listContentWords(word).map(({ stem }) => stem);
  return stems.length > 0 ? stems : [readSoughtStem(word)];
}

/** Entries never change, and a store hands out the same ones again. */
const texts = new WeakMap<Entry, string>();

/** Leaves out the contents of blobs, except for their ends, and secrets. */
function readText({ version }: CurrentEntry): string {
  const known = texts.get(version);
  if (known !== undefined) return known;
  const text = redactEntryText(version, renderEntryText(version).slice(0, mostRead));
  texts.set(version, text);
  return text;
}

/** Only the beginning of a long text is ranked. */
const mostRead = 4_000;

function renderEntryText(entry: Entry): string {
  switch (entry.kind) {
    case "said":
    case "revised":
      return renderPlainText(entry.parts);
    case "called":
      return `${entry.tool} ${renderPlainText([{ kind: "text", text: entry.input }])}`;
    case "returned":
      return `${entry.tool} ${renderPlainText(
        entry.output.kind === "content" ? entry.output.parts : [{ kind: "text", text: entry.output.text }],
      )}`;
    case "noted":
    case "withdrawn":
      return "";
    default:
      return entry satisfies never;
  }
}

function nameSpeakers({ people }: Engine, { standing }: Candidates): ReadonlyMap<string, string> {
  const nameOf = makeNamer(people);
  const speakers = new Map<string, string>();
  for (const { entry } of standing) {
    const address = entry.kind === "said" ? entry.by.address : undefined;
    if (address !== undefined && !speakers.has(address)) speakers.set(address, nameOf(address));
  }
  return speakers;
}

/** Where only one person speaks, "I" is that one, whoever asks. */
function findOnlyPerson(speakers: ReadonlyMap<string, string>): string {
  const [only] = speakers.keys();
  return speakers.size === 1 && only !== undefined ? only : "user";
}

/** The index counts whole words, the ranking stems: a stem has at least the holders of each of its words. */
function readRarity({ holders, entries }: Candidates, words: readonly string[]): Rarity {
  const counts = new Map<string, number>();
  for (const [index, word] of words.entries()) {
    for (const stem of listStems(word)) counts.set(stem, Math.max(counts.get(stem) ?? 0, holders[index] ?? 0));
  }
  return { messages: entries, holders: counts };
}

function describeFound({ message, score }: RankedMessage<CandidateMessage>, { heldBy }: Candidates): RetrievedMessage {
  const { standing, likeness = null } = message;
  return { standing, score, held: heldBy(standing), likeness };
}

/** Whether it is a call or result of Clew's own tools, which only repeats what stands elsewhere. */
export function isLookUp(entry: Entry): boolean {
  return (entry.kind === "called" || entry.kind === "returned") && isOwnTool(entry.tool);
}
