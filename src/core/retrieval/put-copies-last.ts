/** A text that somebody said more than once stands in a list once; its copies come behind all else. */
import { foldRepeat } from "./fold-repeat.js";
import { compareAge, type RankedMessage, type SaidMessage } from "./said-message.js";

/** In the place of the first copy stands the newest, or the one that fits best the time that is asked for. */
export function putCopiesLast<Message extends SaidMessage>(
  ranked: readonly RankedMessage<Message>[],
  fitOf: (message: SaidMessage) => number,
): readonly RankedMessage<Message>[] {
  const said = new Map<string, RankedMessage<Message>[]>();
  for (const each of ranked) {
    const key = `${each.message.speaker} ${foldRepeat(each.message.text)}`;
    const same = said.get(key);
    if (same === undefined) said.set(key, [each]);
    else same.push(each);
  }
  if (said.size === ranked.length) return ranked;
  const isBetter = (one: Message, other: Message) => (fitOf(one) - fitOf(other) || compareAge(one, other)) > 0;
  const first = [...said.values()].flatMap((same) => {
    const kept = same.reduce((a, b) => (isBetter(b.message, a.message) ? b : a));
    return same[0] === undefined ? [] : [{ ...kept, score: same[0].score }];
  });
  const kept = new Set(first.map(({ message }) => message));
  return [...first, ...ranked.filter(({ message }) => !kept.has(message))];
}
