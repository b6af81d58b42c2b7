import { formatPercent } from "@clewline/text/percent.js";
import type { Screen } from "./screen.js";
import { fitLine, formatCount, formatNumber, formatSize, measureColumns, placeLeft } from "./text.js";

const pauseMs = 100;
const barWidth = 24;
/** A name is cut down to this width before other parts are left out. */
const leastName = 16;

interface Progress {
  readonly bytes: number;
  /** 0 if unknown. */
  readonly of: number;
  readonly records: number;
}

/** Draws how far a file is read, at most ten times a second; nothing without a terminal. */
export function makeProgressBar(live: Screen["live"], now: () => number): (name: string, progress: Progress) => void {
  let drawn = Number.NEGATIVE_INFINITY;
  return (name, progress) => {
    if (live === null || now() - drawn < pauseMs) return;
    drawn = now();
    live.draw(renderBarLine(name, progress, live.columns));
  };
}

/** The same for things that are counted. */
export function makeShareBar(
  live: Screen["live"],
  now: () => number,
): (name: string, progress: { readonly done: number; readonly of: number }) => void {
  let drawn = Number.NEGATIVE_INFINITY;
  return (name, { done, of }) => {
    if (live === null || of === 0 || now() - drawn < pauseMs) return;
    drawn = now();
    const counts = `${formatNumber(done)} of ${formatNumber(of)}`;
    live.draw(fitLine([name, ...drawShare(done, of), counts].join("  "), live.columns));
  };
}

function drawShare(done: number, of: number): readonly [bar: string, percent: string] {
  const bar = placeLeft("█".repeat(Math.round((done / of) * barWidth)), barWidth).replaceAll(" ", "░");
  return [bar, formatPercent(done, of).padStart(5)];
}

/** The most detailed wording that fits the line. */
export function renderBarLine(name: string, progress: Progress, columns: number): string {
  const needed = Math.min(leastName, measureColumns(fitLine(name, null)));
  const ways = listWordings(progress);
  const said = ways.find((way) => needed + 2 + measureColumns(way) <= columns) ?? ways.at(-1) ?? "";
  const line = `${fitLine(name, Math.max(1, columns - 2 - measureColumns(said)))}  ${said}`;
  return measureColumns(line) <= columns ? line : fitLine(line, columns);
}

/** The texts behind the name, from the longest to the shortest. */
function listWordings({ bytes, of, records }: Progress): readonly string[] {
  const entries = formatCount(records, "entry", "entries");
  if (of === 0) return ["reading …"];
  // Many formats are read completely before their first entry is written.
  if (bytes >= of) return [`${formatSize(of)} read, ${entries} so far`, `${entries} so far`];
  const [bar, percent] = drawShare(bytes, of);
  const size = `${formatSize(bytes)} of ${formatSize(of)}`;
  const parts = [[bar, percent, size, entries], [bar, percent, size], [bar, percent], [percent, size], [percent]];
  return parts.map((each) => each.join("  "));
}
