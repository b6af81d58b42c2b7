import type { Screen } from "./screen.js";
import { count, counted, left, oneLine, sizeOf, widthOf } from "./text.js";

const pauseMs = 100;
const barWidth = 24;
const nameWidth = 40;

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
  const title = oneLine(name, Math.min(nameWidth, Math.max(8, columns - 28)));
  const [last = "", ...shorter] = waysToSay(title, progress).toReversed();
  return shorter.toReversed().find((line) => widthOf(line) <= columns) ?? oneLine(last, columns);
}

function waysToSay(title: string, { bytes, of, records }: Progress): readonly string[] {
  const entries = counted(records, "entry", "entries");
  if (of === 0) return [`${title}  reading …`];
  // Many formats are read whole before their first entry is written.
  if (bytes >= of) return [`${title}  ${sizeOf(of)} read, ${entries} so far`, `${title}  ${entries} so far`];
  const share = bytes / of;
  const bar = left("█".repeat(Math.round(share * barWidth)), barWidth).replaceAll(" ", "░");
  const percent = `${count(Math.floor(share * 100)).padStart(3)} %`;
  const size = `${sizeOf(bytes)} of ${sizeOf(of)}`;
  const parts = [
    [title, bar, percent, size, entries],
    [title, bar, percent, size],
    [title, percent, size],
    [title, percent],
  ];
  return parts.map((each) => each.join("  "));
}
