import { encodeCanonicalJson, toJson } from "@clewline/text/json.js";
import type { Wire, WireItem, WireMessage } from "../wire/wire.js";

/** The same answer for a client that gets none of it. */
export function keepUnheard(reply: WireMessage, wire: Pick<Wire, "name" | "listBlocks">): WireMessage {
  return { ...reply, items: reply.items.map((own) => keepItem(own, reply, wire)) };
}

function keepItem(
  own: WireItem,
  { original }: WireMessage,
  { name, listBlocks }: Pick<Wire, "name" | "listBlocks">,
): WireItem {
  return { ...own, unheard: { wire: name, blocks: listBlocks(original).slice(own.from, own.to + 1) } };
}

/**
 * The items of an answer as its client has them: what the client heard before them, of answers that came to a recall, may stand in the
 * same item.
 */
export function placeReply(
  reply: WireMessage,
  shown: WireMessage,
  wire: Pick<Wire, "name" | "listBlocks">,
): WireMessage {
  let end = shown.items.length;
  const placed = reply.items.toReversed().map((own): WireItem => {
    const place = shown.items.slice(0, end).findLastIndex((each) => holds(each, own));
    const found = shown.items[place];
    if (found === undefined) return { ...keepItem(own, reply, wire), name: "" };
    end = place;
    const skip = countParts(found) - countParts(own);
    const part = skip === 0 ? {} : { part: { skip, of: countParts(found) } };
    return { ...own, name: found.name, ...part };
  });
  return { ...reply, items: placed.toReversed() };
}

/** Whether the one is the other, or ends in it. */
function holds({ item, name }: WireItem, own: WireItem): boolean {
  if (item.kind !== "said" || own.item.kind !== "said") return name === own.name;
  const end = own.item.parts.length === 0 ? [] : item.parts.slice(-own.item.parts.length);
  return encodeCanonicalJson(toJson(end)) === encodeCanonicalJson(toJson(own.item.parts));
}

function countParts({ item }: WireItem): number {
  return item.kind === "said" ? item.parts.length : 1;
}
