import { copyJson, encodeCanonicalJson, type Json, toJson } from "@clewline/text/json.js";
import { endsStep, type Steps } from "@clewline/text/steps.js";
import type { Block } from "../block.js";
import type { ModelRequest, RequestMessage, Role, TextContent, ToolSpec } from "../request.js";
import { encodeBlock } from "./block-pieces.js";

/** The pieces before the tools and before the system text. */
export const toolsOpening = '{"tools":[';
export const systemOpening = '],"system":[';

/**
 * Writes the canonical bytes of a request, as pieces of text whose concatenation is the JSON. A block is one piece, or
 * several if it has files; what joins blocks is a piece of its own. So equal blocks have equal pieces wherever they are, and a request that only
 * grew at its end shares all earlier pieces with its parent.
 */
export function* layOut(tools: readonly ToolSpec[], blocks: readonly Block[]): Steps<readonly string[]> {
  const system = blocks.filter(isSystem);
  const spoken = blocks.filter(isSpoken);
  return [
    toolsOpening,
    ...joinPieces(tools.map((tool) => [encodeCanonicalJson(tool)])),
    systemOpening,
    ...joinPieces(system.map(encodeBlock)),
    '],"messages":[',
    ...(yield* listMessagePieces(spoken)),
    "]}",
  ];
}

function isSystem({ role }: Block): boolean {
  return role === "system";
}

function isSpoken({ role, contents }: Block): boolean {
  return role !== "system" && contents.length > 0;
}

const roles: readonly Role[] = ["user", "assistant", "tool"];
const openings: ReadonlyMap<string, Role> = new Map(
  roles.flatMap((role) => [[writeOpening(null, role), role] as const, [writeOpening(role, role), role] as const]),
);
const framings: ReadonlySet<string> = new Set([
  ",",
  "]}",
  toolsOpening,
  systemOpening,
  '],"messages":[',
  ...openings.keys(),
]);

/** Whether a piece only joins blocks and contains no content. */
export function isFraming(piece: string): boolean {
  return framings.has(piece);
}

/** The role of the message that a piece opens; null for any other piece. */
export function readOpenedRole(piece: string): Role | null {
  return openings.get(piece) ?? null;
}

/** The pieces of the tools among those of a request, or their hashes among its chunks. */
export function listToolPieces(pieces: readonly string[]): readonly string[] {
  const own = pieces.slice(pieces.indexOf(toolsOpening), pieces.indexOf(systemOpening));
  return own.filter((piece) => !isFraming(piece));
}

function writeOpening(before: Role | null, role: Role): string {
  return `${before === null ? "" : "]},"}{"role":"${role}","content":[`;
}

/** Returns the request that `layOut` encodes, as fresh values that the caller may change. */
export function makeRequest(tools: readonly ToolSpec[], blocks: readonly Block[]): ModelRequest {
  const messages = groupMessageBlocks(blocks).map((group) => ({
    role: group[0]?.role,
    content: group.flatMap(readContents),
  }));
  const system = blocks.filter(isSystem).flatMap(readContents);
  return {
    tools: tools.map((tool) => JSON.parse(encodeCanonicalJson(tool))),
    system,
    messages,
  } as unknown as ModelRequest;
}

/** For each message of the request, the blocks that it is made of. */
export function groupMessageBlocks(blocks: readonly Block[]): readonly (readonly Block[])[] {
  const messages: Block[][] = [];
  for (const block of blocks.filter(isSpoken)) {
    const last = messages.at(-1);
    if (last?.[0]?.role === block.role) last.push(block);
    else messages.push([block]);
  }
  return messages;
}

/** Cached, because parsing a block's bytes is as costly as writing them. */
const read = new WeakMap<Block, readonly Json[]>();

/** Returns a block's contents as fresh values that the caller may change. */
export function readContents(block: Block): readonly Json[] {
  const contents = read.get(block) ?? block.contents.map(readContent);
  read.set(block, contents);
  return contents.map(copyJson);
}

/** A file's text is shared with the block: each copy would be as large as the file. */
function readContent(content: Block["contents"][number]): Json {
  if (content.type !== "file" || typeof content.data !== "string") return toJson(content);
  return { ...(toJson({ ...content, data: "" }) as Readonly<Record<string, Json>>), data: content.data };
}

/** All system text as one string, for hosts that take one. */
export function joinSystemText({ system }: Pick<ModelRequest, "system">): string {
  return system.map((part: TextContent) => part.text).join("\n\n");
}

/** The system text of a request alone. */
export function readSystem(blocks: readonly Block[]): Pick<ModelRequest, "system"> {
  return { system: blocks.filter(isSystem).flatMap(readContents) as unknown as readonly TextContent[] };
}

/** How many messages the blocks make: neighbours of one role share one. */
export function countBlockMessages(blocks: readonly Block[]): number {
  return blocks.filter((block, index) => block.role !== "system" && isMessageStart(blocks[index - 1]?.role, block.role))
    .length;
}

function* listMessagePieces(blocks: readonly Block[]): Steps<readonly string[]> {
  const pieces: string[] = [];
  let open: Role | null = null;
  for (const [place, block] of blocks.entries()) {
    if (endsStep(place)) yield;
    const role = block.role as RequestMessage["role"];
    pieces.push(isMessageStart(open ?? undefined, role) ? writeOpening(open, role) : ",");
    pieces.push(...encodeBlock(block));
    open = role;
  }
  if (open !== null) pieces.push("]}");
  return pieces;
}

function isMessageStart(before: Block["role"] | undefined, role: Block["role"]): boolean {
  return before !== role;
}

function joinPieces(blocks: readonly (readonly string[])[]): readonly string[] {
  return blocks.flatMap((pieces, index) => (index === 0 ? pieces : [",", ...pieces]));
}
