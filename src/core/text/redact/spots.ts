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

/** A run that is as long as a key without a prefix, and has a digit. */
const drawnRun = /(?<![\w+=/.:-])(?=[\w+=/.:-]{0,60}\d)[\w+=/.:-]{14,}/g;

/** Where words stand near before such a run or at its beginning: only there are they looked for. */
export function makeRunSpots(words: string, near: number): Spots {
  const pattern = new RegExp(words, "gi");
  let [last, answer] = ["", none];
  return (text) => {
    if (text !== last) [last, answer] = [text, listRunSpots(text, pattern, near)];
    return answer;
  };
}

function listRunSpots(text: string, pattern: RegExp, near: number): readonly number[] {
  const spots = new Set<number>();
  let done = 0;
  for (const { 0: run, index } of text.matchAll(drawnRun)) {
    const [from, end] = [Math.max(done, index - near), index + Math.min(run.length, near)];
    for (const place of listSpots(text.slice(from, end), pattern)) spots.add(from + place);
    done = end;
  }
  return spots.size === 0 ? none : [...spots];
}
