/** A text that somebody said more than once stands in a list once; its copies come behind all else. */
import { foldRepeat } from "./fold-repeat.js";
import { readText } from "./read-text.js";
import { compareAge, type RankedMessage, type SaidMessage } from "./said-message.js";

/** In the place of the first copy stands the newest, or the one that fits best the time that is asked for. */
export function putCopiesLast<Message extends SaidMessage>(
  ranked: readonly RankedMessage<Message>[],
  fitOf: (message: SaidMessage) => number,
): readonly RankedMessage<Message>[] {
  const lengths = ranked.map(({ message }) => `${message.speaker} ${readText(message.text).length}`);
  const counts = new Map<string, number>();
  for (const length of lengths) counts.set(length, (counts.get(length) ?? 0) + 1);
  const said = new Map<string, RankedMessage<Message>[]>();
  for (const [place, each] of ranked.entries()) {
    const length = lengths[place] ?? "";
    // Hardly any long text is as long as another, and only such are compared.
    const key = counts.get(length) === 1 ? length : `${length} ${foldRepeat(each.message.text)}`;
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
