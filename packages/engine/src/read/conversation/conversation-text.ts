import type { LaneRef } from "@clewline/core/log/keys.js";
import type { Engine } from "../../engine.js";
import { type ConversationPage, type PageQuery, readConversationPage } from "./conversation-page.js";

/** The entries on one side of an entry. */
export type PageSide = Exclude<PageQuery["place"], "newest">["side"];

/** A page with its place above and how to go on below, in the words of the tool that is asked. */
export async function writeConversation(
  engine: Engine,
  ref: LaneRef,
  query: PageQuery & { readonly writeNext?: (pointer: string, side: PageSide) => string },
): Promise<string> {
  const page = await readConversationPage(engine, ref, query);
  const title = `${ref.session}, lane ${ref.lane.slice(0, 200)}`;
  return [title, renderPageBody(page, query.place), ...describeNextPages(page, query)].join("\n");
}

function renderPageBody({ text }: ConversationPage, place: PageQuery["place"]): string {
  if (text !== "") return text;
  return place === "newest" || place.side === "around"
    ? "[nothing was said here]"
    : `[nothing was said ${place.side} it]`;
}

const writeFields = (pointer: string, side: PageSide) => `pointer ${pointer}, direction ${side}`;

function describeNextPages(
  { before, after, text }: ConversationPage,
  { place, writeNext = writeFields }: Parameters<typeof writeConversation>[2],
): readonly string[] {
  if (text === "") return [];
  const earlier = before === null ? "[this is the beginning]" : `[earlier: ${writeNext(before, "before")}]`;
  const later = after === null ? "[this is the end]" : `[later: ${writeNext(after, "after")}]`;
  // A page on one side of a place continues in that direction.
  if (place !== "newest" && place.side === "after") return [later];
  return place === "newest" || place.side === "before" ? [earlier] : [earlier, later];
}
