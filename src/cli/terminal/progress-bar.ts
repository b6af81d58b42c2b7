import type { Screen } from "./screen.js";
import { count, counted, left, oneLine, sizeOf, widthOf } from "./text.js";

const pauseMs = 100;
const barWidth = 24;
/** A longer name is cut so far before anything else is left out. */
const leastName = 16;

interface Progress {
  readonly bytes: number;
  /** 0 if it is not known yet. */
  readonly of: number;
  readonly records: number;
}

/** Draws how far a file is read, ten times a second at most; nothing where nobody looks. */
export function progressBar(live: Screen["live"], now: () => number): (name: string, progress: Progress) => void {
  let drawn = Number.NEGATIVE_INFINITY;
  return (name, progress) => {
    if (live === null || now() - drawn < pauseMs) return;
    drawn = now();
    live.draw(barLine(name, progress, live.columns));
  };
}

/** The first of several ways to say it that fits the line. */
export function barLine(name: string, progress: Progress, columns: number): string {
  const needed = Math.min(leastName, widthOf(oneLine(name, null)));
  const ways = waysToSay(progress);
  const said = ways.find((way) => needed + 2 + widthOf(way) <= columns) ?? ways.at(-1) ?? "";
  const line = `${oneLine(name, Math.max(1, columns - 2 - widthOf(said)))}  ${said}`;
  return widthOf(line) <= columns ? line : oneLine(line, columns);
}

/** What is said behind the name, from much to little. */
function waysToSay({ bytes, of, records }: Progress): readonly string[] {
  const entries = counted(records, "entry", "entries");
  if (of === 0) return ["reading …"];
  // Many formats are read whole before their first entry is written.
  if (bytes >= of) return [`${sizeOf(of)} read, ${entries} so far`, `${entries} so far`];
  const share = bytes / of;
  const bar = left("█".repeat(Math.round(share * barWidth)), barWidth).replaceAll(" ", "░");
  const percent = `${count(Math.floor(share * 100)).padStart(3)} %`;
  const size = `${sizeOf(bytes)} of ${sizeOf(of)}`;
  const parts = [[bar, percent, size, entries], [bar, percent, size], [bar, percent], [percent, size], [percent]];
  return parts.map((each) => each.join("  "));
}
