import type { Instant } from "../log/keys.js";
import { type Summary, type SummaryItem, sectionNames } from "../log/summary.js";
import { findMissingItems } from "./fidelity.js";
import { makeOneLine } from "./item-text.js";
import { alsoSaid, remembered, sectionTitles } from "./section-titles.js";

export { parseProse } from "./parse-prose.js";

/**
 * Writes the lines of a summary: first what to remember, then a model's text by section followed by the items that it
 * left out, or else the items by section. The caller escapes them for the fence.
 */
export function writeSummaryLines(
  summary: Pick<Summary, "items" | "prose">,
  name: (by: string) => string,
  time: (at: Instant) => string,
): readonly string[] {
  return writeLines(summary, (item) => writeItemLine(item, name, time));
}

export function writeItemLine(
  { text, by, at }: SummaryItem,
  name: (by: string) => string,
  time: (at: Instant) => string,
): string {
  return `- ${makeOneLine(text)} (${makeOneLine(name(by))}, ${makeOneLine(time(at))})`;
}

export function writeLines(
  { items, prose }: Pick<Summary, "items" | "prose">,
  lineOf: (item: SummaryItem) => string,
): readonly string[] {
  const titled = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [title, ...lines]);
  const kept = items.filter((item) => item.kept);
  const rest = items.filter((item) => !item.kept);
  const first = titled(remembered, kept.map(lineOf));
  if (prose === null) {
    const ruled = sectionNames.flatMap((section) =>
      titled(sectionTitles[section], rest.filter((item) => item.section === section).map(lineOf)),
    );
    return [...first, ...ruled];
  }
  const words = new Set(kept.map(({ text }) => stripAttribution(text)));
  const sections = sectionNames.flatMap((section) => {
    const lines = (prose[section] ?? []).map(makeOneLine).filter((line) => !words.has(stripAttribution(line)));
    return titled(
      sectionTitles[section],
      lines.map((line) => `- ${line}`),
    );
  });
  return [...first, ...sections, ...titled(alsoSaid, findMissingItems(prose, rest).map(lineOf))];
}

/** A model repeats notes with or without the speaker and time that they carry. */
function stripAttribution(line: string): string {
  return makeOneLine(line)
    .replace(/ \([^()]{1,200}\)$/u, "")
    .replace(/[.\s]+$/u, "");
}
