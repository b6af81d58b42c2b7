/**
 * Finds what answers a question: candidates by the index of words, and by meaning where there is an embedder; then all of
 * them, with what was said beside them, are ranked (`core/retrieval`). Search, recall by a question, the tools for other
 * programs and the look-up of a view all rank like this.
 */
import type { Entry } from "@clewline/core/log/entry.js";
import type { Instant } from "@clewline/core/log/keys.js";
import { isKeeping, isOwnTool, isRemember } from "@clewline/core/log/own-tools.js";
import { pickSearchTerms } from "@clewline/core/log/search-terms.js";
import { scoreDate } from "@clewline/core/log/times/date-spans.js";
import type { FoundEntry } from "@clewline/core/ports/index.js";
import { preferNewest } from "@clewline/core/retrieval/prefer-newest.js";
import { putCopiesLast } from "@clewline/core/retrieval/put-copies-last.js";
import { readQuestion } from "@clewline/core/retrieval/question.js";
import { rankMessages } from "@clewline/core/retrieval/rank-messages.js";
import { readText } from "@clewline/core/retrieval/read-text.js";
import { recipe as shipped } from "@clewline/core/retrieval/recipe.js";
import { compareAge, type RankedMessage, type SaidMessage } from "@clewline/core/retrieval/said-message.js";
import { weighMeaning } from "@clewline/core/retrieval/weigh-meaning.js";
import type { Engine } from "../engine.js";
import type { CurrentEntry } from "../intake/current-entries.js";
import { askIndex } from "./candidates/ask-index.js";
import { readNewest, readPlaces } from "./candidates/besides.js";
import { type CandidateSource, type Candidates, findCandidates } from "./candidates/candidates.js";
import { findDated } from "./candidates/dated-places.js";
import {
  type CandidateMessage,
  findOnlyPerson,
  makeMessages,
  nameSpeakers,
  readRarity,
} from "./candidates/messages.js";
import { measureTold, type Told } from "./candidates/told.js";
import type { Similarity } from "./meaning/similar.js";

export interface Retrieving extends CandidateSource {
  readonly question: string;
  /** Words to look for besides those of the question, such as those of the message that it replies to. */
  readonly focus?: string;
  /** The asker's address; null for the only person of a session. */
  readonly asker?: string | null;
  readonly now: Instant;
  /** The zone in which days begin; the log's without it. */
  readonly zone?: string;
  /** The latest instant at which the answer has to be there. */
  readonly until?: Instant;
  /** How many of the newest entries of a lane are ranked besides, where the words do not lead to the answer. */
  readonly newest?: number;
  /** Picks the hits of the index to rank, or null to stop here; without it, all are ranked. */
  pickHits?(told: Told, found: readonly FoundEntry[], terms: readonly string[]): readonly FoundEntry[] | null;
  /** Whether a newer statement precedes the one that it may replace: for lists that show no times. */
  readonly prefersNewest?: boolean;
}

export interface Retrieval extends Told {
  /** Best first. */
  readonly found: readonly RetrievedMessage[];
  /** The words that were searched for. */
  readonly terms: readonly string[];
  /** The weight of each stem of the question. */
  readonly weights: ReadonlyMap<string, number>;
  readonly stage: RetrievalStage;
  /** Whether more entries hold the words than the index was asked for. */
  readonly isCut: boolean;
  /** Whether no entry has a name of the question whole, so that its words were looked for one by one. */
  readonly isApart: boolean;
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
  /** Indices of the terms that it holds; empty for a neighbour of a hit. */
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
  const offered = told.isScattered ? index.found.slice(0, mostScattered) : index.found;
  const hits = asked.pickHits === undefined ? offered : asked.pickHits(told, offered, words);
  const nothing = { found: [], terms: words, weights: new Map(), isApart, isCut: false, ...told };
  if (hits === null) return { ...nothing, stage: { reached: "words" } };
  const similarity = await compareMeaning(engine, asked);
  const alike = similarity.kind === "scored" ? similarity.best : [];
  const dated = await findDated(engine, { ...asked, zone }, index.entries);
  const last = told.isScattered ? await readNewest(engine, asked.scope, index.entries, asked.newest ?? 0) : [];
  const besides = [...(await readPlaces(engine, hits, [...alike, ...dated])), ...last];
  const candidates = await findCandidates(engine, asked, { ...index, found: hits }, besides);
  const messages = makeMessages(candidates, words, ({ ref, version }) =>
    similarity.kind === "scored" ? similarity.scoreOf(ref, version.seq) : null,
  );
  const speakers = nameSpeakers(engine, candidates);
  const read = readQuestion(`${question}\n${focus}`, { speakers, asker: asker ?? findOnlyPerson(speakers), now, zone });
  const known = similarity.kind === "scored" ? similarity.known : 0;
  const recipe = weighMeaning(told.isScattered ? shipped : { ...shipped, routine: 0 }, known);
  // Among so many a word is as rare as it is there, and what may not be shown has no part in it.
  const rarity = told.isScattered ? { messages: messages.length } : readRarity(candidates, words);
  const { ranked, weights } = rankMessages(read, messages, rarity, recipe);
  const fitOf = ({ at }: SaidMessage) => scoreDate(read.spans, at);
  const distinct = putCopiesLast(ranked, fitOf);
  const newest = asked.prefersNewest === true ? preferNewest(distinct, { weights, fitOf }) : distinct;
  const ordered = words.length === 1 ? putHitsFirst(newest) : newest;
  return {
    found: ordered.map((each) => describeFound(each, candidates)),
    terms: words,
    weights,
    isApart,
    stage: describeStage(similarity),
    isCut: candidates.isCut,
    ...told,
  };
}

/** Where words do not lead to the answer, few of those that hold them are ranked besides the newest. */
const mostScattered = 80;

/** Without a look-up, length is the best guess of rarity: long words are rarer than short ones. */
function pickLongest(terms: readonly string[], most: number): readonly string[] {
  const longest = new Set(terms.toSorted((a, b) => b.length - a.length).slice(0, most));
  return terms.filter((term) => longest.has(term));
}

/**
 * A single word is there or not. Messages with the word itself come first, then those with a kindred word, then tools,
 * each newest first; then their neighbours.
 */
function putHitsFirst(ranked: readonly RankedMessage<CandidateMessage>[]): readonly RankedMessage<CandidateMessage>[] {
  const grouped = ranked.map((each) => ({ ...each, group: groupHit(each.message) }));
  return grouped.sort((a, b) => a.group - b.group || (a.group === besideHits ? 0 : compareAge(b.message, a.message)));
}

const [besideHits, longText] = [3, 4_000];

function groupHit({ text, held = [], isOfTool }: CandidateMessage): number {
  if (held.length === 0) return besideHits;
  if (isOfTool === true) return 2;
  // The index takes some words for another, as boil for boiler; of a long text only the beginning is looked at.
  const { stems } = readText(text);
  return text.length >= longText || held.some((stem) => stems.has(stem)) ? 0 : 1;
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

function describeFound({ message, score }: RankedMessage<CandidateMessage>, { heldBy }: Candidates): RetrievedMessage {
  const { standing, likeness = null } = message;
  return { standing, score, held: heldBy(standing), likeness };
}

/** Whether it is a call or result of Clew's own tools, which only repeats other entries. */
export function isLookUp(entry: Entry): boolean {
  if (entry.kind !== "called" && entry.kind !== "returned") return false;
  if (isRemember(entry.tool)) return entry.kind === "returned" || !isKeeping(entry);
  return isOwnTool(entry.tool);
}
