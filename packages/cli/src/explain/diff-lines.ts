import type { OpenLog } from "@clewline/clewline/compose/log-verbs.js";
import type { ViewDiff } from "@clewline/core/receipt/view-diff.js";
import type { LogLine } from "@clewline/engine/read/inspect.js";
import type { Screen } from "../terminal/screen.js";
import { wrapText } from "../terminal/screen.js";
import { fitLine, measureColumns, measureRoom, placeLeft } from "../terminal/text.js";
import { explainVerdict, formatPlace, pickMark, summariseVerdict } from "./verdict-words.js";

export type Change = ViewDiff["changes"][number];

interface ExplainedChange extends Change {
  /** The entry, if the change is about a single one. */
  readonly line: LogLine | null;
}

export async function explainChanges(
  clew: OpenLog,
  { before, after }: ViewDiff,
  changes: readonly Change[],
): Promise<readonly ExplainedChange[]> {
  if (!changes.some(({ from, to }) => from === to)) return changes.map((change) => ({ ...change, line: null }));
  const lines = new Map<number, LogLine>();
  for (const { id } of [before, after]) {
    const { verdicts } = await clew.why({ turn: id });
    for (const { line } of verdicts) if (line !== null) lines.set(line.seq, line);
  }
  return changes.map((change) => ({
    ...change,
    line: change.from === change.to ? (lines.get(change.from) ?? null) : null,
  }));
}

/** Prints how the verdicts on entries changed; with pointer and words for a single entry. */
export function renderChanges(screen: Screen, changes: readonly ExplainedChange[]): readonly string[] {
  const places = Math.max(...changes.map((change) => formatPlace(change).length), 0);
  return changes.flatMap((change) => {
    const { before, after, line } = change;
    const { mark, style } = after === null ? { mark: "·", style: "dim" as const } : pickMark(after);
    const start = `  ${screen.paint(style, mark)} ${screen.paint("dim", placeLeft(formatPlace(change), places))}  `;
    const indent = places + 6;
    const then = before === null ? "not there yet" : summariseVerdict(before);
    const now = after === null ? "not there" : explainVerdict({ verdict: after, line });
    const first = wrapText(`${start}${then} → ${now}`, screen.columns ?? Number.POSITIVE_INFINITY, indent);
    return line === null ? [first] : [first, " ".repeat(indent) + renderEntryWords(screen, change, line, indent)];
  });
}

function renderEntryWords(screen: Screen, { after }: Change, line: LogLine, indent: number): string {
  const pointer = after === null || after.kind === "kept" ? "" : `${line.pointer}  `;
  const room = measureRoom(screen.columns, indent + measureColumns(pointer));
  return screen.paint("cyan", pointer) + screen.paint("dim", fitLine(line.text, room));
}
