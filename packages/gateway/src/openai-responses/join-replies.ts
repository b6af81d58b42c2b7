/** Several answers of the Responses API as one: one name, items and events numbered through, one end with all items. */
import { isObject } from "@clewline/text/json.js";
import type { JsonObject, ReplyChunk, ReplyJoiner } from "../wire/wire.js";

interface JoinedResponse {
  /** Chunks before the first item. */
  head: ReplyChunk[];
  /** Reasoning that waits until it is known what follows. */
  held: JsonObject[];
  /** Places of this answer's items for the client; an item that it does not get has none. */
  places: Map<number, number>;
  /** Items that the client has, as they were at their end. */
  items: Map<number, unknown>;
  count: number;
  /** The number of the next event; null before the first. */
  sequence: number | null;
  /** The name of the answer that the client gets; null before the first event. */
  name: unknown;
  hasHead: boolean;
  /** Whether something was left out, or the client has something of an answer before. */
  isChanged: boolean;
}

export function joinResponsesReplies(isOurs: (tool: unknown) => boolean): ReplyJoiner {
  const joined: JoinedResponse = {
    ...{ head: [], held: [], places: new Map(), items: new Map(), count: 0 },
    ...{ sequence: null, name: undefined, hasHead: false, isChanged: false },
  };
  return {
    next() {
      Object.assign(joined, { head: [], held: [], places: new Map(), isChanged: joined.hasHead });
    },
    take(chunk, asks) {
      if (typeof chunk === "string") return [chunk];
      switch (chunk.type) {
        case "response.created":
        case "response.queued":
        case "response.in_progress":
          return joined.hasHead ? [] : wait(joined.head, chunk);
        case "response.output_item.added":
          return beginItem(joined, chunk, isOurs);
        case "response.completed":
        case "response.incomplete":
          return asks() ? [] : [...release(joined), number(joined, writeEnd(joined, chunk))];
        case "response.failed":
        case "error":
          // Another answer may mend it, so what came before it is not passed on for good.
          return [...joined.head, ...joined.held, chunk];
        default:
          return "output_index" in chunk ? goOn(joined, chunk) : precede(joined, chunk);
      }
    },
  };
}

function wait(waiting: ReplyChunk[], chunk: JsonObject): readonly ReplyChunk[] {
  waiting.push(chunk);
  return [];
}

function precede(joined: JoinedResponse, chunk: JsonObject): readonly ReplyChunk[] {
  return joined.hasHead ? [number(joined, chunk)] : wait(joined.head, chunk);
}

function beginItem(
  joined: JoinedResponse,
  chunk: JsonObject,
  isOurs: (tool: unknown) => boolean,
): readonly ReplyChunk[] {
  const { type, name } = isObject(chunk.item) ? chunk.item : {};
  if (type === "function_call" && isOurs(name)) {
    joined.held = [];
    joined.isChanged = true;
    return [];
  }
  if (type === "reasoning") return wait(joined.held, chunk);
  return [...release(joined), place(joined, chunk)];
}

function goOn(joined: JoinedResponse, chunk: JsonObject): readonly ReplyChunk[] {
  const { held, places } = joined;
  if (places.has(Number(chunk.output_index))) return [place(joined, chunk)];
  if (held.some(({ output_index: index }) => index === chunk.output_index)) held.push(chunk);
  return [];
}

/** Returns the chunks that waited, to come before the one that follows them. */
function release(joined: JoinedResponse): readonly ReplyChunk[] {
  const head = joined.head.map((chunk) => (typeof chunk === "string" ? chunk : number(joined, chunk)));
  if (!joined.hasHead) joined.name = joined.head.map(readResponseId).find((id) => id !== undefined);
  const held = joined.held.map((chunk) => place(joined, chunk));
  joined.hasHead = true;
  joined.head = [];
  joined.held = [];
  return [...head, ...held];
}

function readResponseId(chunk: ReplyChunk): unknown {
  return typeof chunk !== "string" && isObject(chunk.response) ? chunk.response.id : undefined;
}

function place(joined: JoinedResponse, chunk: JsonObject): JsonObject {
  const index = Number(chunk.output_index);
  const own = joined.places.get(index) ?? joined.count++;
  joined.places.set(index, own);
  if (chunk.type === "response.output_item.done") joined.items.set(own, chunk.item);
  return number(joined, own === index ? chunk : { ...chunk, output_index: own });
}

function number(joined: JoinedResponse, chunk: JsonObject): JsonObject {
  const { sequence_number: own } = chunk;
  if (typeof own !== "number") return chunk;
  const sequence = joined.sequence ?? own;
  joined.sequence = sequence + 1;
  return sequence === own ? chunk : { ...chunk, sequence_number: sequence };
}

/** The end lists all items once more, under the name of the answer that the client saw begin. */
function writeEnd({ items, name, isChanged }: JoinedResponse, chunk: JsonObject): JsonObject {
  if (!isChanged || !isObject(chunk.response)) return chunk;
  const output = [...items].sort(([a], [b]) => a - b).map(([, item]) => item);
  return { ...chunk, response: { ...chunk.response, ...(name === undefined ? {} : { id: name }), output } };
}
