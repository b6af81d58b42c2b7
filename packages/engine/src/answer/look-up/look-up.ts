/**
 * Looks up what the message asks for and the view would not show: by words, in the lane; in other lanes if the message
 * refers to them or the view covers the whole session.
 */

import { readElsewhereReference } from "@clewline/core/conversation/selection/elsewhere.js";
import { joinMessageTexts } from "@clewline/core/conversation/selection/message-words.js";
import { isChildLane } from "@clewline/core/log/child-lane.js";
import { type Entry, resolveMessageId } from "@clewline/core/log/entry.js";
import { type EntryId, type Instant, type LaneRef, makeLaneAddress, type Tokens } from "@clewline/core/log/keys.js";
import { isCommonWord, pickAskedWords } from "@clewline/core/log/search-words.js";
import type { DateSpan } from "@clewline/core/log/times/date-span.js";
import { isWithinSpans } from "@clewline/core/log/times/date-spans.js";
import { isOfEpoch, listSources, type Preamble } from "@clewline/core/log/turn.js";
import { hasSchedule, type Policy, readMemoryTokens } from "@clewline/core/policy/policy.js";
import type { SearchScope } from "@clewline/core/ports/index.js";
import { isAsking } from "@clewline/core/retrieval/question.js";
import { isLongText, readText } from "@clewline/core/retrieval/read-text.js";
import { spaceOut } from "@clewline/core/retrieval/space-out.js";
import { stripSmallTalk } from "@clewline/core/summary/rules/small-talk.js";
import type { Survey } from "@clewline/core/view/assemble.js";
import { roomPart } from "@clewline/core/view/plan/memories.js";
import type { ReplyTarget, RetrievedEntry, Snapshot } from "@clewline/core/view/snapshot.js";
import type { Rule } from "@clewline/core/view/verdict.js";
import { isCommonInEnglish, listContentWords } from "@clewline/text/content-words.js";
import type { Engine } from "../../engine.js";
import { retrieveSummaries } from "../../growth/related-summaries.js";
import { pickZone } from "../../growth/session-zone.js";
import { makeSearchDepth } from "../../read/candidates/candidates.js";
import { readTimes } from "../../read/candidates/dated-places.js";
import { type Retrieval, type RetrievalStage, type RetrievedMessage, retrieve } from "../../read/retrieve.js";
import { isBareQuestion, readWords } from "../../read/search/bare-question.js";
import { pickAlike } from "../../read/search/pick-alike.js";
import { lookUpMemories } from "../remembered/look-up-memories.js";
import { dropCleared, retrieveOtherLanes } from "./other-lanes.js";
import { isSaid, takeRetrieved } from "./retrieved-entries.js";

export interface LookedUp {
  /** Best first; empty where the policy keeps no room for them, or the message asks for nothing. */
  readonly retrieved: readonly RetrievedEntry[];
  /** How far the look-up came; null where nothing was looked for. */
  readonly stage: RetrievalStage | null;
}

/** The options of a look-up for a view. */
export interface LookUpTerms {
  readonly policy: Policy;
  readonly survey: Pick<Survey, "past">;
  /** Entries, by seq, that this very call takes out of the view. */
  readonly leaving?: ReadonlySet<number>;
  /** The latest instant at which the view has to be ready. */
  readonly until: Instant;
}

