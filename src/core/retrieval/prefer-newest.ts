/**
 * Lets the newest statement of a thing precede those that it replaced. What somebody says later takes the place of the best
 * that the same person said before, if it says the same in nearly the same words; and, only among the best, if both hold a
 * figure and part of the question, and the later one tells of a change or has another figure of the same unit. The older
 * ones follow right behind.
 *
 * Among the best because nearly every message of some talks has a figure and a "new": raised from further down, they crowd
 * out what was asked for.
 */

import { holdsChange, holdsFigure } from "./change-words.js";
import { holdsChangedFigure } from "./changed-figure.js";
import { compareAge, type RankedMessage, type SaidMessage } from "./said-message.js";

/** What is compared: the stems of the question that a message holds, what each weighs, and all stems of the message. */
export interface Comparing<Message> {
  /** Whether the question is about one thing, so that whatever holds several of its words is about that too. */
  readonly isAboutOne: boolean;
  /** How well its time fits one that the question names. */
  fitOf(message: Message): number;
  heldBy(message: Message): ReadonlyMap<string, number>;
  weightOf(stem: string): number;
  stemsOf(message: Message): ReadonlyMap<string, number>;
}

/** The part of the asked words' weight in the older statement that a newer one with a figure must share. */
const enoughShared = 0.25;
/** So many words of the question are about one thing. */
const manyWords = 3;
/** The part of both statements' words that they share. */
const sameWords = 0.5;
/** A thing may be called by so many words, in which two sentences about two such things differ. */
const wordsOfName = 2;
/** How many of the best may be replaced, and how many may replace one. */
const [mostReplaced, mostReplacing] = [10, 4];
/** How far down the list a newer one may be: one with a figure, and one that says the same in nearly the same words. */
const [mostBest, mostLooked] = [12, 60];

export function preferNewest<Message extends SaidMessage>(
  ranked: readonly RankedMessage<Message>[],
  comparing: Comparing<Message>,
): readonly RankedMessage<Message>[] {
  const looked = ranked.slice(0, mostLooked);
  const pairs = looked.slice(0, mostReplaced).flatMap((_, place) => findReplacing(looked, place, comparing));
  if (pairs.length === 0) return ranked;
  const places = new Map(looked.map((each, place) => [each, place]));
  const placeOf = (each: RankedMessage<Message>) => places.get(each) ?? 0;
  // Oldest first, so that a place goes on from one to the next.
  for (const { newer, older } of pairs.sort((a, b) => compareAge(a.newer.message, b.newer.message))) {
    places.set(newer, Math.min(placeOf(newer), placeOf(older)));
  }
  const best = looked
    .toSorted((a, b) => placeOf(a) - placeOf(b) || compareAge(b.message, a.message))
    .map((each) => ({ ...each, score: looked[placeOf(each)]?.score ?? each.score }));
  return [...best, ...ranked.slice(mostLooked)];
}

interface Pair<Message extends SaidMessage> {
  readonly newer: RankedMessage<Message>;
  readonly older: RankedMessage<Message>;
}

/** Of those that replace the one at a place, the few that share most of the question with it. */
function findReplacing<Message extends SaidMessage>(
  looked: readonly RankedMessage<Message>[],
  place: number,
  comparing: Comparing<Message>,
): readonly Pair<Message>[] {
  const older = looked[place];
  if (older === undefined) return [];
  const later = looked.flatMap((newer, index) =>
    index > place && mayReplace(newer.message, older.message) ? [{ newer, index }] : [],
  );
  return later
    .map(({ newer, index }) => ({
      newer,
      older,
      index,
      shared: weighShared(newer.message, older.message, comparing),
    }))
    .filter((pair) => replaces(pair, comparing))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, mostReplacing);
}

interface Compared<Message extends SaidMessage> extends Pair<Message> {
  /** The place of the newer one. */
  readonly index: number;
  readonly shared: number;
}

/** The part of the asked words' weight in the older one that the newer one has too. */
function weighShared<Message extends SaidMessage>(
  one: Message,
  other: Message,
  { heldBy, weightOf }: Comparing<Message>,
): number {
  const own = heldBy(one);
  let [all, shared] = [0, 0];
  for (const stem of heldBy(other).keys()) {
    all += weightOf(stem);
    if (own.has(stem)) shared += weightOf(stem);
  }
  return all === 0 ? 0 : shared / all;
}

function mayReplace(one: SaidMessage, other: SaidMessage): boolean {
  return one.speaker === other.speaker && one.isOfTool !== true && isNewer(one, other);
}

function replaces<Message extends SaidMessage>(pair: Compared<Message>, comparing: Comparing<Message>): boolean {
  const [one, other] = [pair.newer.message, pair.older.message];
  if (comparing.fitOf(one) < comparing.fitOf(other) || isOfAnother(one, other, comparing)) return false;
  const isBest = pair.index < mostBest;
  return saysTheSame(one, other, comparing, isBest) || (isBest && pair.shared >= enoughShared && changes(one, other));
}

/**
 * Whoever asks for report 6 is not asking for a later one. And two sentences that are alike but for a word of the question,
 * in whose place the newer one has another, tell of two things: the flight to Rome and the flight to Oslo.
 */
function isOfAnother<Message extends SaidMessage>(
  one: Message,
  other: Message,
  { heldBy, stemsOf }: Comparing<Message>,
): boolean {
  const own = heldBy(one);
  const lacked = [...heldBy(other).keys()].filter((stem) => !own.has(stem));
  if (lacked.length === 0 || lacked.some(isFigure)) return lacked.length > 0;
  const listWords = (message: Message) => [...stemsOf(message).keys()].filter((stem) => !isFigure(stem));
  const [words, before] = [listWords(one), new Set(listWords(other))];
  const shared = words.filter((stem) => before.has(stem)).length;
  const most = Math.max(words.length, before.size);
  return shared < words.length && shared >= sameWords * most && most - shared <= wordsOfName;
}

function isFigure(stem: string): boolean {
  return /\p{N}/u.test(stem);
}

/** All that the older one has of the question, in much the same sentence or, among the best, in several words. */
function saysTheSame<Message extends SaidMessage>(
  one: Message,
  other: Message,
  { heldBy, stemsOf, isAboutOne }: Comparing<Message>,
  isBest: boolean,
): boolean {
  const [own, before] = [heldBy(one), heldBy(other)];
  if (before.size === 0 || ![...before.keys()].every((stem) => own.has(stem))) return false;
  if (before.size >= manyWords && isAboutOne && isBest) return true;
  const [some, others] = [stemsOf(one), stemsOf(other)];
  const shared = [...some.keys()].filter((stem) => others.has(stem)).length;
  // The word that tells of the change is none of what is told.
  const told = some.size - (holdsChange(one.text) ? 1 : 0);
  return shared >= sameWords * Math.max(1, told, others.size);
}

function changes(one: SaidMessage, other: SaidMessage): boolean {
  if (!(holdsFigure(one.text) && holdsFigure(other.text))) return false;
  return holdsChange(one.text) || holdsChangedFigure(one.text, other.text);
}

function isNewer(a: SaidMessage, b: SaidMessage): boolean {
  return a.at > b.at || (a.at === b.at && a.lane === b.lane && a.seq > b.seq);
}
