/** A view as pieces of the client's list: what it shows in full is the client's own, the rest is written anew. */
import type { HostItem } from "../../core/log/host-message.js";
import { escapeText } from "../../core/text/fence.js";
import { isObject } from "../../core/text/json.js";
import type { Content } from "../../core/view/request.js";
import type { FittingView } from "../../core/view/view-result.js";
import { readOnce } from "../wire/read-once.js";
import type { WireItem, WireMessage } from "../wire/wire.js";
import type { ShownPiece } from "./shown-piece.js";

/** What goes with each entry: where in the client's list it stands. */
export interface ListPlace {
  /** Names the list up to the message. */
  readonly mark: string;
  readonly item: string;
}

/** `marks` names the list up to each of its messages. */
export function listPieces(
  view: Pick<FittingView, "messages" | "shown" | "marks">,
  list: readonly WireMessage[],
  marks: readonly string[],
): readonly ShownPiece[] {
  const find = makeFinder(list, marks);
  const pieces: ShownPiece[] = [];
  const { messages, shown: allShown } = view;
  for (const [index, { role, content }] of messages.entries()) {
    const shown = allShown[index]?.contents ?? [];
    const marked = view.marks.filter((mark) => mark !== "system" && mark.message === index);
    let place = 0;
    while (place < content.length) {
      const first = shown[place];
      const end = findEnd(content.length, place, (next) => first?.entry != null && shown[next]?.entry === first.entry);
      const contents = content.slice(place, end) as readonly Content[];
      const isMarked = marked.some((mark) => mark !== "system" && place <= mark.content && mark.content < end);
      const found = first === undefined ? null : find(first.raw);
      // Reasoning that the client left out of its list has no form in which it could go back.
      const isLeftOut = found === null && contents.every(({ type }) => type === "reasoning");
      if (!isLeftOut) pieces.push({ role, isMarked, ...makePiece(found, first?.whole === true, contents) });
      place = end;
    }
  }
  return pieces;
}

function findEnd(length: number, start: number, isSame: (place: number) => boolean): number {
  let end = start + 1;
  while (end < length && isSame(end)) end += 1;
  return end;
}

interface FoundItem extends Pick<WireItem, "item" | "from" | "to"> {
  readonly message: number;
}

/** A call that was never answered gets a result in the view, so that the request is valid. */
function isRepair({ item }: FoundItem, contents: readonly Content[]): boolean {
  return item.kind === "called" && contents.some(({ type }) => type === "tool-result");
}

/** By the client's own id: a view has another for one that not every provider takes. */
function nameCall({ item }: FoundItem, contents: readonly Content[]): readonly Content[] {
  if (item.kind !== "called") return contents;
  return contents.map((content) => ("toolCallId" in content ? { ...content, toolCallId: item.call } : content));
}

function makeFinder(list: readonly WireMessage[], marks: readonly string[]): (raw: unknown) => FoundItem | null {
  const places = new Map(marks.map((mark, message) => [mark, message]));
  return (raw) => {
    const place = readPlace(raw);
    const message = place === null ? undefined : places.get(place.mark);
    const item = message === undefined ? undefined : list[message]?.items.find(({ name }) => name === place?.item);
    return message === undefined || item === undefined ? null : { ...item, message };
  };
}

function readPlace(raw: unknown): ListPlace | null {
  if (!isObject(raw) || typeof raw.mark !== "string" || typeof raw.item !== "string") return null;
  return { mark: raw.mark, item: raw.item };
}

type PieceBody<Piece = ShownPiece> = Piece extends unknown ? Omit<Piece, "role" | "isMarked"> : never;

function makePiece(found: FoundItem | null, isWhole: boolean, contents: readonly Content[]): PieceBody {
  if (found === null) return { kind: "written", contents };
  if (isRepair(found, contents)) return { kind: "written", contents: nameCall(found, contents) };
  const { message, from, to } = found;
  if (!isWhole) return { kind: "reduced", message, from, to, contents, isEscaped: false };
  // Nobody but us may write our tags: words that look like one go out escaped, as the view has them.
  return isLikeTag(found.item)
    ? { kind: "reduced", message, from, to, contents, isEscaped: true }
    : { kind: "original", message, from, to };
}

const isLikeTag = readOnce<HostItem, boolean>(looksLikeTag);

/** A model's reasoning is signed as it is, and no other's words. */
function looksLikeTag(value: unknown): boolean {
  if (typeof value === "string") return escapeText(value) !== value;
  if (Array.isArray(value)) return value.some(looksLikeTag);
  if (!isObject(value) || value.kind === "reasoning" || value.kind === "file") return false;
  return Object.entries(value).some(([key, inner]) => key !== "meta" && looksLikeTag(inner));
}

/** Whether these pieces are all of a message's blocks as they are, so that it goes out as the client's own object. */
export function isWholeMessage(pieces: readonly ShownPiece[], blocks: number): boolean {
  let next = 0;
  for (const piece of pieces) {
    if (piece.kind !== "original" || piece.from !== next) return false;
    next = piece.to + 1;
  }
  return next === blocks;
}
