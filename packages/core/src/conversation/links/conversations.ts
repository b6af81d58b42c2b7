import type { PlacedLine, ReadLine } from "./line.js";

/** A conversation among the earlier lines; places are indexes into them. */
export interface Conversation {
  readonly thread: string;
  readonly lines: readonly number[];
  readonly newest: number;
  readonly speakers: ReadonlySet<string>;
  /** For each of its lines: whether somebody else has spoken in it since. */
  readonly answered: readonly boolean[];
  /** The weight of the new line's words that occur in it, each counted once. */
  readonly sharedWords: number;
}

/** The one with the newest line first. */
export function groupConversations(
  line: ReadLine,
  earlier: readonly PlacedLine[],
  frequency: ReadonlyMap<string, number>,
): readonly Conversation[] {
  const places = new Map<string, number[]>();
  for (let index = earlier.length - 1; index >= 0; index -= 1) {
    const thread = earlier[index]?.thread ?? "";
    const known = places.get(thread);
    if (known === undefined) places.set(thread, [index]);
    else known.push(index);
  }
  return [...places].map(([thread, newestFirst]) => {
    const lines = newestFirst.toReversed();
    const said = lines.flatMap((index) => earlier[index] ?? []);
    return {
      thread,
      lines,
      newest: newestFirst[0] ?? 0,
      speakers: new Set(said.map(({ sender }) => sender)),
      answered: said.map(({ sender }, place) => said.slice(place + 1).some((later) => later.sender !== sender)),
      sharedWords: weighWords(line.words, said, frequency),
    };
  });
}

/** Rare words count more. */
export function weighWords(
  words: ReadonlySet<string>,
  lines: readonly ReadLine[],
  frequency: ReadonlyMap<string, number>,
): number {
  let sum = 0;
  for (const word of words) {
    if (lines.some((line) => line.words.has(word))) sum += 1 / (frequency.get(word) ?? 1);
  }
  return sum;
}
