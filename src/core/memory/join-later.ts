const mark = " [later: ";

/**
 * What was said, with what may put it right. Both stand there in their own words, because nothing tells for sure that the later
 * ones take the place of the others. Of several later ones, the last.
 */
export function joinLater(text: string, later: string): string {
  const end = text.indexOf(mark);
  return `${end === -1 ? text : text.slice(0, end)}${mark}${later}]`;
}

/** The same, beside what was joined to it before: what may be meant does not take the place of what may hold. */
export function addLater(text: string, later: string): string {
  const [said = "", ...laters] = text.split(mark);
  return [said, ...laters.slice(1 - mostLater), `${later}]`].join(mark);
}

const mostLater = 3;

/** What was said, and what was joined to it since. */
export function listTold(text: string): readonly string[] {
  return text.split(mark).map((each, index) => (index === 0 ? each : each.replace(/\]$/, "")));
}

/** What was said last, without what it put right. */
export function readLater(text: string): string {
  const start = text.lastIndexOf(mark);
  return start === -1 ? text : text.slice(start + mark.length).replace(/\]$/, "");
}