export async function lookUp(engine: Engine, snapshot: Snapshot, terms: LookUpTerms): Promise<LookedUp> {
  const { policy, leaving = new Set<number>(), until } = terms;
  const { past } = terms.survey;
  const memoryTokens = readMemoryTokens(policy) ?? 0;
  if (!policy.withHistory || memoryTokens === 0 || snapshot.turn === null) return { retrieved: [], stage: null };
  const asked = joinMessageTexts(snapshot);
  await engine.pause();
  const { kind: reference, rest } = readElsewhereReference(asked);
  const question = stripSmallTalk(rest);
  const { ref } = snapshot;
  const times = isAsking(asked) ? readTimes(question, snapshot.now, pickZone(engine, policy)) : [];
  const goesByPrice = hasSchedule(policy);
  const isWarm = goesByPrice && snapshot.costs?.isCold === false;
  const isSure = times.length > 0 || reference !== null;
  const most = !isSure && !isAsking(question) ? mostInDoubt : isWarm ? mostOfQuestion : memoryTokens;
  const looking: Looking = {
    snapshot,
    policy,
    question,
    focus: readFocus(snapshot.replyTarget),
    isSure,
    times,
    shown: listShownSeqs(snapshot, past.standing.rules, leaving),
    rules: past.standing.rules,
    room: Math.min(most, memoryTokens, snapshot.turn.attachOver * roomPart),
    until,
  };
  const isTold = isTelling(`${question}\n${looking.focus}`, isAsking(asked));
  // In the middle of a conversation whose view the provider has in its cache, a message that only tells something seldom needs the past.
  const isOpen = isSure || isAsking(asked) || (goesByPrice && !isWarm);
  const own = isTold && isOpen && looking.shown.size < snapshot.last;
  // A subagent sees its task and nothing else of the session.
  const walled = isChildLane(ref.lane);
  const days = readSessionDays(policy);
  const looksFar = !walled && isTold && days === null && reference !== null;
  const isReferred = !walled && days === null && reference === "place";
  const words = pickAskedWords(`${question}\n${looking.focus}`);
  const there = looksFar ? await searchSession(engine, looking, isReferred) : noHits;
  const summaries = isReferred ? await retrieveSummaries(engine, snapshot, words) : [];
  // A question about another place is not answered from this lane, if the other place has an answer.
  const isThere = isReferred && there.found.length + summaries.length > 0;
  const here = own && !isThere ? await searchLane(engine, looking) : noHits;
  const beside = days !== null && !walled ? await retrieveOtherLanes(engine, snapshot, days) : [];
  const remembered = isTold && !walled ? await lookUpRemembered(engine, looking) : [];
  const known = new Set(here.found.map(({ id }) => id));
  const far = [...there.found.filter(({ id }) => !known.has(id)), ...summaries, ...remembered];
  const all = [...far, ...here.found, ...beside];
  // The message that this one replies to has a place of its own in the view.
  const retrieved = all.filter(({ id }) => id !== snapshot.replyTarget?.id);
  return { retrieved, stage: leaveOutAsking(here.stage ?? there.stage, snapshot.turn.messages.length) };
}

/** Leaves out the messages that ask: they have no vector yet, and are not looked for. */
function leaveOutAsking(stage: RetrievalStage | null, messages: number): RetrievalStage | null {
  if (stage?.indexed === undefined || stage.of === undefined) return stage;
  return { ...stage, of: Math.max(stage.indexed, stage.of - messages) };
}

async function lookUpRemembered(engine: Engine, { snapshot, question }: Looking): Promise<readonly RetrievedEntry[]> {
  if (!engine.memory) return [];
  const asks = isAsking(joinMessageTexts(snapshot));
  return lookUpMemories(engine, snapshot, { question, person: findAsker(snapshot), asks });
}

interface Hits {
  readonly found: readonly RetrievedEntry[];
  readonly stage: RetrievalStage | null;
}

const noHits: Hits = { found: [], stage: null };

/** How many days back a view of the whole session looks into its other lanes; null for a view of one lane. */
function readSessionDays({ past }: Policy): number | null {
  return past.kind === "tiers" && past.scope === "session" ? past.days : null;
}

/** False without a word to look for: a single common word, as in "what now?", or a short one outside of a question. */
function isTelling(question: string, asks: boolean): boolean {
  const words = pickAskedWords(question);
  const [first = ""] = words;
  if (words.length !== 1 || isCommonWord(first) || isCommonInEnglish(first)) return words.length > 1;
  return asks || !/^[a-z0-9]{1,3}$/.test(first);
}

/** A reply as short as "How much was it?" is about its parent. */
function readFocus(target: ReplyTarget | null): string {
  if (target === null) return "";
  return stripSmallTalk(typeof target.text === "string" ? target.text : target.text.head).slice(0, mostFocus);
}

/** How much of the message that is replied to is looked for besides the reply's own words. */
const mostFocus = 240;

type Rules = ReadonlyMap<number, Rule>;

/** The seqs that the view shows, or hides for good. What only a limit keeps out may be looked up. */
function listShownSeqs(snapshot: Snapshot, rules: Rules, leaving: ReadonlySet<number>): ReadonlySet<number> {
  const open = new Set<Rule | undefined>(["lookback", "recency", "selection", "tier", "age"]);
  const own = new Set([...(snapshot.turn?.messages ?? [])]);
  const isLeaving = ({ seq, id, turn }: Entry) => leaving.has(seq) && !own.has(id) && turn !== snapshot.turn?.id;
  return new Set(
    snapshot.entries.flatMap((entry) => (open.has(rules.get(entry.seq)) || isLeaving(entry) ? [] : [entry.seq])),
  );
}

/**
 * Few messages that need the past look like it ("bib number", "the alarm people want the word"), so each gets the little that
 * bears on it most, and more only where it is sure that the past is asked for.
 */
const mostInDoubt: Tokens = 400;
/**
 * For a question whose best find holds little of it, and for any while the provider has the view in its cache: there, what is
 * looked up costs ten times as much as what the view has already.
 */
const mostOfQuestion: Tokens = 800;

/** Comparing by meaning finds as much in fewer tokens: a policy with a schedule then takes this part of its room. */
const partByMeaning = 0.5;

