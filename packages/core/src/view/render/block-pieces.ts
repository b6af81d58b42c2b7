/**
 * The canonical bytes of a block, as pieces of text. The bytes of a file are a piece of their own: it has the hash that the
 * file is stored under, so that nothing as large as a file is written or stored a second time.
 */

import { encodeCanonicalJson } from "@clewline/text/json.js";
import type { Hash } from "../../log/pointer.js";
import type { Block } from "../block.js";
import type { Content } from "../request.js";

/** Cached by block, because a lane keeps its blocks between calls. */
const known = new WeakMap<Block, readonly string[]>();

/** Canonical JSON of its contents, joined by commas, if the pieces are put together. */
export function encodeBlock(block: Block): readonly string[] {
  const before = known.get(block);
  if (before !== undefined) return before;
  const pieces: string[] = [];
  let open = "";
  for (const [index, content] of block.contents.entries()) {
    const [first = "", ...rest] = cutContent(content);
    open += index === 0 ? first : `,${first}`;
    for (const piece of rest) {
      pieces.push(open);
      open = piece;
    }
  }
  pieces.push(open);
  known.set(block, pieces);
  return pieces;
}

const hashes = new WeakMap<Block, readonly string[]>();

/** The hashes of a block's pieces, cached like these. */
export function hashBlock(block: Block, hash: Hash): readonly string[] {
  const before = hashes.get(block);
  if (before !== undefined) return before;
  const fresh = encodeBlock(block).map((piece) => hash(piece));
  hashes.set(block, fresh);
  return fresh;
}

const opening = '{"data":"';

/**
 * A file's key `data` is the first of its object, and what is in a result of a tool comes before all else that the host
 * put there; a quote inside of a text is escaped. So the first places with this opening are those of the files, in order.
 */
function cutContent(content: Content): readonly string[] {
  const files = listFileBytes(content);
  if (!files.some(isApart)) return [encodeCanonicalJson(content)];
  const frame = encodeCanonicalJson(dropFileBytes(content));
  const pieces: string[] = [];
  let [open, from] = ["", 0];
  for (const bytes of files) {
    const end = frame.indexOf(opening, from) + opening.length;
    open += frame.slice(from, end);
    from = end;
    if (isApart(bytes)) {
      pieces.push(open, bytes);
      open = "";
    } else open += JSON.stringify(bytes).slice(1, -1);
  }
  return [...pieces, open + frame.slice(from)];
}

/** Characters below which a piece of its own is no gain. */
const leastApart = 4_096;

/** Whether it stands in JSON as it is, as base64 does. */
function isApart(bytes: string): boolean {
  return bytes.length >= leastApart && /^[\w+/=-]*$/.test(bytes);
}

function listFileBytes(content: Content): readonly string[] {
  if (content.type === "file") return [content.data];
  if (content.type !== "tool-result" || content.output.type !== "content") return [];
  return content.output.value.flatMap((part) => (part.type === "file-data" ? [part.data] : []));
}

function dropFileBytes(content: Content): Content {
  if (content.type === "file") return { ...content, data: "" };
  if (content.type !== "tool-result" || content.output.type !== "content") return content;
  const value = content.output.value.map((part) => (part.type === "file-data" ? { ...part, data: "" } : part));
  return { ...content, output: { ...content.output, value } };
}
