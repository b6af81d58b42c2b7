/** A text as the ranking reads it: its stems, and in which passage of a long text each of them stands. */
import { listContentWords } from "@clewline/text/content-words.js";
import { rememberByText } from "@clewline/text/remember.js";

export interface ReadText {
  /** For each stem the passages that hold it, as often as they do. */
  readonly stems: ReadonlyMap<string, readonly number[]>;
  /** Its content words. */
  readonly length: number;
  readonly passages: readonly Passage[];
  readonly asks: boolean;
}

/** A part of a long text, of some whole sentences; a short text is one. */
interface Passage {
  readonly from: number;
  readonly to: number;
  /** Its content words. */
  readonly length: number;
}

/** In content words, which are about half of all: longer texts are cut into passages, at the first end of a sentence from `least` on. */
const [long, least, most] = [75, 32, 48];
/** Only the beginning of a long text counts. */
export const looked = 4_000;

export function readText(text: string): ReadText {
  return readWhole(text.slice(0, looked));
}

export function isLongText({ passages }: Pick<ReadText, "passages">): boolean {
  return passages.length > 1;
}

const readWhole = rememberByText(
  (text: string): ReadText => {
    const words = listContentWords(text);
    const passages =
      words.length > long ? cutPassages(text, words) : [{ from: 0, to: text.length, length: words.length }];
    const stems = new Map<string, number[]>();
    let passage = 0;
    for (const { stem, start } of words) {
      while (start >= (passages[passage]?.to ?? text.length)) passage += 1;
      const places = stems.get(stem);
      if (places === undefined) stems.set(stem, [passage]);
      else places.push(passage);
    }
    return { stems, length: words.length, passages, asks: /[?？]["'”’»)\]\s]*$/u.test(text.slice(-20)) };
  },
  // A question is compared with some thousands of messages and of memories, and the next one with much the same.
  { texts: 12_000, characters: 3_000_000 },
);

type Words = ReturnType<typeof listContentWords>;

function cutPassages(text: string, words: Words): readonly Passage[] {
  const passages: Passage[] = [];
  let [from, length] = [0, 0];
  for (const [index, { end }] of words.entries()) {
    length += 1;
    const next = words[index + 1];
    if (next === undefined || words.length - index - 1 < least / 2) continue;
    const between = text.slice(end, next.start);
    const stop = length < least ? -1 : between.search(/[.!?。！？\n]/u);
    if (stop === -1 && length < most) continue;
    const to = stop === -1 ? next.start : end + stop + 1;
    passages.push({ from, to, length });
    [from, length] = [to, 0];
  }
  return [...passages, { from, to: text.length, length }];
}
