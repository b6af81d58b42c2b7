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
  const isInRun = (code: number) => code < 128 && signs[code] === 1;
  let from = 0;
  while (from + shortest <= text.length) {
    let place = from + shortest - 1;
    while (place >= from && isInRun(text.charCodeAt(place))) place--;
    if (place >= from) {
      from = place + 1;
      continue;
    }
    let end = from + shortest;
    while (end < text.length && isInRun(text.charCodeAt(end))) end++;
    tell(from, end);
    from = end + 1;
  }
}

const longRuns: RunShape = { shortest: 18, signs: listSigns("_.:/+$|^#~!=-\\%") };
let [asked, answered] = ["", ""];

/** The runs of a text that are as long as a key, a line each; those of the newest text are remembered. */
export function joinLongRuns(text: string): string {
  if (text !== asked) [asked, answered] = [text, findLongRuns(text)];
  return answered;
}

function findLongRuns(text: string): string {
  let runs = "";
  findRuns(text, longRuns, (from, end) => {
    // The sums of a lockfile are no keys.
    if (!text.startsWith("sha512-", from)) runs += `${text.slice(from, end)}\n`;
  });
  return runs;
}
