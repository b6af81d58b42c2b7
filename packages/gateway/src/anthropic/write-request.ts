/** Puts a view in the place of the client's list. All else in the body stays, in its order. */
import { isObject } from "@clewline/text/json.js";
import { mapInSteps, type Steps } from "@clewline/text/steps.js";
import { groupPieces, type PieceGroup } from "../list/group-pieces.js";
import { isWholeMessage } from "../list/pieces.js";
import { noteSources, type ShownPiece, type ShownSources } from "../list/shown-piece.js";
import type { JsonObject, WireMessage } from "../wire/wire.js";
import { dropMark, listBlocks, listMarks } from "./blocks.js";
import { isHostedResult, reduceBlocks, writeBlocks } from "./write-blocks.js";

export function* writeAnthropicRequest(
  body: JsonObject,
  list: readonly WireMessage[],
  pieces: readonly ShownPiece[],
  shown: ShownSources,
): Steps<JsonObject> {
  const mark = findMark(body);
  yield;
  const wanted = pieces.map((piece, place) =>
    place === pieces.length - 1 && marksEnd(body) ? { ...piece, isMarked: true } : piece,
  );
  const marked = keepMarks(moveMarks(wanted, list), mark === null ? 0 : mostMarks - countFixedMarks(body));
  const lost = listLostCalls(pieces, list);
  const role = ({ role: shown, ...piece }: ShownPiece) =>
    "message" in piece ? String(list[piece.message]?.original.role) : shown === "assistant" ? "assistant" : "user";
  yield;
  const groups = groupPieces(marked, role);
  const write = (group: PieceGroup) => noteSources(shown, [writeMessage(group, list, { mark, lost })], group.pieces);
  const messages = (yield* mapInSteps(groups, write)).flat();
  const isEmpty = ({ content }: JsonObject) => content === "" || (Array.isArray(content) && content.length === 0);
  return { ...body, messages: messages.filter((message) => !isEmpty(message)) };
}

/**
 * A text that stands for a whole message can't take a mark without becoming a list of blocks, and would be a text again in the next
 * call: reasoning behind it would be bound to other bytes. Its mark goes to what comes before it.
 */
function moveMarks(pieces: readonly ShownPiece[], list: readonly WireMessage[]): readonly ShownPiece[] {
  const isText = (piece: ShownPiece) =>
    piece.kind === "original" && typeof list[piece.message]?.original.content === "string";
  const places = pieces.flatMap(({ isMarked }, place) =>
    isMarked ? [pieces.findLastIndex((piece, before) => before <= place && !isText(piece))] : [],
  );
  const marked = new Set(places);
  return pieces.map((piece, place) => ({ ...piece, isMarked: marked.has(place) }));
}

/** Of the marks that are wanted, the last: the next call reads what ends there. */
function keepMarks(pieces: readonly ShownPiece[], most: number): readonly ShownPiece[] {
  const wanted = pieces.flatMap(({ isMarked }, place) => (isMarked ? [place] : []));
  const kept = new Set(most <= 0 ? [] : wanted.slice(-most));
  return pieces.map((piece, place) => ({ ...piece, isMarked: kept.has(place) }));
}

/** Calls that the provider ran itself and whose results are shown as text: without its result none is taken back. */
function listLostCalls(pieces: readonly ShownPiece[], list: readonly WireMessage[]): ReadonlySet<unknown> {
  const reduced = pieces.flatMap((piece) =>
    piece.kind === "reduced" ? listBlocks(list[piece.message]?.original ?? {}).slice(piece.from, piece.to + 1) : [],
  );
  return new Set(reduced.filter(isHostedResult).map(({ tool_use_id: id }) => id));
}

interface Writing {
  /** The client's own mark for the cache. */
  readonly mark: unknown;
  readonly lost: ReadonlySet<unknown>;
}

/** The most that Anthropic takes in a request. */
const mostMarks = 4;

/** The client's own mark in its list; null where it marks nothing there, so that nothing is marked for it. */
function findMark({ messages }: JsonObject): unknown {
  for (const message of (Array.isArray(messages) ? messages : []).toReversed()) {
    const mark = listBlocks(message).flatMap(listMarks).at(-1);
    if (mark !== undefined) return mark;
  }
  return null;
}

/** Whether the client wants its next call to read everything again that this one sends. */
function marksEnd({ messages }: JsonObject): boolean {
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined;
  return isObject(last) && listBlocks(last).some((block) => listMarks(block).length > 0);
}

/** Marks before the list, which stay where they are, and the one that Anthropic places itself if it is asked to. */
function countFixedMarks({ system, tools, cache_control: automatic }: JsonObject): number {
  const before = [...(Array.isArray(system) ? system : []), ...(Array.isArray(tools) ? tools : [])];
  const marks = before.filter((each) => isObject(each) && isObject(each.cache_control)).length;
  return marks + (isObject(automatic) ? 1 : 0);
}

function writeMessage(
  { role, message, pieces }: PieceGroup,
  list: readonly WireMessage[],
  { mark, lost }: Writing,
): JsonObject {
  const original = message === null ? null : (list[message]?.original ?? null);
  const blocks = original === null ? [] : listBlocks(original).map(dropMark);
  const isWhole = isWholeMessage(pieces, blocks.length) && !pieces.some(({ isMarked }) => isMarked);
  const isOwn = isWhole && !isReshaped(original, mark) && !blocks.some(({ id }) => lost.has(id));
  if (original !== null && isOwn && isPlain(original)) return original;
  const content = pieces.flatMap((piece) => markLast(writePiece(piece, blocks), piece.isMarked ? mark : null));
  const kept = content.filter((block) => !lost.has(block.id));
  return original === null ? { role, content: kept } : { ...original, content: kept };
}

/** Only a block can be marked. Where any text may be, each is one from its first request on: reasoning is bound to its form. */
function isReshaped(original: JsonObject | null, mark: unknown): boolean {
  return mark !== null && typeof original?.content === "string" && original.content !== "";
}

/** Whether nothing in it is marked, or is written in another form. */
function isPlain({ content }: JsonObject): boolean {
  if (typeof content === "string") return true;
  return Array.isArray(content) && content.every((block) => isObject(block) && listMarks(block).length === 0);
}

function writePiece(piece: ShownPiece, blocks: readonly JsonObject[]): readonly JsonObject[] {
  if (piece.kind === "written") return writeBlocks(piece.contents);
  if (piece.kind === "unheard") return piece.isWhole ? piece.blocks : reduceBlocks(piece.blocks, piece.contents);
  const own = blocks.slice(piece.from, piece.to + 1);
  return piece.kind === "original" ? own : reduceBlocks(own, piece.contents);
}

/** Thinking takes no mark, and neither does a text without a word. */
function markLast(blocks: readonly JsonObject[], mark: unknown): readonly JsonObject[] {
  if (mark === null) return blocks;
  const place = blocks.findLastIndex(({ type, text }) => !/thinking$/.test(String(type)) && text !== "");
  return blocks.map((block, index) => (index === place ? { ...block, cache_control: mark } : block));
}
