/** Renders a summary and fits it into its room. */

import { fence } from "@clewline/text/fence.js";
import type { Tokens } from "../log/keys.js";
import type { Summary, SummaryItem } from "../log/summary.js";
import { type Block, makeBlock, messageFraming } from "../view/block.js";
import { makeTextPiece, type Renderer } from "../view/renderer.js";
import { fitItems, keepMost, listShownItems } from "./fit-items.js";
import { countAlike } from "./leaving-order.js";
import { type ItemWriter, makeItemWriter, writeLines } from "./summary-text.js";

/** More than any summary shows, and few enough to limit a record's growth. */
const mostItems = 200;

/** Shows as many items as fit; `likely` is the number that a similar summary shows. */
export function keepWithin(room: Tokens, renderer: Renderer, clean: Summary, likely?: number): Summary {
  const items = countAlike(clean.items, keepMost(clean.items, mostItems));
  const draft = { ...clean, items, dropped: clean.dropped + clean.items.length - items.length };
  const writer = rememberLines(renderer);
  const fits = (some: readonly SummaryItem[]) => countSummaryTokens(renderer, draft, some, writer) <= room;
  // With a model's text an added item may cost nothing or less; a guess is only safe without one.
  const { kept } = fitItems(items, fits, clean.prose === null ? likely : undefined);
  return { ...draft, shown: kept.length };
}

export function isWithin(room: Tokens, renderer: Renderer, summary: Summary): boolean {
  return countSummaryTokens(renderer, summary, listShownItems(summary), makeWriter(renderer)) <= room;
}

function countSummaryTokens(
  renderer: Renderer,
  summary: Summary,
  items: readonly SummaryItem[],
  writer: ItemWriter,
): Tokens {
  return renderer.count(writeSummary(renderer, summary, items, writer)) + messageFraming;
}

function makeWriter({ name, time }: Renderer): ItemWriter {
  return makeItemWriter(name, time);
}

/** Cached, because the same items are tried in several numbers until they fit. */
function rememberLines(renderer: Renderer): ItemWriter {
  const { origin, line } = makeWriter(renderer);
  return { origin: rememberByItem(origin), line: rememberByItem(line) };
}

function rememberByItem<Written>(write: (item: SummaryItem) => Written): (item: SummaryItem) => Written {
  const known = new Map<SummaryItem, Written>();
  return (item) => {
    const written = known.get(item) ?? write(item);
    known.set(item, written);
    return written;
  };
}

function writeSummary(renderer: Renderer, summary: Summary, items: readonly SummaryItem[], writer: ItemWriter): string {
  const { from, to, prose, told } = summary;
  const lines = writeLines({ items: countAlike(summary.items, items), prose }, writer);
  const untold = summary.dropped + summary.items.length - items.length;
  const more = untold === 0 ? {} : { untold };
  const time = told === undefined ? {} : { at: renderer.time(told.began).replace(" ", "T"), when: told.when };
  const attributes = {
    ...time,
    entries: from === to ? `${from}` : `${from}-${to}`,
    ...more,
    open: renderer.pointer("s", from),
    ...(summary.file === undefined ? {} : { file: renderer.locate(summary.file) }),
  };
  return fence("summary", attributes, `\n${lines.join("\n")}\n`);
}

/** Cached by summary, because a lane keeps its summaries between calls. */
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
  // A model's text may be based on any of them.
  const basis = summary.prose === null ? items : summary.items;
  const sources = [...new Set(basis.flatMap((item) => item.sources))];
  const text = writeSummary(renderer, summary, items, makeWriter(renderer));
  return makeBlock("summary", "user", { seqs: [], sources }, [makeTextPiece(renderer, text)]);
}
