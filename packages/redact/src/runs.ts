import type { Spots } from "./kind.js";

/** Runs of letters, digits and some signs, as keys are written. */
interface RunShape {
  readonly shortest: number;
  readonly signs: Signs;
}

/** A one for each ASCII character of a run. */
type Signs = Uint8Array;

/** Letters, digits and these. */
export function listSigns(others: string): Signs {
  const signs = new Uint8Array(128);
  for (let code = 0; code < 128; code++) if (/[A-Za-z0-9]/.test(String.fromCharCode(code))) signs[code] = 1;
  for (const sign of others) signs[sign.charCodeAt(0)] = 1;
  return signs;
}

/** Tells where each run begins and ends. Testing from a run's end skips most text. */
export function findRuns(text: string, { shortest, signs }: RunShape, tell: (from: number, end: number) => void): void {
  let from = 0;
  while (from + shortest <= text.length) {
    let place = from + shortest - 1;
    while (place >= from && signs[text.charCodeAt(place)] === 1) place--;
    if (place >= from) {
      from = place + 1;
      continue;
    }
    let end = from + shortest;
    while (end < text.length && signs[text.charCodeAt(end)] === 1) end++;
    tell(from, end);
    from = end + 1;
  }
}

/** Every key with a shape of its own is as long. */
export const shortest = 18;
const longRuns: RunShape = { shortest, signs: listSigns("_.:/+$|^#~!=-\\%") };

/** Tells where runs are that are as long as a key. The sums of a lockfile are no keys. */
export function findLongRuns(text: string, tell: (from: number, end: number) => void): void {
  findRuns(text, longRuns, (from, end) => {
    if (!text.startsWith("sha512-", from)) tell(from, end);
  });
}

const alphanumeric = listSigns("");

export function isAlphanumeric(code: number): boolean {
  return alphanumeric[code] === 1;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Where names begin that hold the words of a table: letters, digits and these signs. */
export function beginNames(spots: Spots, others: string): Spots {
  const signs = listSigns(others);
  return (text) => {
    const starts = spots(text).map((place) => {
      let start = place;
      while (start > 0 && place - start < longestName && signs[text.charCodeAt(start - 1)] === 1) start--;
      while (start < place && !isLetter(text.charCodeAt(start))) start++;
      return start;
    });
    return starts.filter((start, index) => start !== starts[index - 1]);
  };
}

const longestName = 41;

function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}