interface Looking {
  readonly snapshot: Snapshot;
  readonly policy: Policy;
  readonly question: string;
  /** Whether its words name a time or another place. */
  readonly isSure: boolean;
  /** The times that the question names. */
  readonly times: readonly DateSpan[];
  /** The text of the message that this one replies to. */
  readonly focus: string;
  readonly shown: ReadonlySet<number>;
  /** Why entries of the past stay out of the view, by their seqs. */
  readonly rules: Rules;
  /** The most tokens that may be shown. */
  readonly room: Tokens;
  readonly until: Instant;
}

/** A message that is much weaker than the best is seldom worth its tokens. */
const nearBest = 0.2;
/** The part of the question that the best hit must hold. */
const leastOfQuestion = 0.12;
/** A question of which the best holds so much is about what was said; one whose words lead nowhere may need all there is room for. */
const surePart = 0.35;

async function searchLane(engine: Engine, looking: Looking): Promise<Hits> {
  const { snapshot, shown } = looking;
  const { ref, last } = snapshot;
  let first = last + 1;
  while (shown.has(first - 1)) first -= 1;
  const elsewhere = shown.size - (last + 1 - first);
  const scope: SearchScope = { kind: "lane", ref, before: first };
  const isBehind = (entry: Entry) => !shown.has(entry.seq) && entry.seq < first && entry.seq > snapshot.cleared;
  return retrieveHits(engine, looking, {
    scope,
    more: elsewhere,
    isBehind,
  });
}

async function searchSession(engine: Engine, looking: Looking, isPlaceNamed: boolean): Promise<Hits> {
  const { owner, session, lane } = looking.snapshot.ref;
  const { found, stage } = await retrieveHits(engine, looking, {
    scope: { kind: "session", owner, session },
    more: mostLooked,
    isBehind: () => true,
    isElsewhere: (ref) => ref.lane !== lane && !isChildLane(ref.lane),
    // Where another place is named, one word may be the only clue to the entry that is meant.
    ...(isPlaceNamed ? { least: 0 } : {}),
  });
  return { found: found.slice(0, mostElsewhere), stage };
}

/** Entries of other lanes that a view may show. */
const mostElsewhere = 8;
const mostLooked = 400;
/** More room takes more hits, not more of their neighbours. */
const mostLed: Tokens = 1_500;
/**
 * So many of the newest entries are all ranked if a question's words don't lead to its answer. A view of steps may
 * compact while it is made, and then looks up twice; together that reads no more.
 */
const [mostNewest, mostNewestBesideSteps] = [1_400, 500];
/** "How much was it?" is about the message right before. */
const leastWords = 2;

interface HitQuery {
  readonly scope: SearchScope;
  /** How many more entries the index may offer, since some of them are not wanted. */
  readonly more?: number;
  readonly least?: number;
  isBehind(entry: Entry): boolean;
  readonly isElsewhere?: (ref: LaneRef) => boolean;
}

async function retrieveHits(
  engine: Engine,
  looking: Looking,
  { scope, more = 0, least, isBehind, isElsewhere }: HitQuery,
): Promise<Hits> {
  const { snapshot, policy, question, focus, times, rules, room, until } = looking;
  const hidden = snapshot.ranges?.gone ?? [];
  const present = new Set([snapshot.replyTarget?.id, ...hidden, ...listToldEntries(snapshot, policy, rules)]);
  const needed = least ?? leastOfQuestion;
  const depth = makeSearchDepth(Math.min(room, mostLed));
  const zone = pickZone(engine, policy);
  const isOfTime = ({ standing }: RetrievedMessage) => isWithinSpans(times, standing.entry.at);
  const words = listContentWords(`${question}\n${focus}`);
  const mayFill = isAsking(question) && isElsewhere === undefined && isFillable(policy) && words.length >= leastWords;
  const retrieval = await retrieve(engine, {
    scope,
    question,
    focus,
    asker: findAsker(snapshot),
    now: snapshot.now,
    zone,
    until,
    surface: snapshot.turn?.surface ?? null,
    newest: !mayFill ? 0 : policy.history.form === "steps" ? mostNewestBesideSteps : mostNewest,
    depth: { ...depth, most: Math.min(mostLooked, depth.most + more) },
    mayShow: (entry) => isSaid(entry) && isBehind(entry) && !present.has(resolveMessageId(entry)),
    pickHits: (told, hits) => {
      const isWorth = told.told >= needed || told.isScattered || engine.meaning !== null || times.length > 0;
      return isWorth ? hits : null;
    },
  });
  const { terms, stage, weights } = retrieval;
  const alike = pickAlike(retrieval.found);
  const good = pickGood(retrieval, {
    needed,
    isElsewhere,
    isMeant: (each) => alike.includes(each) || isOfTime(each),
  });
  const placed = good.map((each) => ({ ...each, ...each.standing }));
  const open = isElsewhere === undefined ? good : await dropCleared(engine, snapshot, placed);
  const spaced = spaceOut(open, describePlace);
  const besides = retrieval.isScattered ? "perhaps in other words" : "beside what holds some words";
  const where = isElsewhere === undefined ? "" : "the message refers to another lane: ";
  const isFound = retrieval.told >= surePart || retrieval.isScattered;
  const isSure = looking.isSure || least !== undefined || isFound || !hasSchedule(policy);
  const isByMeaning = stage.reached === "meaning" && hasSchedule(policy);
  const whole = isByMeaning ? (readMemoryTokens(policy) ?? 0) * partByMeaning : room;
  const shown = await takeRetrieved(engine, snapshot, spaced, {
    room: Math.min(room, isSure ? whole : mostOfQuestion),
    weights,
    because: (each) => {
      const { held, standing } = each;
      const isAlike = alike.some((other) => other.standing === standing);
      const without = isAlike ? "in other words" : isOfTime(each) ? "said at that time" : besides;
      return `${where}${held.length === 0 ? without : `${held.length} of ${terms.length} words`}`;
    },
  });
  return { found: shown, stage };
}

