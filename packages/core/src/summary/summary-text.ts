import type { Instant } from "../log/keys.js";
import { type Summary, type SummaryItem, sectionNames } from "../log/summary.js";
import { findMissingItems } from "./fidelity.js";
import { makeOneLine } from "./item-text.js";
import { alsoSaid, earlierSummary, remembered, sectionTitles } from "./parse-prose.js";

export { parseProse } from "./parse-prose.js";

/** How an item is written: who said it and on which day, and its line. */
export interface ItemWriter {
  origin(item: SummaryItem): { readonly who: string; readonly day: string };
  line(item: SummaryItem): string;
}

export function makeItemWriter(name: (by: string) => string, time: (at: Instant) => string): ItemWriter {
  return {
    origin: ({ by, at }) => ({ who: by === "system" ? earlierSummary : writeName(name(by)), day: cutHour(time(at)) }),
    line: ({ text, times = 1 }) => `- ${makeOneLine(text)}${times > 1 ? ` (×${times})` : ""}`,
  };
}

/** An address that its owner chose can't end the brackets around it, begin a day, or read like a summary of ours. */
function writeName(name: string): string {
  const line = makeOneLine(name).replace(/[[\],，、]/gu, "_");
  return line.toLowerCase() === earlierSummary ? `"${line}"` : line;
}

/** The day of a time: what was said on one day stands in its order. */
function cutHour(time: string): string {
  return makeOneLine(time).replace(/ \d{2}:\d{2}$/, "");
}

/**
 * Writes the lines of a summary: first what to remember, then a model's text by section followed by the items that it
 * left out, or else the items by section. The caller escapes them for the fence.
 */
export function writeSummaryLines(
  summary: Pick<Summary, "items" | "prose">,
  name: (by: string) => string,
  time: (at: Instant) => string,
): readonly string[] {
  return writeLines(summary, makeItemWriter(name, time));
}

export function writeLines({ items, prose }: Pick<Summary, "items" | "prose">, writer: ItemWriter): readonly string[] {
  const titled = (title: string, lines: readonly string[]) => (lines.length === 0 ? [] : [title, ...lines]);
  const kept = items.filter((item) => item.kept);
  const rest = items.filter((item) => !item.kept);
  const first = titled(remembered, writeItemLines(kept, writer));
  if (prose === null) {
    const ruled = sectionNames.flatMap((section) => {
      const own = rest.filter((item) => item.section === section);
      return titled(sectionTitles[section], writeItemLines(own, writer));
    });
    return [...first, ...ruled];
  }
  const words = new Set(kept.map(({ text }) => stripEnd(text)));
  const sections = sectionNames.flatMap((section) => {
    const lines = (prose[section] ?? []).map(makeOneLine).filter((line) => !words.has(stripEnd(line)));
    return titled(
      sectionTitles[section],
      lines.map((line) => `- ${line}`),
    );
  });
  return [...first, ...sections, ...titled(alsoSaid, writeItemLines(findMissingItems(prose, rest), writer))];
}

/**
 * The lines in their order, under a line in brackets with who said them and when; where the day stays, only with who. No
 * item can pass for one, because its line begins with a dash.
 */
export function writeItemLines(items: readonly SummaryItem[], { origin, line }: ItemWriter): readonly string[] {
  let before = { who: "", day: "" };
  return items.flatMap((item) => {
    const { who, day } = origin(item);
    const isSame = who === before.who && day === before.day;
    const title = day === before.day ? `[${who}]` : `[${who}, ${day}]`;
    before = { who, day };
    return isSame ? [line(item)] : [title, line(item)];
  });
}

/** A model repeats a line with or without what stands in brackets at its end. */
function stripEnd(line: string): string {
  return makeOneLine(line)
    .replace(/ \([^()]{1,200}\)$/u, "")
    .replace(/[.\s]+$/u, "");
}
