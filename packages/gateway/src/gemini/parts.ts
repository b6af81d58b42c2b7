/** Contents of the Gemini API as messages of the log. Fields may be written in either of its two ways. */
import type { HostFile, HostOutput, HostPart } from "@clewline/core/log/host-message.js";
import { encodeCanonicalJson, isObject, type Json, toJson } from "@clewline/text/json.js";
import { mapInSteps, type Steps } from "@clewline/text/steps.js";
import { isReminder, pickUserRole, readTextKey } from "../wire/reminder.js";
import type { JsonObject, WireMessage } from "../wire/wire.js";
import { type BlockReading, listItems } from "../wire/wire-items.js";

/** A field by its name in camel case, or as the API's other spelling has it; undefined without an object there. */
export function readField(holder: JsonObject, name: string): JsonObject | undefined {
  const found = holder[findName(holder, name)];
  return isObject(found) ? found : undefined;
}

/** How this object spells a field. */
export function findName(holder: JsonObject, name: string): string {
  const other = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return !(name in holder) && other in holder ? other : name;
}

export function listContentParts({ parts }: JsonObject): readonly JsonObject[] {
  return Array.isArray(parts) ? parts.filter(isObject) : [];
}

/** As Google documents it for calls without a signature, which a model that signs its calls refuses otherwise. */
export const unsigned: JsonObject = { thoughtSignature: "skip_thought_signature_validator" };

export function isSignedPart(part: JsonObject): boolean {
  return findName(part, "thoughtSignature") in part;
}

export function dropSignature(part: JsonObject): JsonObject {
  const { thoughtSignature: _signature, thought_signature: _other, ...rest } = part;
  return rest;
}

/** The same parts, of which the first call has a signature. */
export function signFirst(parts: readonly JsonObject[]): readonly JsonObject[] {
  const first = parts.findIndex((part) => readField(part, "functionCall") !== undefined);
  return parts.map((part, place) => (place === first && !isSignedPart(part) ? { ...part, ...unsigned } : part));
}

export function* readContents(contents: readonly JsonObject[]): Steps<readonly WireMessage[]> {
  let before: KnownContent | null = null;
  let behind = openAnswer(null);
  return yield* mapInSteps(contents, (content) => {
    // An answer says the same whatever stands before it.
    const place = content.role === "model" ? null : before;
    const last = known.get(content);
    const isSame = last !== undefined && last.before === place;
    const read: KnownContent = isSame ? last : { before: place, ...readBehind(content, behind) };
    if (isSame) for (const tool of last.placed) behind.nameResult(tool);
    else known.set(content, read);
    before = read;
    if (read.message.isReply) behind = openAnswer(content);
    return read.message;
  });
}

/** An answer whose calls get their results in what follows it, in one content or in several. */
interface OpenAnswer {
  readonly calls: CallNames;
  readonly nameResult: (tool: string) => string;
}

function openAnswer(reply: JsonObject | null): OpenAnswer {
  return { calls: reply === null ? new Map() : listCallNames(reply), nameResult: makeCallNamer() };
}

interface ReadContent {
  readonly message: WireMessage;
  /** The tools of results that are known by their place alone. */
  readonly placed: readonly string[];
}

interface KnownContent extends ReadContent {
  readonly before: KnownContent | null;
}

const known = new WeakMap<JsonObject, KnownContent>();

function readBehind(content: JsonObject, { calls, nameResult }: OpenAnswer): ReadContent {
  const placed: string[] = [];
  const message = readContent(content, (tool, id) => {
    const name = calls.get(id);
    if (name !== undefined) return name;
    placed.push(tool);
    return nameResult(tool);
  });
  return { message, placed };
}

/** By the ids that clients give to the calls of an answer: what these are known by here. */
type CallNames = ReadonlyMap<unknown, string>;

