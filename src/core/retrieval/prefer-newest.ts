/**
 * Lets the newest statement of a thing precede those that it replaced. What somebody says later ranks at least as high as
 * what the same person said before, if it says the same in nearly the same words, or if it tells of a change and holds a
 * figure as the older one does.
 */

import { holdsChange, holdsFigure } from "./change-words.js";
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

/** The part of the asked words' weight in the older statement that one that tells of a change must hold. */
const enoughOfChange = 0.5;
/** So many words of the question are about one thing. */
const manyWords = 3;
/** The part of both statements' words that they share. */
const sameWords = 0.5;
/** How many of the best may be replaced, how far down the list a newer one may be, and how many may replace one. */
const [mostReplaced, mostLooked, mostReplacing] = [10, 60, 3];

export function preferNewest<Message extends SaidMessage>(
  ranked: readonly RankedMessage<Message>[],
  comparing: Comparing<Message>,
): readonly RankedMessage<Message>[] {
  const raised = new Map<Message, number>();
  for (const [place, { message: old, score }] of ranked.slice(0, mostReplaced).entries()) {
    const below = ranked.slice(place + 1, mostLooked);
    const newer = below.filter(({ message }) => !raised.has(message) && replaces(message, old, comparing));
    for (const { message } of newer.slice(0, mostReplacing)) raised.set(message, score);
  }
  const best = ranked
    .slice(0, mostLooked)
    .map((each) => ({ ...each, score: raised.get(each.message) ?? each.score }))
    .sort((a, b) => b.score - a.score || compareAge(b.message, a.message));
  return [...best, ...ranked.slice(mostLooked)];
}

function replaces<Message extends SaidMessage>(one: Message, other: Message, comparing: Comparing<Message>): boolean {
  if (one.speaker !== other.speaker || one.isOfTool === true || !isNewer(one, other)) return false;
  if (comparing.fitOf(one) < comparing.fitOf(other)) return false;
  return saysTheSame(one, other, comparing) || tellsOfChange(one, other, comparing);
}

/** All that the older one has of the question, in several words or in much the same sentence. */
function saysTheSame<Message extends SaidMessage>(
  one: Message,
  other: Message,
  { heldBy, stemsOf, isAboutOne }: Comparing<Message>,
): boolean {
  const [own, before] = [heldBy(one), heldBy(other)];
  if (before.size === 0 || ![...before.keys()].every((stem) => own.has(stem))) return false;
  if (before.size >= manyWords && isAboutOne) return true;
  const [some, others] = [stemsOf(one), stemsOf(other)];
  const shared = [...some.keys()].filter((stem) => others.has(stem)).length;
  return shared >= sameWords * Math.max(1, some.size, others.size);
}

function tellsOfChange<Message extends SaidMessage>(
  one: Message,
  other: Message,
  { heldBy, weightOf, isAboutOne }: Comparing<Message>,
): boolean {
  if (!isAboutOne) return false;
  if (!(holdsFigure(other.text) && holdsFigure(one.text) && holdsChange(one.text))) return false;
  const sum = (held: ReadonlyMap<string, number>) => [...held.keys()].reduce((all, stem) => all + weightOf(stem), 0);
  const own = sum(heldBy(one));
  return own > 0 && own >= enoughOfChange * sum(heldBy(other));
}

function isNewer(a: SaidMessage, b: SaidMessage): boolean {
  return a.at > b.at || (a.at === b.at && a.lane === b.lane && a.seq > b.seq);
}
