/** Puts a view in the place of the client's contents. All else in the body stays, in its order. */

import type { Content, FileContent, ResultOutput } from "@clewline/core/view/request.js";
import { mapInSteps, type Steps } from "@clewline/text/steps.js";
import { groupPieces, type PieceGroup } from "../list/group-pieces.js";
import { isWholeMessage } from "../list/pieces.js";
import { isFailed, readResultText } from "../list/result-output.js";
import { noteSources, type ShownPiece, type ShownSources } from "../list/shown-piece.js";
import type { JsonObject, WireMessage } from "../wire/wire.js";
import { dropSignature, findName, isSignedPart, listContentParts, readField, readWords, signFirst } from "./parts.js";
import { replaceContents } from "./read-request.js";

export function* writeGeminiRequest(
  body: JsonObject,
  list: readonly WireMessage[],
  pieces: readonly ShownPiece[],
  shown: ShownSources,
): Steps<JsonObject> {
  const calls = listCalls(list, pieces);
  const groups = groupPieces(pieces, ({ role, ...piece }) => {
    const isModels = "message" in piece ? list[piece.message]?.isReply === true : role === "assistant";
    return isModels ? "model" : "user";
  });
  yield;
  const write = (group: PieceGroup) => noteSources(shown, [writeContent(group, list, calls)], group.pieces);
  const contents = (yield* mapInSteps(groups, write)).flat();
  const spoken = contents.filter(({ parts }) => (parts as readonly unknown[]).length > 0);
  return replaceContents(body, spoken);
}

function writeContent(
  { role, message, pieces }: PieceGroup,
  list: readonly WireMessage[],
  calls: OwnCalls,
): JsonObject {
  const original = message === null ? null : (list[message]?.original ?? null);
  const parts = original === null ? [] : listContentParts(original);
  if (original !== null && isWholeMessage(pieces, parts.length)) return original;
  const written = pieces.flatMap((piece) => {
    if (piece.kind === "written") return piece.contents.flatMap((content) => writePart(content, calls));
    if (piece.kind === "unheard")
      return piece.isWhole ? piece.blocks : reduceParts(piece.blocks, piece.contents, calls);
    const own = parts.slice(piece.from, piece.to + 1);
    return piece.kind === "original" ? own : reduceParts(own, piece.contents, calls);
  });
  const signed = calls.isSigned && role === "model" ? signFirst(written) : written;
  return original === null ? { role, parts: signed } : { ...original, parts: signed };
}

/** Unchanged content stays the client's own part; calls and results keep their other fields. */
function reduceParts(
  parts: readonly JsonObject[],
  contents: readonly Content[],
  calls: OwnCalls,
): readonly JsonObject[] {
  if (parts.length !== contents.length) return contents.flatMap((content) => writePart(content, calls));
  return contents.flatMap((content, place) => reducePart(parts[place] ?? {}, content, calls));
}

function reducePart(part: JsonObject, content: Content, calls: OwnCalls): readonly JsonObject[] {
  const [call, result] = [readField(part, "functionCall"), readField(part, "functionResponse")];
  if (content.type === "tool-call" && call !== undefined) {
    return [dropSignature({ ...part, [findName(part, "functionCall")]: { ...call, args: content.input } })];
  }
  if (content.type === "tool-result" && result !== undefined) {
    return [{ ...part, [findName(part, "functionResponse")]: { ...result, response: writeOutput(content.output) } }];
  }
  const read = readWords(part);
  if (content.type === "file" && read.kind === "file") return [part];
  const isSame = "text" in content && "text" in read && content.type === read.kind && content.text === read.text;
  if (isSame) return [part];
  if (content.type === "text" && typeof part.text === "string" && part.thought !== true) {
    return [{ ...part, text: content.text }];
  }
  return writePart(content, calls);
}

function writePart(content: Content, calls: OwnCalls): readonly JsonObject[] {
  switch (content.type) {
    case "text":
      return [{ text: content.text }];
    case "file":
      return [writeFile(content)];
    case "tool-call":
      return [{ functionCall: { ...nameCall(content, calls), args: content.input } }];
    case "tool-result":
      return [{ functionResponse: { ...nameCall(content, calls), response: writeOutput(content.output) } }];
    // Thoughts are for the client, and not taken back.
    case "reasoning":
    case "tool-approval-request":
    case "tool-approval-response":
      return [];
    default:
      return content satisfies never;
  }
}

interface OwnCalls {
  /** The client's own calls, by what they are known by here. */
  readonly named: ReadonlyMap<string, JsonObject>;
  /** Whether the model signs its calls, and wants them back signed. */
  readonly isSigned: boolean;
}

function listCalls(list: readonly WireMessage[], pieces: readonly ShownPiece[]): OwnCalls {
  const unheard = pieces.flatMap((piece) => {
    const [content] = "contents" in piece ? piece.contents : [];
    const part = piece.kind === "unheard" ? piece.blocks.at(-1) : undefined;
    const call = part === undefined ? undefined : readField(part, "functionCall");
    return content?.type === "tool-call" && part && call ? [{ name: content.toolCallId, call, part }] : [];
  });
  const own = list.flatMap(({ original, items }) =>
    items.flatMap(({ item, from }) => {
      const part = listContentParts(original)[from] ?? {};
      const call = item.kind === "called" ? readField(part, "functionCall") : undefined;
      return item.kind === "called" && call !== undefined ? [{ name: item.call, call, part }] : [];
    }),
  );
  const parts = [...own, ...unheard];
  return {
    named: new Map(parts.map(({ name, call }) => [name, call])),
    isSigned: parts.some(({ part }) => isSignedPart(part)),
  };
}

/** With an id only where the client's own call has one. */
function nameCall(
  { toolCallId, toolName }: { readonly toolCallId: string; readonly toolName: string },
  calls: OwnCalls,
): JsonObject {
  // In the log its message is named behind it.
  const own = calls.named.get(toolCallId.replace(/ [^ ]*$/, ""));
  if (own === undefined) return { name: toolName };
  return own.id === undefined ? { name: own.name } : { id: own.id, name: own.name };
}

function writeOutput(output: ResultOutput): JsonObject {
  return { [isFailed(output) ? "error" : "output"]: readResultText(output) };
}

function writeFile({ mediaType: mimeType, data }: FileContent): JsonObject {
  return /^[a-z]+:\/\//i.test(data) ? { fileData: { mimeType, fileUri: data } } : { inlineData: { mimeType, data } };
}
