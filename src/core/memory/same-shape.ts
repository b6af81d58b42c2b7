/**
 * Whether what is put right may be a value of the same kind as the one that was told: a figure for a figure, a name for a name,
 * a few plain words for others.
 */
export function hasSameShape(told: string, instead: string): boolean {
  if (/\p{N}/u.test(told) !== /\p{N}/u.test(instead)) return false;
  if (/\p{N}/u.test(told)) return true;
  // The first letter is large wherever it begins a sentence.
  const isName = /\p{Lu}/u.test(told.slice(1));
  return isName ? /\p{Lu}/u.test(instead) : !/\p{Lu}/u.test(instead.slice(1)) && countWords(instead) <= mostPlain;
}

const mostPlain = 4;

function countWords(text: string): number {
  return text.trim().split(/\s+/u).length;
}
