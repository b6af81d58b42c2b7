/** Puts a view in the place of the client's list. All else in the body stays, in its order. */

import type { Content } from "@clewline/core/view/request.js";
import { mapInSteps, type Steps } from "@clewline/text/steps.js";
import { groupPieces, type PieceGroup } from "../list/group-pieces.js";
import { isWholeMessage } from "../list/pieces.js";
import { writeResult } from "../list/result-output.js";
import { noteSources, type ShownPiece, type ShownSources } from "../list/shown-piece.js";
import type { JsonObject, WireMessage } from "../wire/wire.js";
import { type ChatBlock, listChatBlocks, type ReasoningField, reasoningFields } from "./blocks.js";
import { countHead } from "./read-request.js";
import { reduceChatBlocks, writeChatBlocks, writeChatPart } from "./write-blocks.js";

export function* writeChatRequest(
  body: JsonObject,
  list: readonly WireMessage[],
  pieces: readonly ShownPiece[],
  shown: ShownSources,
): Steps<JsonObject> {
  const given = body.messages as readonly JsonObject[];
  const groups = groupPieces(pieces, (piece) => pickRole(piece, list));
  yield;
  const originals = list.map(({ original }) => original);
  const reasoning = reasoningFields.find((field) => originals.some((message) => field in message)) ?? null;
  const write = (group: PieceGroup) => noteSources(shown, writeGroup(group, list, reasoning), group.pieces);
  const messages = (yield* mapInSteps(groups, write)).flat();
  return { ...body, messages: [...given.slice(0, countHead(given)), ...messages] };
}

/** Each result is a message of its own, so that nothing can join it. */
function pickRole({ role, ...piece }: ShownPiece, list: readonly WireMessage[]): string {
  if ("message" in piece) {
    const { original } = list[piece.message] ?? {};
    return original?.role === "tool" ? `tool ${original.tool_call_id}` : String(original?.role);
  }
  const [first] = piece.contents;
  return first?.type === "tool-result" ? `tool ${first.toolCallId}` : role === "assistant" ? "assistant" : "user";
}

function writeGroup(
  { role, message, pieces }: PieceGroup,
  list: readonly WireMessage[],
  reasoning: ReasoningField | null,
): readonly JsonObject[] {
  const original = message === null ? null : (list[message]?.original ?? null);
  const blocks = original === null ? [] : listChatBlocks(original);
  if (original !== null && isWholeMessage(pieces, blocks.length)) return [original];
  if (role.startsWith("tool ")) return pieces.flatMap((piece) => writeResults(piece, original));
  const shown = pieces.flatMap((piece) => writePiece(piece, blocks, reasoning));
  const written = writeMessage(original ?? { role }, shown);
  return isEmpty(written) ? [] : [written];
}

/** A shortened result keeps the client's other fields. */
function writeResults(piece: ShownPiece, original: JsonObject | null): readonly JsonObject[] {
  if (piece.kind === "original") return original === null ? [] : [original];
  return piece.contents.flatMap((content: Content) => {
    if (content.type !== "tool-result") return [];
    const own = piece.kind === "reduced" ? original : null;
    const written = writeResult(content.output, own?.content, writeChatPart);
    return [{ ...(own ?? { role: "tool", tool_call_id: content.toolCallId }), content: written }];
  });
}

function writePiece(
  piece: ShownPiece,
  blocks: readonly ChatBlock[],
  reasoning: ReasoningField | null,
): readonly ChatBlock[] {
  if (piece.kind === "written") return writeChatBlocks(piece.contents, reasoning);
  if (piece.kind === "unheard") {
    const unheard = piece.blocks as readonly ChatBlock[];
    return piece.isWhole ? unheard : reduceChatBlocks(unheard, piece.contents);
  }
  const own = blocks.slice(piece.from, piece.to + 1);
  return piece.kind === "original" ? own : reduceChatBlocks(own, piece.contents);
}

/** Fields that are no longer shown leave; those that are unknown here stay. */
function writeMessage(original: JsonObject, blocks: readonly ChatBlock[]): JsonObject {
  const calls = blocks.flatMap((block) => (block.field === "tool_calls" ? [block.call] : []));
  const fields = new Set(blocks.map(({ field }) => field));
  const gone = [...reasoningFields, "refusal" as const].filter((field) => !fields.has(field));
  const kept = Object.entries(original).filter(([name]) => {
    return !(gone as readonly string[]).includes(name) && (name !== "tool_calls" || calls.length > 0);
  });
  const content = writeContent(original, blocks);
  const thoughts = blocks.flatMap(({ field, ...rest }) => {
    const isThought = (reasoningFields as readonly string[]).includes(field);
    return isThought && !(field in original) && "text" in rest ? [[field, rest.text] as const] : [];
  });
  const own = { ...Object.fromEntries(kept), ...Object.fromEntries(thoughts) };
  return { ...own, content, ...(calls.length === 0 ? {} : { tool_calls: calls }) };
}

/** Words alone are one text, as every server takes it, unless the client itself wrote parts. */
function writeContent({ content }: JsonObject, blocks: readonly ChatBlock[]): unknown {
  const parts = blocks.flatMap((block) => (block.field === "content" ? [block.part] : []));
  if (parts.length === 0) return null;
  const texts = parts.flatMap(({ type, text }) => (type === "text" ? [String(text)] : []));
  return texts.length === parts.length && !Array.isArray(content) ? texts.join("\n\n") : parts;
}

function isEmpty({ content, tool_calls: calls, refusal }: JsonObject): boolean {
  return content === null && calls === undefined && refusal === undefined;
}
