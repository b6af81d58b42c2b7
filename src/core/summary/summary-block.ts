/** How a summary is shown, and how much of it there is room for. */

import type { Tokens } from "../log/keys.js";
import type { Summary, SummaryItem } from "../log/summary.js";
import { fence } from "../text/fence.js";
import { type Block, makeBlock, messageFraming } from "../view/block.js";
import { makeTextPiece, type Renderer } from "../view/renderer.js";
import { fitItems, keepMost, listShownItems } from "./fit-items.js";
import { writeItemLine, writeLines } from "./summary-text.js";

/** Enough for what any summary shows, and not so many that a record grows with the years. */
const mostItems = 150;

/** The summary with as many of its items shown as there is room for: `likely` as many as one much like it shows. */
export function keepWithin(room: Tokens, renderer: Renderer, clean: Summary, likely?: number): Summary {
  const items = keepMost(clean.items, mostItems);
  const draft = { ...clean, items, dropped: clean.dropped + clean.items.length - items.length };
  const lineOf = rememberLines(renderer);
  const fits = (some: readonly SummaryItem[]) => countSummaryTokens(renderer, draft, some, lineOf) <= room;
  // With a model's text another item may cost nothing, or less: only lines of their own make a guess safe.
  const { kept } = fitItems(items, fits, clean.prose === null ? likely : undefined);
  return { ...draft, shown: kept.length };
}

export function isWithin(room: Tokens, renderer: Renderer, summary: Summary): boolean {
  return countSummaryTokens(renderer, summary, listShownItems(summary), makeLineWriter(renderer)) <= room;
}

function countSummaryTokens(
  renderer: Renderer,
  summary: Summary,
  items: readonly SummaryItem[],
  lineOf: LineWriter,
): Tokens {
  return renderer.count(writeSummary(renderer, summary, items, lineOf)) + messageFraming;
}

type LineWriter = (item: SummaryItem) => string;

function makeLineWriter({ name, time }: Renderer): LineWriter {
  return (item) => writeItemLine(item, name, time);
}

/** The same items are tried in several numbers until they fit. */
function rememberLines(renderer: Renderer): LineWriter {
  const lines = new Map<SummaryItem, string>();
  const lineOf = makeLineWriter(renderer);
  return (item) => {
    const line = lines.get(item) ?? lineOf(item);
    lines.set(item, line);
    return line;
  };
}

function writeSummary(renderer: Renderer, summary: Summary, items: readonly SummaryItem[], lineOf: LineWriter): string {
  const { from, to, prose } = summary;
  const lines = writeLines({ items, prose }, lineOf);
  const untold = summary.dropped + summary.items.length - items.length;
  const more = untold === 0 ? {} : { untold };
  const attributes = { entries: from === to ? `${from}` : `${from}-${to}`, ...more, open: renderer.pointer("s", from) };
  return fence("summary", attributes, `\n${lines.join("\n")}\n`);
}

/** Summaries are kept between the calls of a lane, and so are their blocks. */
const known = new WeakMap<Summary, { readonly key: string; readonly block: Block }>();

export function makeSummaryBlock(renderer: Renderer, summary: Summary): Block {
  const before = known.get(summary);
  if (before?.key === renderer.key) return before.block;
  const block = drawSummary(renderer, summary);
  known.set(summary, { key: renderer.key, block });
  return block;
}

function drawSummary(renderer: Renderer, summary: Summary): Block {
  const items = listShownItems(summary);
  // A model's words may tell any of them.
  const told = summary.prose === null ? items : summary.items;
  const sources = [...new Set(told.flatMap((item) => item.sources))];
  const text = writeSummary(renderer, summary, items, makeLineWriter(renderer));
  return makeBlock("summary", "user", { seqs: [], sources }, [makeTextPiece(renderer, text)]);
}
