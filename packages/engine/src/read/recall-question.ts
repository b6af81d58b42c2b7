/** Recalls by a question: the entries that answer it best, one line each, with time, speaker, pointer and excerpt. */

import type { Entry } from "@clewline/core/log/entry.js";
import { pickFragments } from "@clewline/core/log/fragments.js";
import type { LaneRef, Tokens, TurnId } from "@clewline/core/log/keys.js";
import { makePointer } from "@clewline/core/log/pointer.js";
import { redactEntryText } from "@clewline/core/log/redact-entry.js";
import { pickSearchTerms } from "@clewline/core/log/search-terms.js";
import { makeTimeFormatter } from "@clewline/core/log/time-formatter.js";
import type { SearchScope } from "@clewline/core/ports/index.js";
import { countTokens } from "@clewline/text/tokens/count-tokens.js";
import type { Engine } from "../engine.js";
import { readZone } from "../growth/session-zone.js";
import { type CurrentEntry, describeSource } from "../intake/current-entries.js";
import { makeSearchDepth } from "./candidates/candidates.js";
import { fitCharacters, readEntryTexts } from "./recall.js";
import { isLookUp, type RetrievedMessage, retrieve } from "./retrieve.js";
import { isBareQuestion } from "./search/bare-question.js";
import { makeSearchFilter, mostFiltered, type SearchFilter } from "./search/search-filter.js";

export interface QuestionQuery {
  readonly limit: Tokens;
  /** At most so many entries. */
  readonly most?: number;
  /** The zone in which days begin; that of the lane for a lane, else the log's. */
  readonly zone?: string;
  /** Entries to skip, as the previous page says. */
  readonly offset?: number;
  /** The surface whose view asks; null for a view without one. */
  readonly surface?: string | null;
  /** The turn that asks, whose own words are in its view. */
  readonly turn?: TurnId | null;
  /** Limits the speaker and the time. */
  readonly filter?: SearchFilter;
  /** Whether the asker may read an entry of the scope; without it, all may be read. */
  readonly mayRead?: (entry: Entry, ref: LaneRef) => boolean;
  /** Lines that answer already and come first. They count towards the limit. */
  readonly first?: readonly string[];
}

/** Entries that the index may offer for one question. */
const mostLooked = 240;

/** Characters of one entry to show, where there is room. */
const excerptRoom = 400;

export async function recallQuestion(
  engine: Engine,
  scope: SearchScope,
  question: string,
  query: QuestionQuery,
): Promise<string> {
  const { terms } = pickSearchTerms(question);
  if (terms.length === 0) return "There is no word in the question; ask with words of letters or digits.";
  const isWanted = makeSearchFilter(engine, query.filter ?? {});
  const { mayRead, first = [] } = query;
  const mayShow = (entry: Entry, ref: LaneRef) =>
    isOffered(entry, query.turn ?? null) && isWanted?.(entry) !== false && mayRead?.(entry, ref) !== false;
  const isNarrowed = isWanted !== null || mayRead !== undefined;
  const zone = query.zone ?? (scope.kind === "lane" ? await readZone(engine, scope.ref) : undefined);
  const looked = isNarrowed ? mostFiltered : mostLooked;
  const {
    found: best,
    terms: words,
    isCut,
  } = await retrieve(engine, {
    scope,
    question,
    now: engine.clock.now(),
    ...(zone === undefined ? {} : { zone }),
    surface: query.surface ?? null,
    prefersNewest: true,
    depth: {
      ...makeSearchDepth(query.limit),
      most: mostLooked,
      ...(isNarrowed ? { looked } : {}),
    },
    mayShow,
  });
  if (best.length === 0 && first.length > 0) return first.join("\n");
  const reach = isCut && isNarrowed ? looked : null;
  if (best.length === 0) return explainNothing(scope, words, { isNarrowed: isWanted !== null, reach });
  const offset = Math.max(0, query.offset ?? 0);
  const { near, rest } = partWeak(best);
  const offered = (offset === 0 ? near : [...near, ...rest].slice(offset)).slice(0, query.most ?? best.length);
  if (offered.length === 0) return `There are only ${best.length} entries; ask without an offset, or with other words.`;
  const lines = await fitLines(
    engine,
    { scope, words },
    offered,
    query.limit - noteRoom - countTokens(first.join("\n"), engine.fns.calibration),
  );
  const next = offset + lines.length;
  const more = next < best.length ? [`[${best.length - next} weaker ones: go on with offset ${next}]`] : [];
  const short = reach === null ? [] : [`[${tellReach(reach)}; rarer words find what is not here]`];
  return [...first, ...lines, ...more, ...short].join("\n");
}

