/** A view as pieces of the client's list: what it shows in full is the client's own, the rest is written anew. */
import type { HostItem } from "@clewline/core/log/host-message.js";
import type { Content } from "@clewline/core/view/request.js";
import type { FittingView, ShownContent } from "@clewline/core/view/view-result.js";
import { listShownMessages } from "@clewline/engine/answer/list/shown-messages.js";
import { escapeText } from "@clewline/text/fence.js";
import { isObject, type Json } from "@clewline/text/json.js";
import { rememberByObject } from "@clewline/text/remember.js";
import { endsStep, type Steps } from "@clewline/text/steps.js";
import type { ItemPart, Wire, WireItem, WireMessage } from "../wire/wire.js";
import type { ShownPiece } from "./shown-piece.js";

/** The place of an entry in the client's list, stored with it. */
export interface ListPlace {
  /** Names the list up to the message. */
  readonly mark: string;
  readonly item: string;
  /** Set where it is only the end of the item. */
  readonly part?: ItemPart;
  /** Set where the client's list does not have it. */
  readonly unheard?: UnheardItem;
}

type UnheardItem = {
  /** The wire format of the blocks: no other provider can read them. */
  readonly wire: Wire["name"];
  /** As its provider wrote them. */
  readonly blocks: readonly Readonly<Record<string, Json>>[];
  /** The provider's ID of the call; left out for words, and where calls have no IDs. */
  readonly call?: string;
};

/** `marks` names the list up to each of its messages. */
export function* listPieces(
  view: FittingView,
  { list, marks }: { readonly list: readonly WireMessage[]; readonly marks: readonly string[] },
  wire: Pick<Wire, "name" | "bound">,
): Steps<readonly ShownPiece[]> {
  // Reasoning goes back as its provider wrote it, or not at all.
  const isSealed = wire.bound !== undefined;
  const find = makeFinder(list, marks);
  yield;
  const pieces: ShownPiece[] = [];
  const calls = new Map<string, string>();
  const messages = yield* listShownMessages(view);
  for (const [index, { role, contents: shown, types, sources, read }] of messages.entries()) {
    if (endsStep(index)) yield;
    const marked = view.marks.filter((mark) => mark !== "system" && mark.message === index);
    for (let place = 0; place < shown.length; ) {
      const first = shown[place] as ShownContent;
      const end = findEnd(shown, place);
      const isMarked = marked.some((mark) => mark !== "system" && place <= mark.content && mark.content < end);
      const found = find(first.raw);
      const start = place;
      const unheard = found === null ? readUnheard(first.raw, wire) : null;
      const isCall = unheard !== null || found?.own.item.kind === "called";
      const isResult = isCall && types.slice(start, end).includes("tool-result");
      const shownItem = { isSealed, isWhole: first.whole, isResult, read: () => read().slice(start, end) };
      const body = unheard === null ? makePiece(found, shownItem, calls) : makeUnheard(unheard, shownItem, calls);
      if (body !== null) pieces.push({ role, isMarked, sources: sources.slice(start, end).flat(), ...body });
      place = end;
    }
  }
  return pieces;
}

/** The place behind what shows the same entry. */
function findEnd(shown: readonly ShownContent[], start: number): number {
  const entry = shown[start]?.entry ?? null;
  let end = start + 1;
  while (entry !== null && end < shown.length && shown[end]?.entry === entry) end += 1;
  return end;
}

interface FoundItem {
  readonly message: number;
  readonly own: WireItem;
}

/** By its provider's own id: a view has another for one that not every provider takes. */
function nameCall(contents: readonly Content[], pick: (id: string) => string | undefined): readonly Content[] {
  return contents.map((content) => {
    const call = "toolCallId" in content ? pick(content.toolCallId) : undefined;
    return call === undefined ? content : { ...content, toolCallId: call };
  });
}

function makeFinder(list: readonly WireMessage[], marks: readonly string[]): (raw: unknown) => FoundItem | null {
  const places = new Map(marks.map((mark, message) => [mark, message]));
  return (raw) => {
    const place = readPlace(raw);
    const message = place === null ? undefined : places.get(place.mark);
    const own = message === undefined ? undefined : list[message]?.items.find(({ name }) => name === place?.item);
    const shown = own === undefined ? null : cutItem(own, place?.part);
    return message === undefined || shown === null ? null : { own: shown, message };
  };
}

/** Null where the client has joined its parts in another way. */
function cutItem(own: WireItem, part: ItemPart | undefined): WireItem | null {
  const { item, from, to } = own;
  if (part === undefined) return own;
  if (item.kind !== "said" || item.parts.length !== part.of || to - from + 1 !== part.of) return null;
  return { ...own, item: { ...item, parts: item.parts.slice(part.skip) }, from: from + part.skip };
}

/** Null for what the provider of another wire format wrote: it is written anew. */
function readUnheard(raw: unknown, { name }: Pick<Wire, "name">): UnheardItem | null {
  const unheard = readPlace(raw)?.unheard;
  return unheard?.wire === name ? unheard : null;
}

function readPlace(raw: unknown): ListPlace | null {
  if (!isObject(raw) || typeof raw.mark !== "string" || typeof raw.item !== "string") return null;
  return raw as unknown as ListPlace;
}

type PieceBody<Piece = ShownPiece> = Piece extends unknown ? Omit<Piece, "role" | "isMarked" | "sources"> : never;

interface ShownItem {
  readonly isSealed: boolean;
  readonly isWhole: boolean;
  /** A call that was never answered gets a result in the view, so that the request is valid. */
  readonly isResult: boolean;
  /** The contents, made where they are read. */
  readonly read: () => readonly Content[];
}

/** Notes what its provider calls it in `calls`, by its id in the view. */
function makeUnheard({ blocks, call }: UnheardItem, shown: ShownItem, calls: Map<string, string>): PieceBody {
  const contents = shown.read();
  for (const content of contents) if (content.type === "tool-call" && call) calls.set(content.toolCallId, call);
  if (shown.isResult) return { kind: "written", contents: nameCall(contents, (id) => calls.get(id)) };
  return { kind: "unheard", blocks, contents, isWhole: shown.isWhole && !looksLikeTag(blocks) };
}

/** Null for sealed reasoning that the client left out of its list: it has no form in which it could go back. */
function makePiece(
  found: FoundItem | null,
  { isSealed, isWhole, isResult, read }: ShownItem,
  calls: ReadonlyMap<string, string>,
): PieceBody | null {
  if (found === null) {
    const contents = nameCall(read(), (id) => calls.get(id));
    return isSealed && contents.every(({ type }) => type === "reasoning") ? null : { kind: "written", contents };
  }
  const { message, own } = found;
  const { from, to, item } = own;
  if (isResult) {
    const call = item.kind === "called" ? item.call : undefined;
    return { kind: "written", contents: nameCall(read(), () => call) };
  }
  if (!isWhole) return { kind: "reduced", message, from, to, contents: read(), isEscaped: false };
  // Only Clew may write its tags: text that looks like one goes out escaped, as in the view.
  return isLikeTag(item)
    ? { kind: "reduced", message, from, to, contents: read(), isEscaped: true }
    : { kind: "original", message, from, to };
}

const isLikeTag = rememberByObject<HostItem, boolean>(looksLikeTag);

/** A model's reasoning is signed as it is, and no other's words. */
function looksLikeTag(value: unknown): boolean {
  if (typeof value === "string") return escapeText(value) !== value;
  if (Array.isArray(value)) return value.some(looksLikeTag);
  if (!isObject(value) || [value.kind, value.type].includes("reasoning") || value.kind === "file") return false;
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
