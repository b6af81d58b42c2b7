/**
 * Looks up what the message asks for and the view would not show: by words, in the lane; in other lanes if the message
 * refers to them or the view covers the whole session.
 */

import { readElsewhereReference } from "../../core/conversation/selection/elsewhere.js";
import { joinMessageTexts } from "../../core/conversation/selection/message-words.js";
import { isChildLane } from "../../core/log/child-lane.js";
import {
  type Entry,
  listParts,
  renderPlainText,
  resolveMessageId,
  type SaidEntry,
  type Text,
} from "../../core/log/entry.js";
import type { EntryId, LaneRef } from "../../core/log/keys.js";
import { isSameLane } from "../../core/log/keys.js";
import { makePointer } from "../../core/log/pointer.js";
import { redactEntryWords } from "../../core/log/redact-entry.js";
import { makeWordQuery, pickAskedWords } from "../../core/log/search-words.js";
import { isBackgroundTurn, listSources } from "../../core/log/turn.js";
import { type Policy, readMemoryTokens } from "../../core/policy/policy.js";
import type { FoundEntry, SearchScope } from "../../core/ports/index.js";
import { stripSmallTalk } from "../../core/summary/rules/small-talk.js";
import { isCommon } from "../../core/text/content-words.js";
import { normaliseText } from "../../core/text/normalise-text.js";
import type { Survey } from "../../core/view/assemble.js";
import type { ReplyTarget, RetrievedEntry, Snapshot } from "../../core/view/snapshot.js";
import type { Rule } from "../../core/view/verdict.js";
import type { Engine } from "../engine.js";
import { retrieveSummaries } from "../growth/related-summaries.js";

/** More than a view has room for. */
const mostFound = 4;
/** Hits to examine for one question besides those that the view itself shows; and the most in all. */
const looked = 24;
const mostLooked = 240;
/** The newest messages of a session that a view of the whole session considers. */
const sessionMessages = 60;
const dayMs = 86_400_000;

/** Best first; empty where the policy keeps no room for them, or the message asks for nothing. */
export async function lookUp(
  engine: Engine,
  snapshot: Snapshot,
  policy: Policy,
  { past }: Survey,
): Promise<readonly RetrievedEntry[]> {
  if (!policy.withHistory || (readMemoryTokens(policy) ?? 0) === 0) return [];
  if (snapshot.turn === null) return [];
  const { kind: reference, rest } = readElsewhereReference(joinMessageTexts(snapshot));
  const words = addFocusWords(pickTellingWords(rest), snapshot.replyTarget);
  const { ref } = snapshot;
  const { rules } = past.standing;
  const own = words.length > 0 && hasHiddenEntries(snapshot, rules);
  // A subagent sees its task and nothing else of the session.
  const walled = isChildLane(ref.lane);
  const days = readSessionDays(policy);
  const far = !walled && words.length > 0 && days === null && reference !== null;
  const { owner, session } = ref;
  const [inLane, elsewhere, beside] = [
    own ? await searchScope(engine, snapshot, policy, { scope: { kind: "lane", ref }, words, rules }) : [],
    far
      ? await searchScope(engine, snapshot, policy, {
          scope: { kind: "session", owner, session },
          ...(reference === "place" ? { words: dropCommonWords(words), least: 1 } : { words }),
          rules,
        })
      : [],
    days !== null && !walled ? await retrieveOtherLanes(engine, snapshot, days) : [],
  ];
  const isReferred = !walled && days === null && reference === "place";
  const summaries = isReferred ? await retrieveSummaries(engine, snapshot, words) : [];
  const known = new Set(inLane.map(({ id }) => id));
  const all = [...inLane, ...elsewhere.filter(({ id }) => !known.has(id)), ...summaries, ...beside];
  // The message that this one replies to has a place of its own in the view.
  return all.filter(({ id }) => id !== snapshot.replyTarget?.id);
}

/** How many days back a view of the whole session looks into its other lanes; null for a view of one lane. */
function readSessionDays({ past }: Policy): number | null {
  return past.kind === "tiers" && past.scope === "session" ? past.days : null;
}

/** A single short word, as in "what now?", says too little to look for. */
function pickTellingWords(text: string): readonly string[] {
  const words = dropPrefixWords(pickAskedWords(stripSmallTalk(text)));
  const [first = ""] = words;
  return words.length === 1 && /^[a-z0-9]{1,3}$/.test(first) ? [] : words;
}

/** How many words of the message that is replied to are searched for besides the reply's own. */
const mostFocusWords = 8;

/** A reply as short as "How much was it?" is about what it replies to. */
function addFocusWords(words: readonly string[], target: ReplyTarget | null): readonly string[] {
  if (target === null) return words;
  const focus = pickTellingWords(typeof target.text === "string" ? target.text : target.text.head);
  return [...new Set([...words, ...focus.slice(0, mostFocusWords)])];
}

