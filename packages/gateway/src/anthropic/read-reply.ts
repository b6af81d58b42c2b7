/** Reads an answer of Anthropic's Messages API while it passes, in one piece or as a stream. */
import { isObject, toJson, tryParseJson } from "@clewline/text/json.js";
import { makeEventReader } from "../wire/event-stream.js";
import { type Heard, hearProvider, makeHeard, makeReplyReader } from "../wire/reply-reader.js";
import type { JsonObject, ReplyForm, ReplyReader } from "../wire/wire.js";
import { readAnthropicMessage } from "./read-request.js";

export function readAnthropicReply(form: ReplyForm): ReplyReader {
  const heard: HeardBlocks = { ...makeHeard(), blocks: new Map() };
  const readEvents = makeEventReader(({ data }) => hearEvent(heard, tryParseJson(data)));
  const add = form === "events" ? readEvents : (text: string) => hearBody(heard, tryParseJson(text));
  return makeReplyReader(heard, {
    add,
    message() {
      const content = [...heard.blocks].sort(([a], [b]) => a - b).flatMap(([, block]) => finishBlock(block));
      return content.length === 0 ? null : readAnthropicMessage({ role: "assistant", content });
    },
  });
}

interface HeardBlocks extends Heard {
  readonly blocks: Map<number, OpenBlock>;
}

interface OpenBlock {
  block: Record<string, unknown>;
  /** The input of a call as far as it came; it is no JSON before its end. */
  input: string;
  isDone: boolean;
}

function hearBody(heard: HeardBlocks, body: unknown): void {
  if (!isObject(body)) return;
  if (body.type === "error") heard.error = toJson(body);
  if (!Array.isArray(body.content)) return;
  for (const [place, block] of body.content.entries()) {
    if (isObject(block)) heard.blocks.set(place, { block, input: "", isDone: true });
  }
  heard.usage = toJson(body.usage ?? null);
  hearProvider(heard, body);
  heard.hasBegun = true;
  heard.isWhole = true;
}

function hearEvent(heard: HeardBlocks, event: unknown): void {
  if (!isObject(event)) return;
  switch (event.type) {
    case "message_start": {
      const message = isObject(event.message) ? event.message : {};
      heard.usage = toJson(message.usage ?? null);
      hearProvider(heard, message);
      return;
    }
    case "content_block_start": {
      heard.hasBegun = true;
      const block = isObject(event.content_block) ? { ...event.content_block } : {};
      heard.blocks.set(Number(event.index), { block, input: "", isDone: false });
      return;
    }
    case "content_block_delta":
      hearDelta(heard.blocks.get(Number(event.index)), event.delta);
      return;
    case "content_block_stop": {
      const open = heard.blocks.get(Number(event.index));
      if (open !== undefined) open.isDone = true;
      return;
    }
    case "message_delta":
      heard.hasBegun = true;
      hearProvider(heard, event);
      // The usage here is the sum so far; fields that it leaves out keep their value.
      if (isObject(event.usage))
        heard.usage = toJson({ ...(isObject(heard.usage) ? heard.usage : {}), ...event.usage });
      return;
    case "message_stop":
      heard.isWhole = true;
      return;
    case "error":
      heard.error = toJson(event);
  }
}

/** The text of a delta, by its type: where it goes in the block. */
const grown = { text_delta: "text", thinking_delta: "thinking", signature_delta: "signature" } as const;

function hearDelta(open: OpenBlock | undefined, delta: unknown): void {
  if (open === undefined || !isObject(delta)) return;
  if (delta.type === "input_json_delta") open.input += String(delta.partial_json ?? "");
  if (delta.type === "citations_delta") {
    const before = Array.isArray(open.block.citations) ? open.block.citations : [];
    open.block.citations = [...before, delta.citation];
  }
  // It comes whole, the text and what it is sealed with.
  if (delta.type === "compaction_delta") Object.assign(open.block, { ...delta, type: "compaction" });
  const field = grown[delta.type as keyof typeof grown];
  if (field !== undefined) open.block[field] = `${String(open.block[field] ?? "")}${String(delta[field] ?? "")}`;
}

/** A call that was cut off is no call; words that were cut off are words. */
function finishBlock({ block, input, isDone }: OpenBlock): readonly JsonObject[] {
  if (/tool_use$/.test(String(block.type))) {
    if (!isDone) return [];
    const given = input === "" ? block.input : tryParseJson(input);
    return [{ ...block, input: given ?? {} }];
  }
  return block.type === "text" && block.text === "" ? [] : [block];
}
