/** Several answers of Anthropic's Messages API as one message: one start, blocks numbered through, one end. */
import { isObject } from "@clewline/text/json.js";
import type { JsonObject, ReplyChunk, ReplyJoiner } from "../wire/wire.js";

interface JoinedMessage {
  /** Chunks before the first block. */
  head: ReplyChunk[];
  /** Reasoning that waits until it is known what follows. */
  held: JsonObject[];
  /** Places of this answer's blocks for the client; a block that it does not get has none. */
  places: Map<number, number>;
  /** Blocks that the client has. */
  count: number;
  hasHead: boolean;
  /** The usage that the start of this answer reports. */
  read: JsonObject;
}

export function joinAnthropicReplies(isOurs: (tool: unknown) => boolean): ReplyJoiner {
  const joined: JoinedMessage = { head: [], held: [], places: new Map(), count: 0, hasHead: false, read: {} };
  let isLater = false;
  return {
    next() {
      isLater = joined.hasHead;
      joined.head = [];
      joined.held = [];
      joined.places = new Map();
    },
    take(chunk, asks) {
      if (typeof chunk === "string") return precede(joined, chunk);
      switch (chunk.type) {
        case "message_start":
          joined.read = isObject(chunk.message) && isObject(chunk.message.usage) ? chunk.message.usage : {};
          return isLater ? [] : precede(joined, chunk);
        case "ping":
          return precede(joined, chunk);
        case "content_block_start":
          return beginBlock(joined, chunk, isOurs);
        case "content_block_delta":
        case "content_block_stop":
          return goOn(joined, chunk);
        case "message_delta":
          return asks() ? [] : [...release(joined), isLater ? addRead(chunk, joined.read) : chunk];
        case "message_stop":
          return asks() ? [] : [...release(joined), chunk];
        default:
          // Another answer may mend an error, so what came before it is not passed on for good.
          return [...joined.head, ...joined.held, chunk];
      }
    },
  };
}

function precede({ head, hasHead }: JoinedMessage, chunk: ReplyChunk): readonly ReplyChunk[] {
  if (hasHead) return [chunk];
  head.push(chunk);
  return [];
}

function beginBlock(
  joined: JoinedMessage,
  chunk: JsonObject,
  isOurs: (tool: unknown) => boolean,
): readonly ReplyChunk[] {
  const { type, name } = isObject(chunk.content_block) ? chunk.content_block : {};
  if (type === "tool_use" && isOurs(name)) {
    joined.held = [];
    return [];
  }
  if (/thinking$/.test(String(type))) {
    joined.held.push(chunk);
    return [];
  }
  return [...release(joined), place(joined, chunk)];
}

function goOn(joined: JoinedMessage, chunk: JsonObject): readonly ReplyChunk[] {
  const { held, places } = joined;
  if (places.has(Number(chunk.index))) return [place(joined, chunk)];
  if (held.some(({ index }) => index === chunk.index)) held.push(chunk);
  return [];
}

/** Returns the chunks that waited, to come before the one that follows them. */
function release(joined: JoinedMessage): readonly ReplyChunk[] {
  const released = [...joined.head, ...joined.held.map((chunk) => place(joined, chunk))];
  joined.hasHead = true;
  joined.head = [];
  joined.held = [];
  return released;
}

function place(joined: JoinedMessage, chunk: JsonObject): JsonObject {
  const index = Number(chunk.index);
  const own = joined.places.get(index) ?? joined.count++;
  joined.places.set(index, own);
  return own === index ? chunk : { ...chunk, index: own };
}

/** Adds the usage from the start of this answer, which is not passed on. */
function addRead(chunk: JsonObject, read: JsonObject): JsonObject {
  const { output_tokens: _written, ...figures } = read;
  return { ...chunk, usage: { ...figures, ...(isObject(chunk.usage) ? chunk.usage : {}) } };
}
