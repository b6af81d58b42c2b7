/** Puts a view in the place of the client's input. All else in the body stays, in its order. */

import type { Content, FileContent, ResultOutput, TextContent } from "@clewline/core/view/request.js";
import { encodeCanonicalJson } from "@clewline/text/json.js";
import { mapInSteps, type Steps } from "@clewline/text/steps.js";
import { readResultText, writeResult } from "../list/result-output.js";
import { noteSources, type ShownPiece, type ShownSources } from "../list/shown-piece.js";
import { listParts, readOpenaiPart } from "../wire/openai-parts.js";
import type { JsonObject, WireMessage } from "../wire/wire.js";
import { isMessage, listInput, listOwnItems, readCallId } from "./items.js";
import { countHead } from "./read-request.js";

export function* writeResponsesRequest(
  body: JsonObject,
  list: readonly WireMessage[],
  pieces: readonly ShownPiece[],
  shown: ShownSources,
): Steps<JsonObject> {
  const given = listInput(body.input) ?? [];
  const types = new Map(list.flatMap(listOwnItems).map((item) => [readCallId(item), String(item.type)]));
  yield;
  const write = (piece: ShownPiece) => noteSources(shown, writePiece(piece, list, types), [piece]);
  const written = (yield* mapInSteps(pieces, write)).flat();
  const isText = typeof body.input === "string" && pieces.length === 1 && pieces[0]?.kind === "original";
  return isText ? body : { ...body, input: [...given.slice(0, countHead(given)), ...written] };
}

function writePiece(
  piece: ShownPiece,
  list: readonly WireMessage[],
  types: ReadonlyMap<string | null, string>,
): readonly JsonObject[] {
  if (piece.kind === "written") return writeItems(piece.role, piece.contents, types);
  if (piece.kind === "unheard") return piece.isWhole ? piece.blocks : reduceItems(piece.blocks, piece.contents);
  const message = list[piece.message];
  const items = message === undefined ? [] : listOwnItems(message).slice(piece.from, piece.to + 1);
  if (piece.kind === "original") return items;
  return reduceItems(items, piece.contents);
}

/** A shortened item is no longer the one that the provider stored: it has no ID, and its reasoning leaves with it. */
function reduceItems(items: readonly JsonObject[], contents: readonly Content[]): readonly JsonObject[] {
  const item = items.at(-1);
  if (item === undefined) return [];
  const { id: _id, ...own } = item;
  const [content] = contents;
  if (isMessage(item)) return [{ ...own, content: reduceContent(item, contents) }];
  if (content?.type === "tool-call" && item.type === "function_call")
    return [{ ...own, arguments: encodeCanonicalJson(content.input) }];
  if (content?.type === "tool-call" && item.type === "custom_tool_call")
    return [{ ...own, input: typeof content.input === "string" ? content.input : encodeCanonicalJson(content.input) }];
  if (content?.type === "tool-result") return [reduceOutput(item, content.output)];
  const isText = contents.every(({ type }) => type === "text");
  // An item that can't be shortened in its own form stays as it is.
  return isText ? writeItems("assistant", contents, new Map()) : items;
}

function reduceOutput(item: JsonObject, output: ResultOutput): JsonObject {
  switch (item.type) {
    case "function_call_output":
    case "custom_tool_call_output":
      return { ...item, output: writeResult(output, item.output, writeInputPart) };
    case "local_shell_call_output":
    case "apply_patch_call_output":
      return { ...item, output: readResultText(output) };
    case "shell_call_output": {
      const stdout = readResultText(output);
      return { ...item, output: [{ stdout, stderr: "", outcome: { type: "exit", exit_code: 0 } }] };
    }
    default:
      return item;
  }
}

/** Unchanged parts stay the client's own. */
function reduceContent({ role, content }: JsonObject, contents: readonly Content[]): unknown {
  const parts = listParts(content, "input_text");
  if (typeof content === "string" && contents.every(({ type }) => type === "text")) {
    return contents.map((each) => ("text" in each ? each.text : "")).join("\n\n");
  }
  return contents.flatMap((each, place) => {
    const part = parts.length === contents.length ? parts[place] : undefined;
    return part !== undefined && isSame(part, each) ? [part] : writeParts(role === "assistant", [each]);
  });
}

function isSame(part: JsonObject, content: Content): boolean {
  const read = readOpenaiPart(part);
  if (read.kind === "file") return content.type === "file";
  return content.type === "text" && content.text === read.text;
}

function writeItems(
  role: ShownPiece["role"],
  contents: readonly Content[],
  types: ReadonlyMap<string | null, string>,
): readonly JsonObject[] {
  const isAgents = role === "assistant";
  const parts = writeParts(isAgents, contents);
  const words = parts.length === 0 ? [] : [{ type: "message", role: isAgents ? "assistant" : "user", content: parts }];
  const tools = contents.flatMap((content) => {
    if (content.type === "tool-call") {
      const { toolCallId, toolName: name, input } = content;
      return [{ type: "function_call", call_id: toolCallId, name, arguments: encodeCanonicalJson(input) }];
    }
    if (content.type !== "tool-result") return [];
    return [answerCall(types.get(content.toolCallId), content.toolCallId, content.output)];
  });
  return [...words, ...tools];
}

/** In the form of the call that it answers. */
function answerCall(type: string | undefined, call: string, output: ResultOutput): JsonObject {
  const id = type === "local_shell_call" ? { id: call } : { call_id: call };
  return reduceOutput({ type: `${type?.replace(/_output$/, "") ?? "function_call"}_output`, ...id }, output);
}

function writeParts(isAgents: boolean, contents: readonly Content[]): readonly JsonObject[] {
  return contents.flatMap((content) => {
    if (content.type === "text" && isAgents) return [{ type: "output_text", text: content.text }];
    return (content.type === "text" || content.type === "file") && !isAgents ? [writeInputPart(content)] : [];
  });
}

function writeInputPart(content: TextContent | FileContent): JsonObject {
  return content.type === "text" ? { type: "input_text", text: content.text } : writeFile(content);
}

function writeFile({ mediaType, data, filename }: FileContent): JsonObject {
  const url = /^(?:https?|data):/i.test(data) ? data : `data:${mediaType};base64,${data}`;
  if (mediaType.startsWith("image/")) return { type: "input_image", image_url: url };
  return { type: "input_file", file_data: url, filename: filename ?? "file" };
}
