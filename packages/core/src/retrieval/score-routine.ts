/**
 * Tells what is said again and again ("turn the light off in the kitchen", "thanks, that helps") from what was said once.
 * Somebody who asks about the past asks for what was told, hardly for the hundredth request of the same kind.
 *
 * A pair of words that follow one another is routine where it stands in several conversations: within one, a matter is
 * called by its name in every sentence. Words that are asked for are no routine.
 */
import { rememberByObject } from "@clewline/text/remember.js";
import type { ReadText } from "./read-text.js";

/** In so many other conversations a pair is said all the time. */
const manyConversations = 6;
/** Every sentence has some common turns: so much of a message is no routine yet. */
const usual = 0.3;

/** How much of each message is routine, between 0 and 1. `groups` numbers their conversations; those of one follow each other. */
export function scoreRoutine(
  texts: readonly ReadText[],
  groups: readonly number[],
  asked: ReadonlySet<string>,
): readonly number[] {
  const counted = countConversations(texts, groups);
  return texts.map((text) => {
    const pairs = pairStems(text);
    if (pairs.length === 0) return 0;
    let routine = 0;
    for (const pair of pairs) {
      if (pair.stems.some((stem) => asked.has(stem))) continue;
      const others = (counted.get(pair.key)?.conversations ?? 1) - 1;
      routine += Math.min(1, others / manyConversations);
    }
    return Math.max(0, routine / pairs.length - usual) / (1 - usual);
  });
}

interface Counted {
  conversations: number;
  last: number;
}

function countConversations(texts: readonly ReadText[], groups: readonly number[]): ReadonlyMap<string, Counted> {
  const counted = new Map<string, Counted>();
  for (const [index, text] of texts.entries()) {
    const group = groups[index] ?? 0;
    for (const { key } of pairStems(text)) {
      const known = counted.get(key);
      if (known === undefined) counted.set(key, { conversations: 1, last: group });
      else if (known.last !== group) {
        known.conversations += 1;
        known.last = group;
      }
    }
  }
  return counted;
}

/** Its stems, each with the one that follows it first; the only one alone. */
const pairStems = rememberByObject(({ stems }: ReadText) => {
  const own = [...stems.keys()];
  const pairs = own.length < 2 ? [own] : own.slice(1).map((stem, index) => [own[index] ?? "", stem]);
  return pairs.flatMap((pair) => (pair.length === 0 ? [] : [{ stems: pair, key: pair.join(" ") }]));
});
