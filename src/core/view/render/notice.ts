import type { Tokens } from "../../log/keys.js";
import { fence } from "../../text/fence.js";
import { type Block, makeBlock, ours } from "../block.js";
import { makeTextPiece, type Renderer } from "../renderer.js";

/** Entries that were left out together. A late result counts with its step and makes no gap of its own. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** A notice in the place of entries that were left out. */
export function drawNotice(renderer: Renderer, gaps: readonly Gap[]): Block {
  const from = gaps[0]?.from ?? 1;
  const to = Math.max(from, ...gaps.map((gap) => gap.to));
  const count = gaps.reduce((sum, gap) => sum + gap.count, 0);
  const attributes = { entries: from === to ? `${from}` : `${from}-${to}`, open: renderer.pointer("s", from) };
  const text = `${count} earlier ${count === 1 ? "entry is" : "entries are"} not shown; recall opens the pointer.`;
  return makeBlock("recent", "user", ours, [makeTextPiece(renderer, fence("left-out", attributes, text))]);
}

/** An upper bound for one notice of this lane. */
export function measureLongestNotice(renderer: Renderer, last: number): Tokens {
  return drawNotice(renderer, [{ from: last, to: last + 1, count: last + 1 }]).tokens + 8;
}
