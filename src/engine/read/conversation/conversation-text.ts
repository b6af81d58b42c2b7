import type { LaneRef } from "../../../core/log/keys.js";
import type { Engine } from "../../engine.js";
import { type ConversationPage, type PageQuery, readConversationPage } from "./conversation-page.js";

/** A page with its place above and how to go on below. */
export async function writeConversation(engine: Engine, ref: LaneRef, query: PageQuery): Promise<string> {
  const page = await readConversationPage(engine, ref, query);
  const title = `${ref.session}, lane ${ref.lane.slice(0, 200)}`;
  return [title, renderPageBody(page, query.place), ...describeNextPages(page, query.place)].join("\n");
}

function renderPageBody({ text }: ConversationPage, place: PageQuery["place"]): string {
  if (text !== "") return text;
  return place === "newest" || place.side === "around"
    ? "[nothing was said here]"
    : `[nothing was said ${place.side} it]`;
}

function describeNextPages({ before, after, text }: ConversationPage, place: PageQuery["place"]): readonly string[] {
  if (text === "") return [];
  const earlier = before === null ? "[this is the beginning]" : `[earlier: pointer ${before}, direction before]`;
  const later = after === null ? "[this is the end]" : `[later: pointer ${after}, direction after]`;
  // A page on one side of a place continues in that direction.
  if (place !== "newest" && place.side === "after") return [later];
  return place === "newest" || place.side === "before" ? [earlier] : [earlier, later];
}
