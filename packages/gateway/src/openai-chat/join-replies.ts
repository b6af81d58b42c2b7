/** Several answers of Chat Completions as one: one name, calls numbered through, one end. Of several choices the first counts. */
import { isObject } from "@clewline/text/json.js";
import type { JsonObject, ReplyChunk, ReplyJoiner } from "../wire/wire.js";
import { reasoningFields } from "./blocks.js";

interface JoinedChat {
  /** Chunks before the first word, and reasoning that waits until it is known what follows. */
  head: ReplyChunk[];
  held: JsonObject[];
  /** Places of this answer's calls for the client; null for a call that it does not get. */
  calls: Map<number, number | null>;
  /** The name of the answer that the client gets; null before the first chunk. */
  name: JsonObject | null;
  /** Calls that the client has. */
  count: number;
  hasWords: boolean;
  /** Whether the client has something of an answer before. */
  isLater: boolean;
  /** Whether this answer has said nothing yet. */
  isFresh: boolean;
  isFinished: boolean;
}

export function joinChatReplies(isOurs: (tool: unknown) => boolean): ReplyJoiner {
  const joined: JoinedChat = {
    ...{ head: [], held: [], calls: new Map(), name: null, count: 0 },
    ...{ hasWords: false, isLater: false, isFresh: true, isFinished: false },
  };
  return {
    next() {
      const isLater = joined.name !== null;
      Object.assign(joined, { head: [], held: [], calls: new Map(), isLater, isFresh: true, isFinished: false });
    },
    take(chunk, asks) {
      if (typeof chunk === "string") return asks() ? [] : [...release(joined, {}), chunk];
      // Another answer may mend it, so what came before it is not passed on for good.
      if (isObject(chunk.error)) return [...joined.head, ...joined.held, chunk];
      const choices: readonly unknown[] = Array.isArray(chunk.choices) ? chunk.choices : [];
      const choice = choices.find((each) => isObject(each) && (each.index ?? 0) === 0);
      if (isObject(choice)) return takeChoice(joined, { chunk, choice, isOurs }, asks);
      if (joined.isFinished) return asks() ? [] : [...release(joined, chunk), rename(joined, chunk)];
      return precede(joined, chunk);
    },
  };
}

function precede({ head, isLater, name }: JoinedChat, chunk: JsonObject): readonly ReplyChunk[] {
  if (name !== null && !isLater) return [chunk];
  if (!isLater) head.push(chunk);
  return [];
}

interface Choice {
  readonly chunk: JsonObject;
  readonly choice: JsonObject;
  readonly isOurs: (tool: unknown) => boolean;
}

function takeChoice(joined: JoinedChat, given: Choice, asks: () => boolean): readonly ReplyChunk[] {
  const { chunk, choice } = given;
  const delta = isObject(choice.delta) ? choice.delta : {};
  const pieces = Array.isArray(delta.tool_calls) ? delta.tool_calls.filter(isObject) : [];
  const calls = pieces.flatMap((piece) => placeCall(joined, piece, given.isOurs));
  if (calls.length < pieces.length) joined.held = [];
  joined.isFinished ||= typeof choice.finish_reason === "string";
  const isAsking = typeof choice.finish_reason === "string" && asks();
  const isSaid = calls.length > 0 || [delta.content, delta.refusal].some(isWord);
  if (!isSaid && (isAsking || calls.length < pieces.length)) return [];
  const written = () => rename(joined, writeChoice(joined, given, calls, isAsking));
  if (isSaid || joined.isFinished) {
    const before = release(joined, chunk);
    return [...before, written()];
  }
  if (!reasoningFields.some((field) => isWord(delta[field]))) return precede(joined, chunk);
  joined.held.push(chunk);
  return [];
}

function isWord(text: unknown): boolean {
  return typeof text === "string" && text !== "";
}

/** The first piece of a call names it, the others only its place. */
function placeCall(joined: JoinedChat, piece: JsonObject, isOurs: Choice["isOurs"]): readonly JsonObject[] {
  const { calls } = joined;
  const index = typeof piece.index === "number" ? piece.index : Math.max(0, calls.size - 1);
  if (!calls.has(index)) {
    const isOwn = isObject(piece.function) && isOurs(piece.function.name);
    calls.set(index, isOwn ? null : joined.count++);
  }
  const place = calls.get(index) ?? null;
  if (place === null) return [];
  return place === index ? [piece] : [{ ...piece, index: place }];
}

/** The same chunk where nothing in it changes. */
function writeChoice(
  joined: JoinedChat,
  { chunk, choice }: Choice,
  calls: readonly JsonObject[],
  isAsking: boolean,
): JsonObject {
  const delta = isObject(choice.delta) ? choice.delta : {};
  const { role, content, tool_calls: pieces, ...rest } = delta;
  const isSpaced = joined.isLater && joined.isFresh && joined.hasWords && isWord(content);
  if (isWord(content)) Object.assign(joined, { hasWords: true, isFresh: false });
  const isSame = !Array.isArray(pieces) || pieces.every((piece, place) => piece === calls[place]);
  if (!joined.isLater && isSame && !isAsking) return chunk;
  const own = {
    ...(joined.isLater || role === undefined ? {} : { role }),
    ...(content === undefined ? {} : { content: isSpaced ? `\n\n${String(content)}` : content }),
    ...rest,
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  const changed = { ...choice, delta: own, ...(isAsking ? { finish_reason: null } : {}) };
  const choices = (chunk.choices as readonly unknown[]).map((each) => (each === choice ? changed : each));
  return { ...chunk, choices };
}

/** All chunks of an answer have the same name. */
function rename({ name, isLater }: JoinedChat, chunk: JsonObject): JsonObject {
  return isLater ? { ...chunk, ...name } : chunk;
}

/** Returns the chunks that waited, to come before the one that follows them. */
function release(joined: JoinedChat, { id, created }: JsonObject): readonly ReplyChunk[] {
  joined.name ??= { ...(id === undefined ? {} : { id }), ...(created === undefined ? {} : { created }) };
  const released = [...joined.head, ...joined.held.map((chunk) => rename(joined, chunk))];
  joined.head = [];
  joined.held = [];
  return released;
}