/** Where another place is named, one word may be all that says what was meant there. */
function dropCommonWords(words: readonly string[]): readonly string[] {
  const telling = words.filter((word) => !isCommon(word));
  return telling.length > 0 ? telling : words;
}

/** One Chinese character, say, is searched as a prefix: slow in a long log, and little help beside other words. */
function dropPrefixWords(words: readonly string[]): readonly string[] {
  const longer = words.filter((word) => !makeWordQuery(word).prefix);
  return longer.length > 0 ? longer : words.slice(0, 1);
}

function hasHiddenEntries(snapshot: Snapshot, rules: Rules): boolean {
  return snapshot.entries.length < snapshot.last || listHiddenSeqs(rules).size > 0;
}

type Rules = ReadonlyMap<number, Rule>;

/** Entries that a limit keeps out of the view. What is hidden for another reason stays hidden. */
function listHiddenSeqs(rules: Rules): ReadonlySet<number> {
  const open = new Set(["lookback", "recency", "selection", "tier", "age"]);
  return new Set([...rules].flatMap(([seq, rule]) => (open.has(rule) ? [seq] : [])));
}

interface Question {
  readonly scope: SearchScope;
  readonly words: readonly string[];
  /** How many of them an entry must have. */
  readonly least?: number;
  /** Why entries of the past stay out of the view, by their seqs. */
  readonly rules: Rules;
}

async function searchScope(
  engine: Engine,
  snapshot: Snapshot,
  policy: Policy,
  { scope, words, rules, least = words.length < 6 ? Math.min(2, words.length) : 3 }: Question,
): Promise<readonly RetrievedEntry[]> {
  const hidden = listHiddenSeqs(rules);
  const isIn = ({ ref }: FoundEntry) => isSameLane(ref, snapshot.ref);
  const shown = new Set(snapshot.entries.flatMap(({ seq }) => (hidden.has(seq) ? [] : [seq])));
  const hits =
    scope.kind === "lane"
      ? await searchBehind(engine, snapshot, words, { least, isWhole: hidden.size === 0 })
      : await engine.store.search(scope, words, mostLooked, least);
  const present = new Set([snapshot.replyTarget?.id, ...listToldEntries(snapshot, policy, rules)]);
  const message = normaliseText(joinMessageTexts(snapshot));
  const isBehind = (hit: FoundEntry) =>
    scope.kind === "lane" ? !shown.has(hit.entry.seq) : !isIn(hit) && !isChildLane(hit.ref.lane);
  const isGood = (hit: FoundEntry) =>
    isSaid(hit.entry) && isBehind(hit) && !present.has(resolveMessageId(hit.entry)) && !isSame(hit.entry, message);
  const good = takeFirst(
    hits.toSorted((a, b) => b.matched - a.matched),
    2 * mostFound,
    isGood,
  );
  const because = (hit: FoundEntry) =>
    `${isIn(hit) ? "in this lane" : "the message refers to another lane"}: ${hit.matched} of ${words.length} words`;
  const open = await dropCleared(engine, snapshot, good);
  const all = await Promise.all(open.map((hit) => retrieveHit(engine, snapshot, hit, because(hit))));
  return all.filter((each) => each !== null).slice(0, mostFound);
}

/**
 * Searches the lane so that what the view shows takes no hit's place: before the newest run of entries where the view
 * shows all of that, and with a limit raised by the others.
 */
async function searchBehind(
  { store }: Engine,
  { ref, entries, last }: Snapshot,
  words: readonly string[],
  { least, isWhole }: { readonly least: number; readonly isWhole: boolean },
): Promise<readonly FoundEntry[]> {
  let first = last + 1;
  for (let index = entries.length - 1; isWhole && entries[index]?.seq === first - 1; index--) first -= 1;
  const elsewhere = entries.length - (last + 1 - first);
  const limit = Math.min(mostLooked, looked + elsewhere);
  return store.search({ kind: "lane", ref, before: first }, words, limit, least);
}

/** Drops entries from before their lane's context was cleared. No view of any lane shows these. */
async function dropCleared<Hit extends Pick<FoundEntry, "ref" | "entry">>(
  { store }: Engine,
  { ref: own, cleared: ownCleared }: Snapshot,
  hits: readonly Hit[],
): Promise<readonly Hit[]> {
  const others = new Map(hits.flatMap(({ ref }) => (isSameLane(ref, own) ? [] : [[ref.lane, ref]])));
  const states = await Promise.all(
    [...others].map(async ([lane, ref]) => [lane, (await store.read(ref, 0, null)).cleared] as const),
  );
  const cleared = new Map([[own.lane, ownCleared], ...states]);
  return hits.filter(({ ref, entry }) => entry.seq > (cleared.get(ref.lane) ?? 0));
}