/** `nameResult` tells the call that a result of this tool, with this id, belongs to. */
export function readContent(
  content: JsonObject,
  nameResult: (tool: string, id: unknown) => string = makeCallNamer(),
): WireMessage {
  const parts = listContentParts(content);
  const isReply = content.role === "model";
  const nameCall = makeCallNamer();
  const readings = parts.map((part): BlockReading => {
    const call = readField(part, "functionCall");
    if (call !== undefined) {
      const tool = String(call.name ?? "");
      return { kind: "called", call: nameCall(tool), tool, input: encodeCanonicalJson(call.args ?? {}) };
    }
    const result = readField(part, "functionResponse");
    if (result === undefined) return readSaid(part, isReply);
    const tool = String(result.name ?? "");
    const output = readOutput(result.response);
    return { kind: "returned", call: nameResult(tool, result.id), tool, output };
  });
  return {
    original: content,
    items: listItems(readings).map((each) => ({ ...each, isNameless: true })),
    key: [isReply ? "model" : "user", ...readKeys(parts)],
    isReply,
  };
}

function readSaid(part: JsonObject, isReply: boolean): BlockReading {
  const read = readWords(part);
  return { kind: "part", role: isReply ? "agent" : pickUserRole(read), part: read };
}

/** The provider gives its calls no ids, and clients make some up later: a call is known by its tool, and by its place among those of an answer. */
function makeCallNamer(): (tool: string) => string {
  const counts = new Map<string, number>();
  return (tool) => {
    const count = (counts.get(tool) ?? 0) + 1;
    counts.set(tool, count);
    return count === 1 ? tool : `${tool} ${count}`;
  };
}

function listCallNames(content: JsonObject): CallNames {
  const nameCall = makeCallNamer();
  return new Map(
    listContentParts(content).flatMap((part) => {
      const call = readField(part, "functionCall");
      if (call === undefined) return [];
      const name = nameCall(String(call.name ?? ""));
      return typeof call.id === "string" && call.id !== "" ? [[call.id, name] as const] : [];
    }),
  );
}

function readOutput(response: unknown): HostOutput {
  if (isObject(response) && Object.keys(response).length === 1) {
    if (typeof response.output === "string") return { kind: "text", text: response.output };
    if (typeof response.error === "string") return { kind: "error-text", text: response.error };
  }
  return { kind: "json", text: encodeCanonicalJson(response ?? {}) };
}

export function readWords(part: JsonObject): HostPart {
  if (typeof part.text === "string") return { kind: part.thought === true ? "reasoning" : "text", text: part.text };
  return readFile(part) ?? { kind: "text", text: encodeCanonicalJson(part) };
}

function readFile(part: JsonObject): HostFile | null {
  const inline = readField(part, "inlineData");
  const mediaTypeOf = (holder: JsonObject) =>
    String(holder[findName(holder, "mimeType")] ?? "application/octet-stream");
  if (inline !== undefined) {
    const data = { kind: "base64", base64: String(inline.data ?? "") } as const;
    return { kind: "file", mediaType: mediaTypeOf(inline), data };
  }
  const file = readField(part, "fileData");
  if (file === undefined) return null;
  const url = String(file[findName(file, "fileUri")] ?? "");
  return { kind: "file", mediaType: mediaTypeOf(file), data: { kind: "url", url } };
}

/** Clients join the pieces of a stream as they like, so that texts which stand together are one. */
function readKeys(parts: readonly JsonObject[]): readonly Json[] {
  const keys: Json[] = [];
  let text = "";
  for (const part of parts) {
    if (typeof part.text === "string") {
      if (part.thought !== true && !isReminder(part.text)) text += part.text;
      continue;
    }
    keys.push(...readTextKey(text), ...readKey(part).filter((key) => !isRepeated(keys, key)));
    text = "";
  }
  return [...keys, ...readTextKey(text)];
}

/** A result that stands there twice was given once. */
function isRepeated(keys: readonly Json[], key: Json): boolean {
  return (
    Array.isArray(key) && key[0] === "result" && encodeCanonicalJson(keys.at(-1) ?? null) === encodeCanonicalJson(key)
  );
}

function readKey(part: JsonObject): readonly Json[] {
  const call = readField(part, "functionCall");
  if (call !== undefined) return [["call", String(call.name ?? ""), toJson(call.args ?? {})]];
  const result = readField(part, "functionResponse");
  if (result !== undefined) return [["result", String(result.name ?? ""), toJson(result.response ?? {})]];
  const rest = dropSignature(part);
  return Object.keys(rest).length === 0 ? [] : [toJson(rest)];
}
