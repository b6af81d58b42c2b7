/** Finds words in a text, nearly as the search compares them. */

export interface WordMatch {
  readonly from: number;
  readonly to: number;
  readonly word: number;
  readonly exact: boolean;
}

/** The most characters of a text that are searched. */
export const matchReach = 20_000;

export function findWordMatches(text: string, words: readonly string[]): readonly WordMatch[] {
  const asked = words.map(foldWord);
  const matches: WordMatch[] = [];
  for (const { 0: token, index } of text.slice(0, matchReach).matchAll(/[\p{L}\p{N}\p{M}\p{Co}]+/gu)) {
    const own = foldWord(token);
    const word = asked.findIndex((each) => each === own || isKin(each, own));
    if (word !== -1) matches.push({ from: index, to: index + token.length, word, exact: asked[word] === own });
    else matches.push(...findInnerMatches(token, index, words));
  }
  return matches;
}

/** Whether two words are forms of one, such as garden and gardens: they differ only in their last letters. */
function isKin(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (short.length < 3 || /\d/.test(long) || long.length - short.length > 5) return false;
  return long.startsWith(short.slice(0, Math.max(3, short.length - 1)));
}

/** In scripts without spaces a word is part of a run. */
function findInnerMatches(token: string, index: number, words: readonly string[]): readonly WordMatch[] {
  const found = words.flatMap((each, word): readonly WordMatch[] => {
    const at = /[^\p{scx=Latn}\p{N}]/u.test(each) ? token.toLowerCase().indexOf(each) : -1;
    return at === -1 ? [] : [{ from: index + at, to: index + at + each.length, word, exact: true }];
  });
  return [...found].sort((a, b) => a.from - b.from);
}

function foldWord(word: string): string {
  return word.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}
