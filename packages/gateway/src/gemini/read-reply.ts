/** Reads an answer of the Gemini API while it passes: in one piece, as events, or as a list that grows. The first candidate counts. */
import { isObject, toJson, tryParseJson } from "@clewline/text/json.js";
import { makeEventReader } from "../wire/event-stream.js";
import { makeListReader } from "../wire/json-list.js";
import { type Heard, makeHeard, makeReplyReader } from "../wire/reply-reader.js";
import type { JsonObject, ReplyForm, ReplyReader } from "../wire/wire.js";
import { listContentParts, readContent } from "./parts.js";

export function readGeminiReply(form: ReplyForm): ReplyReader {
  const heard: HeardParts = { ...makeHeard(), parts: [] };
  const hear = (text: string) => hearChunk(heard, tryParseJson(text));
  const readers = {
    events: () => makeEventReader(({ data }) => hear(data)),
    list: () => makeListReader(hear),
    whole: () => hear,
  };
  return makeReplyReader(heard, {
    add: readers[form](),
    message: () => (heard.parts.length === 0 ? null : readContent({ role: "model", parts: heard.parts })),
  });
}

interface HeardParts extends Heard {
  readonly parts: JsonObject[];
}

function hearChunk(heard: HeardParts, chunk: unknown): void {
  if (!isObject(chunk)) return;
  if (isObject(chunk.error)) heard.error = toJson(chunk);
  if (isObject(chunk.usageMetadata)) heard.usage = toJson(chunk.usageMetadata);
  // A prompt that is not answered for what it says has no candidate, and nothing follows.
  if (isObject(chunk.promptFeedback) && chunk.promptFeedback.blockReason !== undefined) {
    heard.hasBegun = true;
    heard.isWhole = true;
  }
  const candidates: readonly unknown[] = Array.isArray(chunk.candidates) ? chunk.candidates : [];
  const first = candidates.find((candidate) => isObject(candidate) && (candidate.index ?? 0) === 0);
  if (!isObject(first)) return;
  heard.hasBegun = true;
  for (const part of isObject(first.content) ? listContentParts(first.content) : []) addPart(heard.parts, part);
  if (typeof first.finishReason === "string") heard.isWhole = true;
}

/** Pieces of one text become one; a signature ends it. */
function addPart(parts: JsonObject[], part: JsonObject): void {
  const before = parts.at(-1);
  const isPiece = (each: JsonObject | undefined) =>
    each !== undefined && Object.keys(each).every((name) => name === "text" || name === "thought");
  if (part.text === "" && isPiece(part)) return;
  if (isPiece(before) && isPiece(part) && before?.thought === part.thought) {
    parts[parts.length - 1] = { ...before, text: `${String(before?.text ?? "")}${String(part.text ?? "")}` };
  } else parts.push(part);
}
