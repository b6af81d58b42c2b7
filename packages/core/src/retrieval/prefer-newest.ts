/**
 * For a list of hits, which shows no dates at a glance: over each of the best few stands the newer statement that may
 * replace it.
 */
import { type BestPassage, findBestPassage } from "./best-passage.js";
import type { RankedMessage, SaidMessage } from "./said-message.js";

/** The question's words, speakers and times. */
export interface NewestTerms {
  readonly weights: ReadonlyMap<string, number>;
  /** How well a time fits one that the question names. */
  fitOf(message: SaidMessage): number;
}

/** How many may be replaced, how far down the list a newer one may be, and the part of the older one's weight that it must hold. */
const [mostReplaced, looked, enoughShared] = [3, 12, 0.5];

export function preferNewest<Message extends SaidMessage>(
  ranked: readonly RankedMessage<Message>[],
  terms: NewestTerms,
): readonly RankedMessage<Message>[] {
  const best = ranked.slice(0, looked);
  const passages = new Map(best.map((each) => [each, findBestPassage(each.message.text, terms.weights)]));
  const order = [...best];
  for (const older of best.slice(0, mostReplaced)) {
    const newer = findNewer(older, passages, terms);
    if (newer === undefined || order.indexOf(newer) < order.indexOf(older)) continue;
    order.splice(order.indexOf(newer), 1);
    order.splice(order.indexOf(older), 0, newer);
  }
  return [...raiseScores(order), ...ranked.slice(looked)];
}

/** None scores less than one behind it. */
function raiseScores<Item extends { readonly score: number }>(order: readonly Item[]): readonly Item[] {
  let least = Number.NEGATIVE_INFINITY;
  const raised = order.toReversed().map((each) => {
    least = Math.max(least, each.score);
    return { ...each, score: least };
  });
  return raised.reverse();
}

function findNewer<Message extends SaidMessage>(
  older: RankedMessage<Message>,
  passages: ReadonlyMap<RankedMessage<Message>, BestPassage>,
  { weights, fitOf }: NewestTerms,
): RankedMessage<Message> | undefined {
  const before = passages.get(older);
  const weigh = (stems: ReadonlySet<string>) =>
    [...stems].reduce((sum, stem) => sum + (before?.stems.has(stem) ? (weights.get(stem) ?? 0) : 0), 0);
  const all = before === undefined ? 0 : weigh(before.stems);
  const newer = [...passages].flatMap(([each, { stems }]) => {
    const shared = weigh(stems);
    const [one, other] = [each.message, older.message];
    const isSame = one.speaker === other.speaker && one.isOfTool !== true && fitOf(one) >= fitOf(other);
    const mayReplace = isSame && isNewer(one, other) && shared > 0 && shared >= enoughShared * all;
    return mayReplace && !isOfAnother(stems, before?.stems ?? stems, weights) ? [{ each, shared }] : [];
  });
  return newer.sort((a, b) => b.shared - a.shared)[0]?.each;
}

function isNewer(a: SaidMessage, b: SaidMessage): boolean {
  return a.at > b.at || (a.at === b.at && a.lane === b.lane && a.seq > b.seq);
}

/** The part of both statements' words that they share. */
const sameWords = 0.5;
/** A thing may be called by so many words, in which two sentences about two such things differ. */
const wordsOfName = 2;

/**
 * Whoever asks for report 6 is not asking for a later one. And two sentences that are alike but for a word of the question,
 * in whose place the newer one has another, tell of two things: the flight to Rome and the flight to Oslo.
 */
function isOfAnother(
  one: ReadonlySet<string>,
  other: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
): boolean {
  const lacked = [...other].filter((stem) => weights.has(stem) && !one.has(stem));
  if (lacked.length === 0 || lacked.some(isFigure)) return lacked.length > 0;
  const [words, before] = [[...one].filter((stem) => !isFigure(stem)), [...other].filter((stem) => !isFigure(stem))];
  const shared = words.filter((stem) => other.has(stem)).length;
  const most = Math.max(words.length, before.length);
  return shared < words.length && shared >= sameWords * most && most - shared <= wordsOfName;
}

function isFigure(stem: string): boolean {
  return /\p{N}/u.test(stem);
}
