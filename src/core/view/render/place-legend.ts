/**
 * Where the marks of a view are explained if not every view has some: beside the first of them. So a view without marks has
 * no words of the program at all, and those that come with the first mark change nothing before it.
 */
import { endsStep, type Steps } from "../../text/steps.js";
import type { Block } from "../block.js";
import { encodeBlock } from "./block-pieces.js";

/** Before a message with the first mark; a step's calls and results stay together, so that it follows these. */
export function* placeLegend(blocks: readonly Block[], legend: readonly Block[]): Steps<readonly Block[]> {
  const first = legend.length === 0 ? -1 : yield* findMarked(blocks);
  if (first === -1) return blocks;
  let place = first;
  if (blocks[place]?.role === "assistant") place += 1;
  while (blocks[place]?.role === "tool") place += 1;
  return [...blocks.slice(0, place), ...legend, ...blocks.slice(place)];
}

function* findMarked(blocks: readonly Block[]): Steps<number> {
  for (const [place, block] of blocks.entries()) {
    if (block.role !== "system" && hasMark(block)) return place;
    if (endsStep(place)) yield;
  }
  return -1;
}

/** Cached by block, because a lane keeps its blocks between calls. */
const marked = new WeakMap<Block, boolean>();

/** Marks in the place of an empty message say all themselves. What looks like a mark and is none has its bracket escaped. */
const telling = /<clew-(?!(?:blank|start)\/)/;

function hasMark(block: Block): boolean {
  const known = marked.get(block) ?? encodeBlock(block).some((piece) => telling.test(piece));
  marked.set(block, known);
  return known;
}
