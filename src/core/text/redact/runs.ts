const shortestRun = 18;
const inRun = new Uint8Array(128);
for (const sign of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.:/+$|^#~!=-\\%") {
  inRun[sign.charCodeAt(0)] = 1;
}

let [asked, answered] = ["", ""];

/** The runs of a text that are as long as a key, a line each; those of the newest text are remembered. */
export function joinLongRuns(text: string): string {
  if (text !== asked) [asked, answered] = [text, findLongRuns(text)];
  return answered;
}

/** Testing from a run's end skips most text. */
function findLongRuns(text: string): string {
  let runs = "";
  let from = 0;
  while (from + shortestRun <= text.length) {
    let place = from + shortestRun - 1;
    while (place >= from && isInRun(text.charCodeAt(place))) place--;
    if (place >= from) {
      from = place + 1;
      continue;
    }
    let end = from + shortestRun;
    while (end < text.length && isInRun(text.charCodeAt(end))) end++;
    // The sums of a lockfile are no keys.
    if (!text.startsWith("sha512-", from)) runs += `${text.slice(from, end)}\n`;
    from = end + 1;
  }
  return runs;
}

function isInRun(code: number): boolean {
  return code < 128 && inRun[code] === 1;
}
