/** Renders what an agent asked to remember, for views without a summary that would tell it. */

import { fence } from "@clewline/text/fence.js";
import type { Tokens } from "../log/keys.js";
import type { SummaryItem } from "../log/summary.js";
import { type Block, makeBlock, messageFraming } from "../view/block.js";
import { makeTextPiece, type Renderer } from "../view/renderer.js";
import { fitItems } from "./fit-items.js";
import { makeItemWriter, writeItemLines } from "./summary-text.js";

/** The newest that fit, oldest first, and how many don't; null if none does. */
export function makeRememberedBlock(renderer: Renderer, items: readonly SummaryItem[], room: Tokens): Block | null {
  if (items.length === 0) return null;
  const draw = (some: readonly SummaryItem[]) => drawItems(renderer, some, items.length - some.length);
  const { kept } = fitItems(items, (some) => draw(some).tokens + messageFraming <= room);
  return kept.length === 0 ? null : draw(kept);
}

function drawItems(renderer: Renderer, items: readonly SummaryItem[], untold: number): Block {
  const lines = writeItemLines(items, makeItemWriter(renderer.name, renderer.time));
  const text = fence("remembered", untold === 0 ? {} : { untold }, `\n${lines.join("\n")}\n`);
  const sources = [...new Set(items.flatMap((item) => item.sources))];
  return makeBlock("summary", "user", { seqs: [], sources }, [makeTextPiece(renderer, text)]);
}