function describePlace({ standing: { ref, entry, version } }: RetrievedMessage) {
  return { lane: makeLaneAddress(ref), seq: entry.seq, isLong: isLongText(readText(readWords(version))) };
}

/** Hits stay with a turn that has steps, so filling up with more needs a schedule that weighs their price. */
function isFillable(policy: Policy): boolean {
  return policy.history.form !== "steps" || hasSchedule(policy);
}

interface GoodTerms {
  /** The part of the question that the best hit must hold. */
  readonly needed: number;
  /** Whether it means the question in other words, or is of the time that it names. */
  isMeant(message: RetrievedMessage): boolean;
  readonly isElsewhere: ((ref: LaneRef) => boolean) | undefined;
}

/** A hit with hardly a word of the question may still have its meaning. */
function pickGood(
  { found, ...told }: Retrieval,
  { needed, isMeant, isElsewhere }: GoodTerms,
): readonly RetrievedMessage[] {
  const isOpen = told.told >= needed || told.isScattered;
  const offered = isOpen ? found : found.filter(isMeant);
  const best = offered.reduce((most, { score }) => Math.max(most, score), 0);
  const isGood = ({ held, standing }: RetrievedMessage) =>
    isElsewhere === undefined || (held.length > 0 && isElsewhere(standing.ref));
  const isNear = (each: RetrievedMessage) => each.score >= nearBest * best;
  const mayAnswer = (each: RetrievedMessage) =>
    told.isScattered ? isTold(each) || (isNear(each) && !isEmptyQuestion(each)) : isNear(each);
  return offered.filter((each) => mayAnswer(each) && isGood(each));
}

/** A question without a word of this one leads to no answer. */
function isEmptyQuestion(each: RetrievedMessage): boolean {
  return each.held.length === 0 && isBareQuestion(each);
}

/** If words don't lead to the answer, any statement of a person may hold it; the agent's words are seldom asked for. */
function isTold(each: RetrievedMessage): boolean {
  const { entry } = each.standing;
  return entry.kind === "said" && entry.by.role === "user" && !isBareQuestion(each);
}

/** The address of the message's author; null for the only person of a session. */
function findAsker({ turn, entries }: Snapshot): string | null {
  const first = entries.find(({ id }) => turn?.messages.includes(id) === true);
  return first?.kind === "said" ? (first.by.address ?? null) : null;
}

/**
 * Lists entries that were looked up or quoted for past turns with calls, because the view shows them with those turns.
 * Of a long message only the fitting part is shown, so it may be looked up again.
 */
function listToldEntries(
  { entries, turn, turns, epoch }: Snapshot,
  { history }: Policy,
  rules: Rules,
): readonly EntryId[] {
  if (history.form !== "steps") return [];
  const shown = entries.filter(({ seq }) => !rules.has(seq));
  const working = new Set(shown.flatMap((entry) => (entry.kind === "called" ? [entry.turn] : [])));
  // The view shows a turn without its look-ups once the turn's message has left.
  const seen = new Set(shown.map(({ id }) => id));
  const past = [...turns.values()].filter((each) => {
    const { id, messages } = each;
    const isShown = id !== turn?.id && working.has(id) && messages.some((message) => seen.has(message));
    return isShown && isOfEpoch(each, epoch.key);
  });
  return past.flatMap(({ asides }) => asides.flatMap(listWholeSources));
}

function listWholeSources(aside: Preamble): readonly EntryId[] {
  return listSources(aside).filter((id) => aside.parts?.includes(id) !== true);
}
