import type { Block } from "../../block.js";
import { canonical } from "../../json.js";
import type { Message, Request, Role, TextContent, ToolSpec } from "../../request.js";

/**
 * The canonical bytes of a request, as pieces of text whose concatenation is the JSON.
 * A block is one piece; what joins blocks is a piece of its own. So equal blocks have equal pieces, wherever they
 * stand, and a request that only grew at its end shares all earlier pieces with its parent.
 */
export function layOut(tools: readonly ToolSpec[], blocks: readonly Block[]): readonly string[] {
  const system = blocks.filter((block) => block.role === "system");
  const spoken = blocks.filter((block) => block.role !== "system" && block.contents.length > 0);
  return [
    '{"tools":[',
    ...joined(tools.map((tool) => canonical(tool))),
    '],"system":[',
    ...joined(system.map(bytesOf)),
    '],"messages":[',
    ...messagePieces(spoken),
    "]}",
  ];
}

const roles: readonly Role[] = ["user", "assistant", "tool"];
const framings: ReadonlySet<string> = new Set([
  ",",
  "]}",
  '{"tools":[',
  '],"system":[',
  '],"messages":[',
  ...roles.flatMap((role) => [opening(null, role), opening(role, role)]),
]);

/** Whether a piece joins blocks and holds no word of anybody's. */
export function isFraming(piece: string): boolean {
  return framings.has(piece);
}

function opening(before: Role | null, role: Role): string {
  return `${before === null ? "" : "]},"}{"role":"${role}","content":[`;
}

/** The request that the bytes say. */
export function requestOf(pieces: readonly string[]): Request {
  return JSON.parse(pieces.join("")) as Request;
}

/** All system text as one string, for hosts that take one. */
export function systemText(request: Request): string {
  return request.system.map((part: TextContent) => part.text).join("\n\n");
}

/** How many messages the blocks make: neighbours of one role share one. */
export function messageCount(blocks: readonly Block[]): number {
  return blocks.filter((block, index) => block.role !== "system" && startsMessage(blocks[index - 1]?.role, block.role))
    .length;
}

function messagePieces(blocks: readonly Block[]): readonly string[] {
  const pieces: string[] = [];
  let open: Role | null = null;
  for (const block of blocks) {
    const role = block.role as Message["role"];
    pieces.push(startsMessage(open ?? undefined, role) ? opening(open, role) : ",");
    pieces.push(bytesOf(block));
    open = role;
  }
  if (open !== null) pieces.push("]}");
  return pieces;
}

function startsMessage(before: Block["role"] | undefined, role: Block["role"]): boolean {
  return before !== role;
}

/** Blocks are kept between the calls of a lane, and so are their bytes. */
const known = new WeakMap<Block, string>();

/** A block's own piece. */
export function bytesOf(block: Block): string {
  const before = known.get(block);
  if (before !== undefined) return before;
  const bytes = block.contents.map((content) => canonical(content)).join(",");
  known.set(block, bytes);
  return bytes;
}

function joined(pieces: readonly string[]): readonly string[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [",", piece]));
}