/**
 * Leaves out the words of the turn that asks, and results of Clew's own tools, which are found where they came from.
 */
function isOffered(entry: Entry, turn: TurnId | null): boolean {
  return !(turn !== null && entry.turn === turn) && !isLookUp(entry);
}

interface Parted {
  readonly near: readonly RetrievedMessage[];
  readonly rest: readonly RetrievedMessage[];
}

/** Parts off hits far below the best: only a query with an offset reaches them. Bare questions come last. */
function partWeak(best: readonly RetrievedMessage[]): Parted {
  const least = (best[0]?.score ?? 0) / 5;
  const isNear = ({ score }: RetrievedMessage) => score >= least;
  return { near: lowerQuestions(best.filter(isNear)), rest: best.filter((each) => !isNear(each)) };
}

/** Bare questions come after statements with nearly the same score. */
function lowerQuestions(found: readonly RetrievedMessage[]): readonly RetrievedMessage[] {
  const lowered: RetrievedMessage[] = [];
  let asking: readonly RetrievedMessage[] = [];
  for (const each of found) {
    if (isBareQuestion(each)) {
      asking = [...asking, each];
      continue;
    }
    lowered.push(...asking.filter(({ score }) => each.score < score * nearlyAsMuch), each);
    asking = asking.filter(({ score }) => each.score >= score * nearlyAsMuch);
  }
  return [...lowered, ...asking];
}

const nearlyAsMuch = 0.6;

interface Narrowing {
  readonly isNarrowed: boolean;
  /** How many entries with the words were looked at, of more; null where all were. */
  readonly reach: number | null;
}

function explainNothing(scope: SearchScope, words: readonly string[], { isNarrowed, reach }: Narrowing): string {
  const where = { lane: "this lane", session: "this session", owner: "this log" }[scope.kind];
  const asked = words.slice(0, 6).map((word) => JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word));
  const narrowed = isNarrowed ? " for that person and time" : "";
  const holding = `holds ${asked.join(" or ")}${narrowed}`;
  if (reach !== null) return `Nothing that was looked at ${holding}: ${tellReach(reach)}; try rarer words.`;
  return `Nothing in ${where} ${holding}; try other words for the same thing, or a name, a number or a place that was mentioned with it.`;
}

function tellReach(looked: number): string {
  return `only the newest ${looked.toLocaleString("en")} entries with these words were looked at, of more`;
}

/** For the line that says how to continue. */
const noteRoom: Tokens = 40;

interface AskedWords {
  readonly scope: SearchScope;
  readonly words: readonly string[];
}

async function fitLines(
  engine: Engine,
  asked: AskedWords,
  offered: readonly RetrievedMessage[],
  limit: Tokens,
): Promise<readonly string[]> {
  const lines: string[] = [];
  let left = limit;
  for (const { standing } of offered) {
    const line = await renderHitLine(engine, asked, standing, Math.min(excerptRoom, Math.max(60, limit)));
    left -= countTokens(line, engine.fns.calibration) + 1;
    if (left < 0 && lines.length > 0) break;
    // A line that is too long by itself is still better than none.
    lines.push(left < 0 ? line.slice(0, fitCharacters(engine, line, limit)) : line);
  }
  return lines;
}

async function renderHitLine(
  engine: Engine,
  { scope, words }: AskedWords,
  standing: CurrentEntry,
  room: number,
): Promise<string> {
  const { ref, entry, version } = standing;
  const [text = ""] = await readEntryTexts(engine, ref, [version]);
  const place = [
    makePointer("e", ref, version.seq, engine.fns.hash),
    makeTimeFormatter(await readZone(engine, ref))(entry.at),
    ...(scope.kind === "owner" ? [ref.session] : []),
  ];
  return `${place.join(" ")} ${describeSource(engine, standing)}: ${pickFragments(redactEntryText(version, text), words, room)}`;
}
