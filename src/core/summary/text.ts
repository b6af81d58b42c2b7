import type { Instant } from "../keys.js";
import { missingFrom } from "./fidelity.js";
import { oneLine } from "./item-text.js";
import { alsoSaid, sectionTitles } from "./section-titles.js";
import { type Summary, type SummaryItem, sectionNames } from "./summary.js";

export { parsedProse } from "./parsed-prose.js";

/**
 * What is shown of a summary, line by line: a model's text by section and under it what it left out, else the items by
 * section. The caller escapes it for the fence.
 */
export function summaryLines(
  { items, prose }: Pick<Summary, "items" | "prose">,
  name: (by: string) => string,
  time: (at: Instant) => string,
): readonly string[] {
  const itemLine = (item: SummaryItem) =>
    `- ${oneLine(item.text)} (${oneLine(name(item.by))}, ${oneLine(time(item.at))})`;
  const titled = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [title, ...lines]);
  if (prose === null) {
    return sectionNames.flatMap((section) =>
      titled(sectionTitles[section], items.filter((item) => item.section === section).map(itemLine)),
    );
  }
  const told = sectionNames.flatMap((section) =>
    titled(
      sectionTitles[section],
      (prose[section] ?? []).map((line) => `- ${oneLine(line)}`),
    ),
  );
  return [...told, ...titled(alsoSaid, missingFrom(prose, items).map(itemLine))];
}
