/** Reads an answer of the Responses API while it passes, in one piece or as a stream. */
import { isObject, toJson, tryParseJson } from "@clewline/text/json.js";
import { makeEventReader } from "../wire/event-stream.js";
import { type Heard, hearProvider, makeHeard, makeReplyReader } from "../wire/reply-reader.js";
import type { JsonObject, ReplyForm, ReplyReader, WireItem, WireMessage } from "../wire/wire.js";
import { isMessage, readItems } from "./items.js";

export function readResponsesReply(form: ReplyForm): ReplyReader {
  const heard: HeardItems = { ...makeHeard(), items: new Map() };
  const add =
    form === "events"
      ? makeEventReader(({ data }) => hearEvent(heard, tryParseJson(data)))
      : (text: string) => hearBody(heard, tryParseJson(text));
  return makeReplyReader(heard, { add, message: () => finishMessage(heard) });
}

interface HeardItems extends Heard {
  readonly items: Map<number, OpenItem>;
}

interface OpenItem {
  item: JsonObject;
  /** The text of the item so far. */
  text: string;
  isDone: boolean;
}

function hearBody(heard: HeardItems, body: unknown): void {
  if (!isObject(body)) return;
  if (isObject(body.error)) heard.error = toJson({ error: body.error });
  if (!Array.isArray(body.output)) return;
  hearResponse(heard, body);
  heard.hasBegun = true;
  heard.isWhole = true;
}

/** The response at its end has all items once more; some servers leave them out there. */
function hearResponse(heard: HeardItems, response: JsonObject): void {
  const { id, output, usage } = response;
  hearProvider(heard, response);
  if (typeof id === "string") heard.id = id;
  if (isObject(usage)) heard.usage = toJson(usage);
  for (const [place, item] of (Array.isArray(output) ? output : []).entries()) {
    if (isObject(item)) heard.items.set(place, { item, text: "", isDone: true });
  }
}

function hearEvent(heard: HeardItems, event: unknown): void {
  if (!isObject(event)) return;
  const { type, item, response, delta, output_index: index } = event;
  const open = heard.items.get(Number(index));
  switch (type) {
    case "response.output_item.added":
    case "response.output_item.done": {
      heard.hasBegun = true;
      const isDone = type === "response.output_item.done";
      if (isObject(item)) heard.items.set(Number(index), { item, text: open?.text ?? "", isDone });
      hearProvider(heard, { output: [item] });
      return;
    }
    case "response.output_text.delta":
    case "response.refusal.delta":
      if (open !== undefined) open.text += String(delta ?? "");
      return;
    // An answer that is cut off has its name from here.
    case "response.created":
      if (isObject(response)) hearResponse(heard, response);
      return;
    case "response.completed":
    case "response.incomplete":
      heard.hasBegun = true;
      heard.isWhole = true;
      if (isObject(response)) hearResponse(heard, response);
      return;
    case "response.failed":
      heard.error = toJson({ error: isObject(response) ? response.error : null });
      return;
    case "error":
      heard.error = toJson(event);
  }
}

/** Of an item that was cut off, only its words are kept. */
function finishMessage({ items }: HeardItems): WireMessage | null {
  const kept = [...items]
    .sort(([a], [b]) => a - b)
    .flatMap(([, { item, text, isDone }]) => {
      if (isDone) return [item];
      if (!isMessage(item) || text === "") return [];
      return [{ ...item, content: [{ type: "output_text", text, annotations: [] }] }];
    });
  return kept.length === 0 ? null : nameItems(readItems(kept), kept);
}

function nameItems(message: WireMessage, kept: readonly JsonObject[]): WireMessage {
  const items = message.items.map((item): WireItem => {
    const names = kept.slice(item.from, item.to + 1).map(({ id }) => id);
    return names.every((name) => typeof name === "string" && name !== "")
      ? { ...item, names: names as string[] }
      : item;
  });
  return { ...message, items };
}
