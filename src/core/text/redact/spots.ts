/** Where the words of a table stand in a text. Most kinds begin at one of them, so a text is looked through once for all. */
export type Spots = (text: string) => readonly number[];

const none: readonly number[] = [];

/** The answer for the newest text is remembered, because several kinds ask the same of one text. */
export function makeSpots(words: string, mayHold: (text: string) => boolean): Spots {
  const pattern = new RegExp(words, "gi");
  let last = "";
  let answer = none;
  return (text) => {
    if (text !== last) [last, answer] = [text, mayHold(text) ? listSpots(text, pattern) : none];
    return answer;
  };
}

function listSpots(text: string, pattern: RegExp): readonly number[] {
  const spots: number[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    spots.push(match.index);
    // One word may begin inside another.
    pattern.lastIndex = match.index + 1;
  }
  return spots.length === 0 ? none : spots;
}
