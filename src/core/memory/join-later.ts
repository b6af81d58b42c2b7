const mark = " [later: ";

/**
 * What was said, with what may put it right. Both stand there in their own words, because nothing tells for sure that the later
 * ones take the place of the others. Of several later ones, the last.
 */
export function joinLater(text: string, later: string): string {
  const end = text.indexOf(mark);
  return `${end === -1 ? text : text.slice(0, end)}${mark}${later}]`;
}

/** What was said last, without what it put right. */
export function readLater(text: string): string {
  const start = text.indexOf(mark);
  return start === -1 ? text : text.slice(start + mark.length).replace(/\]$/, "");
}
