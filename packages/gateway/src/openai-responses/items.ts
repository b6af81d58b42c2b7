/** Items of the Responses API as messages of the log. All items of one answer are one message. */
import type { HostItem, HostOutput, HostPart } from "@clewline/core/log/host-message.js";
import type { NamedItem } from "@clewline/engine/answer/list/named-item.js";
import { encodeCanonicalJson, isObject, type Json, toJson, tryParseJson } from "@clewline/text/json.js";
import { mapInSteps, type Steps } from "@clewline/text/steps.js";
import { listParts, readArguments, readOpenaiPart, readPartKey, readResultPart } from "../wire/openai-parts.js";
import { pickUserRole, readTextKey } from "../wire/reminder.js";
import type { JsonObject, References, WireItem, WireMessage } from "../wire/wire.js";

/** A list that is a plain text counts as one message of the user. */
export function listInput(input: unknown): readonly JsonObject[] | null {
  if (typeof input === "string") return [{ role: "user", content: input }];
  return Array.isArray(input) && input.every(isObject) ? input : null;
}

export function* groupItems(items: readonly JsonObject[]): Steps<readonly WireMessage[]> {
  return yield* mapInSteps(groupOutputs(items), readGroup);
}

/** All items of one answer are one group. */
export function groupOutputs(items: readonly JsonObject[]): readonly (readonly JsonObject[])[] {
  const groups: JsonObject[][] = [];
  for (const [place, item] of items.entries()) {
    const before = items[place - 1];
    if (before !== undefined && isModels(item) && isModels(before)) groups.at(-1)?.push(item);
    else groups.push([item]);
  }
  return groups;
}

/** By its first item; what belongs to it may have grown since. */
const known = new WeakMap<JsonObject, WireMessage>();

function readGroup(items: readonly JsonObject[]): WireMessage {
  const [first] = items as readonly [JsonObject];
  const before = known.get(first);
  const own = before === undefined ? [] : listOwnItems(before);
  if (before !== undefined && own.length === items.length && own.every((item, place) => item === items[place]))
    return before;
  const message = readItems(items);
  known.set(first, message);
  return message;
}

/** Whether the model, or a tool that its provider ran, gave the item. */
function isModels(item: JsonObject): boolean {
  const { type, role } = item;
  if (isMessage(item)) return role === "assistant";
  if (isReference(item)) return true;
  return /_call$|^(?:reasoning|compaction|mcp_list_tools|mcp_approval_request)$/.test(String(type));
}

/** Whether it is only the name of what its provider keeps. Its type may be left out. */
function isReference({ type, id, role, content }: JsonObject): boolean {
  if (type === "item_reference") return true;
  return (type ?? role ?? content ?? null) === null && typeof id === "string";
}

export function isMessage({ type, role }: JsonObject): boolean {
  return type === "message" || (type === undefined && typeof role === "string");
}

/** A message of the list; `items` are those that belong together. */
export function readItems(items: readonly JsonObject[], found: FoundItems = new Map()): WireMessage {
  const isReply = items.some(isModels);
  const named = items.map((item) => readNamed(item, found));
  const keys = items.flatMap((item, place) => readKey(item, named[place] ?? null));
  const key = [isReply ? "assistant" : String(items[0]?.role ?? "tool"), ...keys];
  return { original: { items }, items: listItems(items, named), key, isReply };
}

type FoundItems = ReadonlyMap<string, NamedItem>;

function readNamed(item: JsonObject, found: FoundItems): NamedItem | null {
  return isReference(item) ? (found.get(String(item.id)) ?? null) : null;
}

export const responsesReferences: References = {
  list: (message) =>
    listOwnItems(message).flatMap((item) => (isReference(item) && typeof item.id === "string" ? [item.id] : [])),
  fill: (message, found) => readItems(listOwnItems(message), found),
};

/** The items of a message of the list. */
export function listOwnItems({ original }: Pick<WireMessage, "original">): readonly JsonObject[] {
  return original.items as readonly JsonObject[];
}

/** Reasoning goes with what follows it: the provider takes neither without the other. */
function listItems(items: readonly JsonObject[], named: readonly (NamedItem | null)[]): readonly WireItem[] {
  const listed: WireItem[] = [];
  let from = 0;
  for (const [place, item] of items.entries()) {
    const isLast = place === items.length - 1;
    const own = named[place] ?? null;
    if ((item.type === "reasoning" || own === "thought") && !isLast) continue;
    const thought = items.slice(from, place).map(readSummary).join("\n\n").trim();
    const read = own === null || typeof own === "string" ? readItem(item) : own;
    listed.push({
      item: thought === "" ? read : addThought(read, thought),
      name: nameItem(listed, read),
      from,
      to: place,
    });
    from = place + 1;
  }
  return listed;
}