/** What was looked up or quoted for past turns with calls. The view shows it with those turns. */
function listToldEntries({ entries, turn, turns }: Snapshot, { history }: Policy, rules: Rules): readonly EntryId[] {
  if (history.form !== "steps") return [];
  const shown = entries.filter(({ seq }) => !rules.has(seq));
  const working = new Set(shown.flatMap((entry) => (entry.kind === "called" ? [entry.turn] : [])));
  const past = [...turns.values()].filter(({ id }) => id !== turn?.id && working.has(id));
  return past.flatMap(({ asides }) => asides.flatMap(listSources));
}

/** The first `most` that pass. The others are not examined. */
function takeFirst<Each>(all: readonly Each[], most: number, passes: (each: Each) => boolean): readonly Each[] {
  const first: Each[] = [];
  for (const each of all) {
    if (first.length === most) break;
    if (passes(each)) first.push(each);
  }
  return first;
}

/** An earlier copy of the question answers nothing. */
function isSame(entry: Entry, message: string): boolean {
  return normaliseText(renderPlainText(listParts(entry))) === message;
}

function isSaid(entry: Entry): boolean {
  return (entry.kind === "said" || entry.kind === "revised") && entry.private === undefined && entry.late === undefined;
}

/** An edit is retrieved as the message that it edits. */
async function retrieveHit(
  engine: Engine,
  snapshot: Snapshot,
  { ref, entry }: Pick<FoundEntry, "ref" | "entry">,
  because: string,
): Promise<RetrievedEntry | null> {
  const first = entry.kind === "revised" ? await engine.store.byId(ref, entry.target) : entry;
  if (first?.kind !== "said" || (await isPrompt(engine, snapshot, ref, first))) return null;
  return makeRetrieved(engine, snapshot.ref, { ref, entry, first }, because);
}

/** Whether a schedule or another agent wrote it: these are no person's words. */
async function isPrompt(
  { store }: Engine,
  { turns }: Snapshot,
  ref: LaneRef,
  { by, turn }: SaidEntry,
): Promise<boolean> {
  if (by.role === "agent" || turn === null) return false;
  const record = turns.get(turn) ?? (await store.turn(ref, turn));
  return record !== null && isBackgroundTurn(record);
}

function makeRetrieved(
  engine: Engine,
  own: LaneRef,
  { ref, entry, first }: { readonly ref: LaneRef; readonly entry: Entry; readonly first: SaidEntry },
  because: string,
): RetrievedEntry {
  const here = isSameLane(ref, own);
  return {
    id: first.id,
    seq: here ? first.seq : null,
    lane: here ? null : ref.lane,
    pointer: makePointer("e", ref, entry.seq, engine.fns.hash),
    by: first.by,
    at: first.at,
    text: redactEntryWords(entry, readEntryText(entry)),
    because,
  };
}

function readEntryText(entry: Entry): Text {
  const texts = listParts(entry).flatMap((part) => (part.kind === "text" ? [part.text] : []));
  return texts.length === 1 && texts[0] !== undefined ? texts[0] : renderPlainText(listParts(entry));
}

/** Other lanes of a session that a view of the whole session looks into. */
const mostLanes = 4;

/** The newest messages of the session's other lanes, newest first, as last edited. */
async function retrieveOtherLanes(
  engine: Engine,
  snapshot: Snapshot,
  days: number,
): Promise<readonly RetrievedEntry[]> {
  const newest = await engine.store.recentSaid(snapshot.ref, sessionMessages);
  const oldest = snapshot.now - days * dayMs;
  const others = newest
    .filter(({ ref, entry }) => !isSameLane(ref, snapshot.ref) && isSaid(entry))
    .filter(({ entry: { at } }) => at >= oldest && at <= snapshot.now)
    .toReversed();
  const lanes = [...new Map(others.map(({ ref }) => [ref.lane, ref])).values()].slice(0, mostLanes);
  const changes = await Promise.all(lanes.map((ref) => readLaneChanges(engine, ref, others)));
  const changed = new Map(changes.flat().map((change) => [resolveMessageId(change), change]));
  const near = others.filter(({ ref }) => lanes.some((lane) => isSameLane(lane, ref)));
  const retrieved = await Promise.all(
    (await dropCleared(engine, snapshot, near)).map(async ({ ref, entry }) => {
      const change = changed.get(entry.id);
      if (change?.kind === "withdrawn" || (await isPrompt(engine, snapshot, ref, entry))) return [];
      const found = { ref, entry: change ?? entry, first: entry };
      return [makeRetrieved(engine, snapshot.ref, found, "in another lane of this session")];
    }),
  );
  return retrieved.flat();
}

function readLaneChanges({ store }: Engine, ref: LaneRef, said: readonly Pick<FoundEntry, "ref" | "entry">[]) {
  const own = said.filter((each) => isSameLane(each.ref, ref));
  return store.changesOf(
    ref,
    own.map(({ entry }) => entry.id),
  );
}
