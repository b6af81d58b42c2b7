import type { PhraseTable, SpokenWord } from "./spoken-words.js";

const unspaced = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{N}]{2,24}$/u;

export function isUnspaced(word: SpokenWord | undefined): boolean {
  return word !== undefined && unspaced.test(word.word);
}

/** Splits words of scripts without spaces into phrases of the tables. One that has another rest stays as it is. */
export function splitUnspaced(words: readonly SpokenWord[], tables: readonly PhraseTable[]): readonly SpokenWord[] {
  const isKnown = (run: string) => tables.some((table) => table.has(run, run));
  return words.flatMap((each) => {
    if (!unspaced.test(each.word) || isKnown(each.word)) return [each];
    const parts = findParts([...each.word], isKnown);
    return parts.length === 0
      ? [each]
      : parts.map((word, index) => ({ word, written: word, pause: index === parts.length - 1 && each.pause }));
  });
}

/** The split with the fewest parts; empty if there is none. */
function findParts(letters: readonly string[], isKnown: (run: string) => boolean): readonly string[] {
  const best: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= letters.length; end++) {
    for (let start = 0; start < end; start++) {
      const before = best[start];
      const run = letters.slice(start, end).join("");
      const isBetter = before !== undefined && before.length + 1 < (best[end]?.length ?? Number.POSITIVE_INFINITY);
      if (isBetter && isKnown(run)) best[end] = [...before, run];
    }
  }
  return best[letters.length] ?? [];
}
