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
  return texts.map((text, index) => {
    const [pairs, counts] = [pairStems(text), counted[index] ?? []];
    if (pairs.length === 0) return 0;
    let routine = 0;
    for (const [place, { stems }] of pairs.entries()) {
      if (stems.some((stem) => asked.has(stem))) continue;
      const others = (counts[place]?.conversations ?? 1) - 1;
      routine += Math.min(1, others / manyConversations);
    }
    return Math.max(0, routine / pairs.length - usual) / (1 - usual);
  });
}

interface Counted {
  conversations: number;
  last: number;
}

/** For each text, how many conversations hold each of its pairs. */
function countConversations(
  texts: readonly ReadText[],
  groups: readonly number[],
): readonly (readonly Readonly<Counted>[])[] {
  const counted = new Map<string, Counted>();
  return texts.map((text, index) => {
    const group = groups[index] ?? 0;
    return pairStems(text).map(({ key }) => {
      const known = counted.get(key);
      if (known === undefined) {
        const first = { conversations: 1, last: group };
        counted.set(key, first);
        return first;
      }
      if (known.last !== group) {
        known.conversations += 1;
        known.last = group;
      }
      return known;
    });
  });
}

/** Its stems, each with the one that follows it first; the only one alone. */
const pairStems = rememberByObject(({ stems }: ReadText) => {
  const own = [...stems.keys()];
  const pairs = own.length < 2 ? [own] : own.slice(1).map((stem, index) => [own[index] ?? "", stem]);
  return pairs.flatMap((pair) => (pair.length === 0 ? [] : [{ stems: pair, key: pair.join(" ") }]));
});
