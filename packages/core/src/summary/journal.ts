import type { LaneRef } from "../log/keys.js";
import type { Summary, SummaryProse } from "../log/summary.js";
import type { Renderer } from "../view/renderer.js";
import { writeSummaryLines } from "./summary-text.js";

/** Writes the news of a summary since the one before as a Markdown paragraph of the day's journal; "" without any. */
export function writeJournalText(
  summary: Summary,
  before: Summary | null,
  { session, lane }: LaneRef,
  { name, time }: Pick<Renderer, "name" | "time">,
): string {
  const known = new Set(before?.items.map((item) => `${item.at} ${item.text}`));
  const items = summary.items.filter((item) => !known.has(`${item.at} ${item.text}`));
  const prose = selectNewLines(summary.prose, before?.prose ?? null);
  if (items.length === 0 && prose === null) return "";
  const lines = writeSummaryLines({ items, prose }, name, time);
  return [`## ${time(summary.at)} ${session}, ${lane}, up to entry ${summary.to}`, "", ...lines].join("\n");
}

/** A model rewrites its whole text each time; the journal contains each line once. */
function selectNewLines(prose: SummaryProse | null, before: SummaryProse | null): SummaryProse | null {
  const known = new Set(Object.values(before ?? {}).flat());
  const fresh = Object.entries(prose ?? {}).map(
    ([section, lines]) => [section, lines.filter((line) => !known.has(line))] as const,
  );
  const written = fresh.filter(([, lines]) => lines.length > 0);
  return written.length === 0 ? null : (Object.fromEntries(written) as SummaryProse);
}
