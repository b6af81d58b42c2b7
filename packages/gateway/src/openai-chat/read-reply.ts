/** Reads an answer of Chat Completions while it passes, in one piece or as a stream. Of several choices the first counts. */
import { isObject, toJson, tryParseJson } from "@clewline/text/json.js";
import { makeEventReader } from "../wire/event-stream.js";
import { type Heard, makeHeard, makeReplyReader } from "../wire/reply-reader.js";
import type { JsonObject, ReplyForm, ReplyReader, WireMessage } from "../wire/wire.js";
import { isSilent, readChatMessage, reasoningFields } from "./blocks.js";

export function readChatReply(form: ReplyForm): ReplyReader {
  const heard: HeardChat = { ...makeHeard(), message: {}, calls: new Map(), isFinished: false };
  const add =
    form === "events"
      ? makeEventReader(({ data }) => hearEvent(heard, data))
      : (text: string) => hearBody(heard, tryParseJson(text));
  // Not every server says that it is done.
  const end = () => {
    if (heard.isFinished) heard.isWhole = true;
  };
  return makeReplyReader(heard, { add, end, message: () => finishMessage(heard) });
}

interface HeardChat extends Heard {
  /** All of the message but its calls. */
  readonly message: Record<string, unknown>;
  readonly calls: Map<number, Record<string, unknown>>;
  isFinished: boolean;
}

function hearEvent(heard: HeardChat, data: string): void {
  if (data.trim() === "[DONE]") {
    heard.hasBegun = true;
    heard.isWhole = true;
    return;
  }
  const chunk = tryParseJson(data);
  if (!isObject(chunk)) return;
  const choice = hearChunk(heard, chunk);
  if (!isObject(choice)) return;
  if (typeof choice.finish_reason === "string") heard.isFinished = true;
  if (isObject(choice.delta)) hearDelta(heard, choice.delta);
  // The first chunk has a role and no word, and an error may follow it.
  heard.hasBegun ||=
    heard.isFinished || heard.calls.size > 0 || Object.values(heard.message).some((text) => text !== "");
}

function hearBody(heard: HeardChat, body: unknown): void {
  if (!isObject(body)) return;
  const choice = hearChunk(heard, body);
  if (!isObject(choice) || !isObject(choice.message)) return;
  const { tool_calls: calls, ...message } = choice.message;
  Object.assign(heard.message, message);
  for (const [place, call] of (Array.isArray(calls) ? calls : []).entries()) {
    if (isObject(call)) heard.calls.set(place, { ...call });
  }
  heard.hasBegun = true;
  heard.isFinished = true;
  heard.isWhole = true;
}

/** The first choice; undefined for what has none. */
function hearChunk(heard: HeardChat, chunk: JsonObject): unknown {
  if (isObject(chunk.error)) heard.error = toJson(chunk);
  if (isObject(chunk.usage)) heard.usage = toJson(chunk.usage);
  const choices: readonly unknown[] = Array.isArray(chunk.choices) ? chunk.choices : [];
  return choices.find((choice) => isObject(choice) && (choice.index ?? 0) === 0);
}

/** Fields of a message that grow piece by piece. */
const grown = ["content", "refusal", ...reasoningFields];

function hearDelta({ message, calls }: HeardChat, delta: JsonObject): void {
  for (const field of grown) {
    const text = delta[field];
    if (typeof text === "string") message[field] = `${String(message[field] ?? "")}${text}`;
  }
  for (const piece of Array.isArray(delta.tool_calls) ? delta.tool_calls : []) {
    if (isObject(piece)) hearCall(calls, piece);
  }
}

/** The first piece of a call names it, the others only its place. */
function hearCall(calls: HeardChat["calls"], { index, ...piece }: JsonObject): void {
  const place = typeof index === "number" ? index : Math.max(0, calls.size - 1);
  const call = calls.get(place) ?? {};
  for (const [name, value] of Object.entries(piece)) {
    if (isObject(value)) call[name] = joinTexts(isObject(call[name]) ? call[name] : {}, value);
    else if (value !== null && value !== "") call[name] = value;
  }
  calls.set(place, call);
}

/** Joins the input of a call, which comes in pieces; its name comes whole. */
function joinTexts(before: JsonObject, piece: JsonObject): JsonObject {
  const joined: Record<string, unknown> = { ...before };
  for (const [name, value] of Object.entries(piece)) {
    const isPiece = name === "arguments" || name === "input";
    if (isPiece) joined[name] = `${String(before[name] ?? "")}${String(value ?? "")}`;
    else if (value !== null && value !== "") joined[name] = value;
  }
  return joined;
}

/** A call that was cut off is no call; words that were cut off are words. */
function finishMessage({ message, calls, isFinished, isWhole }: HeardChat): WireMessage | null {
  const heard = [...calls].sort(([a], [b]) => a - b).map(([, call]) => call);
  const whole = isFinished || isWhole ? heard : heard.slice(0, -1);
  const said = {
    ...{ content: null, ...message, role: "assistant" },
    ...(whole.length === 0 ? {} : { tool_calls: whole }),
  };
  return isSilent(said) ? null : readChatMessage(said);
}
