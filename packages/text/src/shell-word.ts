const unsafe = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u;
const escaped = /[\p{Cc}\p{Bidi_Control}\u2028\u2029'\\]/gu;

/** A word as a shell accepts it, quoted if needed. Nothing in it moves a terminal's cursor. */
export function quoteShellWord(word: string): string {
  if (/^[\w:./@%+,=-]+$/.test(word)) return word;
  if (!unsafe.test(word)) return `'${word.replaceAll("'", "'\\''")}'`;
  return `$'${word.replace(escaped, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`)}'`;
}
