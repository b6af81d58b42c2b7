import { fence } from "@clewline/text/fence.js";
import type { Tokens } from "../../log/keys.js";
import { type Block, makeBlock } from "../block.js";
import { makeTextPiece, type Renderer } from "../renderer.js";
import type { NamedFile } from "../units/named-files.js";

/** Entries that were left out together. A result behind the boundary before which its step left is not counted. */
export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** Files that they name, where a reader may still go by them. */
  readonly files?: readonly NamedFile[];
}

/** A notice in the place of entries that were left out. */
export function drawNotice(renderer: Renderer, gaps: readonly Gap[]): Block {
  const from = gaps[0]?.from ?? 1;
  const to = Math.max(from, ...gaps.map((gap) => gap.to));
  const count = gaps.reduce((sum, gap) => sum + gap.count, 0);
  const attributes = { entries: from === to ? `${from}` : `${from}-${to}`, open: renderer.pointer("s", from) };
  const text = `${count} earlier ${count === 1 ? "entry is" : "entries are"} not shown; recall opens the pointer.`;
  const files = gaps.flatMap((gap) => gap.files ?? []);
  const whole = [text, ...listFileLines(files)].join("\n");
  const told = { seqs: [], sources: files.map(({ source }) => source) };
  return makeBlock("recent", "user", told, [makeTextPiece(renderer, fence("left-out", attributes, whole))]);
}

/** Counts the most tokens that naming these files adds to a notice. */
export function countFileTokens(renderer: Renderer, files: readonly NamedFile[]): Tokens {
  return listFileLines(files).reduce((sum, line) => sum + renderer.count(line) + 1, 0);
}

function listFileLines(files: readonly NamedFile[]): readonly string[] {
  const paths = [...new Set(files.map(({ path }) => path))];
  return paths.length === 0 ? [] : ["They name these files:", ...paths];
}

/** An upper bound for one notice of this lane. */
export function measureLongestNotice(renderer: Renderer, last: number): Tokens {
  return drawNotice(renderer, [{ from: last, to: last + 1, count: last + 1 }]).tokens + 8;
}