function nameItem(listed: readonly WireItem[], item: HostItem): string {
  const wanted = "call" in item ? `${item.kind} ${item.call}` : "said";
  const alike = listed.filter(({ name }) => name.startsWith(wanted)).length;
  return "call" in item && alike === 0 ? wanted : `${wanted} ${alike}`;
}

function addThought(item: HostItem, thought: string): HostItem {
  const meta = { reasoning: thought };
  if (item.kind !== "said") return { ...item, meta } as HostItem;
  const [first, ...rest] = item.parts;
  return first === undefined || first.kind === "file" ? item : { ...item, parts: [{ ...first, meta }, ...rest] };
}

function readSummary({ summary }: JsonObject): string {
  const parts: readonly unknown[] = Array.isArray(summary) ? summary : [];
  return parts.map((part) => (isObject(part) ? String(part.text ?? "") : "")).join("\n");
}

function readItem(item: JsonObject): HostItem {
  const { type } = item;
  const call = readCallId(item);
  if (isMessage(item)) return readWords(item);
  if (type === "reasoning")
    return { kind: "said", role: "agent", parts: [{ kind: "reasoning", text: readSummary(item) }] };
  if (call !== null && /_call_output$/.test(String(type)))
    return { kind: "returned", call, tool: "", output: readOutput(item) };
  if (call !== null) return { kind: "called", call, tool: String(item.name ?? type), input: readInput(item) };
  return { kind: "said", role: isModels(item) ? "agent" : "system", parts: [readUnknown(item)] };
}

/** Null for what is neither a call that the client answers nor such an answer. */
export function readCallId({ type, call_id: call, id }: JsonObject): string | null {
  if (typeof call === "string" && /_call(?:_output)?$/.test(String(type))) return call;
  return type === "local_shell_call_output" && typeof id === "string" ? id : null;
}

function readWords(item: JsonObject): HostItem {
  const { role } = item;
  const parts = listParts(item.content, "input_text").map(readOpenaiPart);
  if (role === "assistant") return { kind: "said", role: "agent", parts };
  const isUser = role === "user" && (parts.length === 0 || parts.some((part) => pickUserRole(part) === "user"));
  return { kind: "said", role: isUser ? "user" : "system", parts };
}

function readInput({ arguments: given, input, action, operation }: JsonObject): string {
  if (typeof input === "string") return encodeCanonicalJson(input);
  return readArguments(given ?? action ?? operation);
}

function readOutput({ output }: JsonObject): HostOutput {
  if (typeof output === "string") return { kind: "text", text: output };
  if (Array.isArray(output) && output.some((part) => isObject(part) && typeof part.type !== "string")) {
    return { kind: "json", text: encodeCanonicalJson(output) };
  }
  const parts = listParts(isObject(output) ? [output] : output, "input_text").map(readResultPart);
  return { kind: "content", parts };
}

/** An unknown item is kept as its JSON, but an image as a file. */
function readUnknown(item: JsonObject): HostPart {
  const { type, result } = item;
  if (type === "image_generation_call" && typeof result === "string") {
    return { kind: "file", mediaType: "image/png", data: { kind: "base64", base64: result } };
  }
  return { kind: "text", text: encodeCanonicalJson(dropNames(item)) };
}

/** Ids, states and sealed reasoning may change or be left out on the way through a client; a reference is nothing but its id. */
function dropNames(item: JsonObject): JsonObject {
  const { id: _id, status: _status, ...rest } = item;
  return isReference(item) ? item : rest;
}

/**
 * A reference is identified by the words that it stands for. An image is identified by its ID, which is all that some
 * lists have of it.
 */
function readKey(item: JsonObject, named: NamedItem | null): readonly Json[] {
  if (item.type === "reasoning" || named === "thought") return [];
  if (typeof item.id === "string" && (item.type === "image_generation_call" || named === "file"))
    return [["image", item.id]];
  const read = named === null || named === "file" ? readItem(item) : named;
  if (read.kind === "called") return [["call", read.tool, tryParseJson(read.input) ?? null]];
  if (named !== null && read.kind === "said")
    return read.parts.flatMap((part) => (part.kind === "text" ? readTextKey(part.text) : []));
  if (isMessage(item)) return listParts(item.content, "input_text").flatMap(readPartKey);
  if (read.kind === "returned") return [toJson(item.output ?? null)];
  return isModels(item) ? readTextKey(encodeCanonicalJson(dropNames(item))) : [toJson(dropNames(item))];
}
