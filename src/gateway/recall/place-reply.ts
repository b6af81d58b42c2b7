import { encodeCanonicalJson, toJson } from "../../core/text/json.js";
import type { WireItem, WireMessage } from "../wire/wire.js";

/**
 * The items of an answer as its client has them: what the client heard before them, of answers that came to a recall, may stand in the
 * same item. What it can't be told from has no place in the client's list.
 */
export function placeReply(reply: WireMessage, shown: WireMessage): WireMessage {
  let end = shown.items.length;
  const placed = reply.items.toReversed().map((own): WireItem => {
    const place = shown.items.slice(0, end).findLastIndex((each) => holds(each, own));
    const found = shown.items[place];
    if (found === undefined) return { ...own, name: "" };
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
