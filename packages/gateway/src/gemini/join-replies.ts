/** Several answers of the Gemini API as one. Of several candidates the first counts. */
import { isObject } from "@clewline/text/json.js";
import type { JsonObject, ReplyChunk, ReplyJoiner } from "../wire/wire.js";
import { isSignedPart, listContentParts, readField, unsigned } from "./parts.js";

interface JoinedContent {
  /** Thoughts that wait until it is known what follows. */
  held: JsonObject[];
  /** The name of the answer that the client gets; null before the first chunk. */
  name: JsonObject | null;
  hasWords: boolean;
  /** Whether the client has something of an answer before. */
  isLater: boolean;
  /** Whether this answer has said nothing yet. */
  isFresh: boolean;
  /** Whether the signed call was one that the client does not get: a model signs the first of an answer. */
  isSignedOurs: boolean;
}

export function joinGeminiReplies(isOurs: (tool: unknown) => boolean): ReplyJoiner {
  const joined: JoinedContent = {
    held: [],
    name: null,
    hasWords: false,
    isLater: false,
    isFresh: true,
    isSignedOurs: false,
  };
  return {
    next() {
      Object.assign(joined, { held: [], isLater: joined.name !== null, isFresh: true, isSignedOurs: false });
    },
    take(chunk, asks) {
      if (typeof chunk === "string") return [chunk];
      // Another answer may mend it, so what came before it is not passed on for good.
      if (isObject(chunk.error)) return [...joined.held, chunk];
      const candidates: readonly unknown[] = Array.isArray(chunk.candidates) ? chunk.candidates : [];
      const first = candidates.find((each) => isObject(each) && (each.index ?? 0) === 0);
      if (isObject(first)) return takeCandidate(joined, { chunk, first, isOurs }, asks);
      return [...release(joined, chunk), rename(joined, chunk)];
    },
  };
}

interface Candidate {
  readonly chunk: JsonObject;
  readonly first: JsonObject;
  readonly isOurs: (tool: unknown) => boolean;
}

function takeCandidate(joined: JoinedContent, given: Candidate, asks: () => boolean): readonly ReplyChunk[] {
  const { chunk, first, isOurs } = given;
  const parts = isObject(first.content) ? listContentParts(first.content) : [];
  const others = parts.flatMap((part) => takePart(joined, part, isOurs));
  const hasOurs = others.length < parts.length;
  if (hasOurs) joined.held = [];
  const kept = hasOurs ? others.filter(({ thought }) => thought !== true) : others;
  const isOver = typeof first.finishReason === "string";
  const isAsking = isOver && asks();
  const isSaid = kept.some(({ thought }) => thought !== true);
  if (!isSaid && (isAsking || hasOurs) && !(isOver && !isAsking)) return [];
  if (!isSaid && !isOver) {
    joined.held.push(chunk);
    return [];
  }
  const before = release(joined, chunk);
  return [...before, rename(joined, writeCandidate(joined, given, kept, isAsking))];
}

/** A signature stays with its call. The first call that the client gets without one says that it has none. */
function takePart(joined: JoinedContent, part: JsonObject, isOurs: Candidate["isOurs"]): readonly JsonObject[] {
  const call = readField(part, "functionCall");
  if (call === undefined) return [part];
  const isSigned = isSignedPart(part);
  if (isOurs(call.name)) {
    joined.isSignedOurs ||= isSigned;
    return [];
  }
  const isFirst = joined.isSignedOurs && !isSigned;
  joined.isSignedOurs = false;
  return isFirst ? [{ ...part, ...unsigned }] : [part];
}

/** The same chunk where nothing in it changes. */
function writeCandidate(
  joined: JoinedContent,
  { chunk, first }: Candidate,
  kept: readonly JsonObject[],
  isAsking: boolean,
): JsonObject {
  const content = isObject(first.content) ? first.content : {};
  const word = kept.findIndex(({ text, thought }) => thought !== true && typeof text === "string" && text !== "");
  const isSpaced = joined.isLater && joined.isFresh && joined.hasWords && word >= 0;
  if (word >= 0) Object.assign(joined, { hasWords: true, isFresh: false });
  const parts = kept.map((part, place) =>
    isSpaced && place === word ? { ...part, text: `\n\n${String(part.text)}` } : part,
  );
  const given = listContentParts(content);
  const isSame = !isAsking && parts.length === given.length && parts.every((part, place) => part === given[place]);
  if (isSame) return chunk;
  const { finishReason, finishMessage: _message, ...rest } = first;
  const changed = { ...rest, content: { ...content, parts }, ...(isAsking ? {} : { finishReason }) };
  const candidates = (chunk.candidates as readonly unknown[]).map((each) => (each === first ? changed : each));
  return { ...chunk, candidates };
}

/** All chunks of an answer have the same name. */
function rename({ name, isLater }: JoinedContent, chunk: JsonObject): JsonObject {
  return isLater ? { ...chunk, ...name } : chunk;
}

/** Returns the chunks that waited, to come before the one that follows them. */
function release(joined: JoinedContent, { responseId }: JsonObject): readonly ReplyChunk[] {
  joined.name ??= responseId === undefined ? {} : { responseId };
  const released = joined.held.map((chunk) => rename(joined, chunk));
  joined.held = [];
  return released;
}
