/** How a summary is shown, and how much of it there is room for. */
import { type Block, blockOf, messageFraming } from "../block.js";
import { fence } from "../fence.js";
import type { Tokens } from "../keys.js";
import { type Scribe, textPiece } from "../scribe.js";
import { bounded, keepMost, shownItems } from "./bounded.js";
import type { Summary, SummaryItem } from "./summary.js";
import { writeItemLine, writeLines } from "./text.js";

/** Enough for what any summary shows, and not so many that a record grows with the years. */
const mostItems = 150;

/** The summary with as many of its items shown as there is room for: `likely` as many as one much like it shows. */
export function keepWithin(room: Tokens, scribe: Scribe, clean: Summary, likely?: number): Summary {
  const items = keepMost(clean.items, mostItems);
  const draft = { ...clean, items, dropped: clean.dropped + clean.items.length - items.length };
  const lineOf = rememberLines(scribe);
  const fits = (some: readonly SummaryItem[]) => countTokensWith(scribe, draft, some, lineOf) <= room;
  // With a model's text another item may cost nothing, or less: only lines of their own make a guess safe.
  const { kept } = bounded(items, fits, clean.prose === null ? likely : undefined);
  return { ...draft, shown: kept.length };
}

export function isWithin(room: Tokens, scribe: Scribe, summary: Summary): boolean {
  return countTokensWith(scribe, summary, shownItems(summary), makeLineWriter(scribe)) <= room;
}

function countTokensWith(scribe: Scribe, summary: Summary, items: readonly SummaryItem[], lineOf: LineOf): Tokens {
  return scribe.count(writeSummary(scribe, summary, items, lineOf)) + messageFraming;
}

type LineOf = (item: SummaryItem) => string;

function makeLineWriter({ name, time }: Scribe): LineOf {
  return (item) => writeItemLine(item, name, time);
}

/** The same items are tried in several numbers until they fit. */
function rememberLines(scribe: Scribe): LineOf {
  const lines = new Map<SummaryItem, string>();
  const lineOf = makeLineWriter(scribe);
  return (item) => {
    const line = lines.get(item) ?? lineOf(item);
    lines.set(item, line);
    return line;
  };
}

function writeSummary(scribe: Scribe, summary: Summary, items: readonly SummaryItem[], lineOf: LineOf): string {
  const { from, to, prose } = summary;
  const lines = writeLines({ items, prose }, lineOf);
  const untold = summary.dropped + summary.items.length - items.length;
  const more = untold === 0 ? {} : { untold };
  const attributes = { entries: from === to ? `${from}` : `${from}-${to}`, ...more, open: scribe.pointer("s", from) };
  return fence("summary", attributes, `\n${lines.join("\n")}\n`);
}

export function summaryBlock(scribe: Scribe, summary: Summary): Block {
  const items = shownItems(summary);
  // A model's words may tell any of them.
  const told = summary.prose === null ? items : summary.items;
  const sources = [...new Set(told.flatMap((item) => item.sources))];
  const text = writeSummary(scribe, summary, items, makeLineWriter(scribe));
  return blockOf("summary", "user", { seqs: [], sources }, [textPiece(scribe, text)]);
}
