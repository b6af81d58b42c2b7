/** Every match of a global expression. `matchAll` is slower on short texts: it copies the expression at each call. */
export function findMatches(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) found.push(match);
  return found;
}
