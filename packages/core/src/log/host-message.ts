/** Reads messages in the AI SDK's shape. Hosts differ, so a part of an unknown type is kept as JSON text. */

import { describeError } from "@clewline/text/error-text.js";
import { encodeCanonicalJson, isObject, type Json, toJson } from "@clewline/text/json.js";
import { ClewError } from "../errors.js";
import type { ThoughtBond } from "./entry.js";

/** A file from a host: base64 text or a URL. */
export interface HostFile {
  /** Distinguishes it from text. */
  readonly kind: "file";
  /** Its IANA media type. */
  readonly mediaType: string;
  /** Its content, or where that is. */
  readonly data: { readonly kind: "base64"; readonly base64: string } | { readonly kind: "url"; readonly url: string };
  /** Its name, where it has one. */
  readonly name?: string;
}

/** One part of a message, as a host hands it over. */
export type HostPart =
  | { readonly kind: "text" | "reasoning"; readonly text: string; readonly meta?: Json; readonly bond?: ThoughtBond }
  | HostFile;

/** A tool's result, as a host hands it over. */
export type HostOutput =
  | { readonly kind: "text" | "json" | "error-text" | "error-json" | "denied"; readonly text: string }
  | { readonly kind: "content"; readonly parts: readonly HostPart[] };

/** One thing that a message says: words, a call or a result. */
export type HostItem = HostContent & {
  /** The original as the host has it, for the host alone. */
  readonly raw?: Json;
  /** The model that said it, as `provider:model`. */
  readonly model?: string;
};

/** The content of an item, by kind. */
export type HostContent =
  | { readonly kind: "said"; readonly role: "user" | "agent" | "system"; readonly parts: readonly HostPart[] }
  | {
      readonly kind: "called";
      readonly call: string;
      readonly tool: string;
      readonly input: string;
      readonly hosted?: true;
      readonly meta?: Json;
    }
  | {
      readonly kind: "returned";
      readonly call: string;
      readonly tool: string;
      readonly output: HostOutput;
      readonly hosted?: true;
      readonly meta?: Json;
    }
  | { readonly kind: "asked"; readonly approval: string; readonly call: string }
  | { readonly kind: "approved"; readonly approval: string; readonly approved: boolean; readonly reason?: string };

/** A host may pass the original along as `raw`. It is kept with the first item of the message. */
export function readHostMessage(message: unknown): readonly HostItem[] {
  const [first, ...rest] = readOrRefuse(message);
  if (first === undefined || !isObject(message) || message.raw === undefined)
    return first === undefined ? [] : [first, ...rest];
  return [{ ...first, raw: readRaw(message.raw) }, ...rest];
}

/** The limit fits a large message of a channel, and keeps rows of the log small. */
const longestRaw = 65_536;

/** The original as the log keeps it. */
export function readRaw(raw: unknown): Json {
  const text = encodeRaw(raw);
  if (text.length <= longestRaw) return JSON.parse(text) as Json;
  throw new ClewError(
    "message/bad",
    `The raw original has ${text.length} characters as JSON, and may have ${longestRaw}`,
    {
      hint: "Keep large originals yourself, and give their id as raw",
    },
  );
}

function encodeRaw(raw: unknown): string {
  try {
    return encodeCanonicalJson(raw);
  } catch (cause) {
    throw new ClewError("message/bad", "The raw original can't be written as JSON", {
      hint: "Give plain values: no cycles, and no more than a thousand levels",
      cause,
    });
  }
}

/** Values that neither JSON nor a text can hold are the caller's mistake, and the error says so. */
function readOrRefuse(message: unknown): readonly HostItem[] {
  try {
    if (!isObject(message)) throw makeMessageError(message);
    return readContents(message);
  } catch (cause) {
    if (cause instanceof ClewError) throw cause;
    throw new ClewError("message/bad", "A tool's input or output, or a text, can't be written as JSON", {
      hint: "Give plain values: no cycles, and no more than a thousand levels",
      cause,
    });
  }
}

function readContents(message: Record<string, unknown>): readonly HostItem[] {
  const { role, content } = message;
  const parts: readonly unknown[] = typeof content === "string" ? [{ type: "text", text: content }] : readList(content);
  switch (role) {
    case "user":
    case "system":
      return [{ kind: "said", role, parts: parts.map(readHostPart) }];
    case "assistant":
    case "tool":
      return mergeSaidItems(parts.filter(isTold).map((part) => readModelItem(part, role)));
    default:
      throw makeMessageError(message);
  }
}

/** Leaves out the markers that providers put between the parts since ai 7, such as the id of an answer. */
function isTold(part: unknown): boolean {
  return !isObject(part) || part.type !== "custom";
}

/** Joins neighbouring text and reasoning to one message. */
function mergeSaidItems(items: readonly HostItem[]): readonly HostItem[] {
  const result: HostItem[] = [];
  for (const item of items) {
    const before = result.at(-1);
    if (item.kind === "said" && before?.kind === "said") {
      result[result.length - 1] = { ...before, parts: [...before.parts, ...item.parts] };
    } else result.push(item);
  }
  return result;
}

function readModelItem(part: unknown, role: "assistant" | "tool"): HostItem {
  if (!isObject(part)) throw makeMessageError(part);
  const meta = readMeta(part);
  const call = String(part.toolCallId ?? "");
  const tool = String(part.toolName ?? "");
  switch (part.type) {
    case "tool-call": {
      const hosted = part.providerExecuted === true ? { hosted: true as const } : {};
      return { kind: "called", call, tool, input: encodeInput(tool, part.input ?? {}), ...hosted, ...meta };
    }
    case "tool-result": {
      const hosted = role === "assistant" ? { hosted: true as const } : {};
      return { kind: "returned", call, tool, output: readHostOutput(part.output), ...hosted, ...meta };
    }
    case "tool-approval-request":
      return { kind: "asked", approval: String(part.approvalId), call };
    case "tool-approval-response": {
      const reason = typeof part.reason === "string" ? { reason: part.reason } : {};
      return { kind: "approved", approval: String(part.approvalId), approved: part.approved === true, ...reason };
    }
    default:
      return { kind: "said", role: "agent", parts: [readHostPart(part)] };
  }
}

function readHostPart(part: unknown): HostPart {
  if (!isObject(part)) throw makeMessageError(part);
  switch (part.type) {
    case "text":
    case "reasoning":
      return { kind: part.type, text: String(part.text ?? ""), ...readMeta(part) };
    case "image":
      return readFilePart(part.image, typeof part.mediaType === "string" ? part.mediaType : "image/*", part.filename);
    case "file":
    case "reasoning-file": {
      const data = unpackData(part.data);
      if (isObject(data) && data.type === "text") return { kind: "text", text: String(data.text) };
      return readFilePart(data, String(part.mediaType ?? "application/octet-stream"), part.filename);
    }
    default:
      return { kind: "text", text: encodeCanonicalJson(part) };
  }
}

/** Since ai 7 a file may be wrapped with the type of its content: data, a URL, or plain text. */
function unpackData(data: unknown): unknown {
  return isObject(data) && (data.type === "data" || data.type === "url") ? data[data.type] : data;
}

function readFilePart(data: unknown, mediaType: string, name: unknown): HostFile {
  const named = typeof name === "string" ? { name } : {};
  const text =
    data instanceof Uint8Array
      ? encodeBase64(data)
      : data instanceof ArrayBuffer
        ? encodeBase64(new Uint8Array(data))
        : String(data);
  if (/^https?:/i.test(text)) return { kind: "file", mediaType, data: { kind: "url", url: text }, ...named };
  const inline = /^data:([^;,]*);base64,/.exec(text);
  if (inline)
    return {
      kind: "file",
      mediaType: inline[1] || mediaType,
      data: { kind: "base64", base64: text.slice(inline[0].length) },
      ...named,
    };
  return { kind: "file", mediaType, data: { kind: "base64", base64: text }, ...named };
}

/** A result that can't be written is kept as an error: the call was made, and the model must know that it brought nothing. */
function readHostOutput(output: unknown): HostOutput {
  try {
    return readWritableOutput(output);
  } catch (error) {
    if (error instanceof ClewError) throw error;
    return { kind: "error-text", text: `The result can't be written as JSON: ${explainJsonError(error)}.` };
  }
}

function readWritableOutput(output: unknown): HostOutput {
  if (!isObject(output) || typeof output.type !== "string") return makeJsonOutput("json", output);
  const { type, value } = output;
  switch (type) {
    case "text":
    case "error-text":
      return { kind: type, text: String(value ?? "") };
    case "json":
    case "error-json":
      return makeJsonOutput(type, value);
    case "execution-denied":
      return { kind: "denied", text: String(output.reason ?? "The call was denied.") };
    case "content":
      return { kind: "content", parts: readList(value).map(readContentPart) };
    default:
      return makeJsonOutput("json", output);
  }
}

function readContentPart(part: unknown): HostPart {
  if (isObject(part) && typeof part.data === "string" && part.type !== "text") {
    return readFilePart(part.data, String(part.mediaType ?? "application/octet-stream"), part.filename);
  }
  return readHostPart(part);
}

function makeJsonOutput(kind: "json" | "error-json", value: unknown): HostOutput {
  return { kind, text: encodeCanonicalJson(value) };
}

function encodeInput(tool: string, input: unknown): string {
  try {
    return encodeCanonicalJson(input);
  } catch (cause) {
    const why = explainJsonError(cause);
    throw new ClewError("message/bad", `The input of a call of ${tool} can't be written as JSON: ${why}`, {
      hint: "Give plain values",
      cause,
    });
  }
}

/** Says why a value can't be written as JSON, so that it can't be kept or sent; null if it can. */
export function explainUnwritable(value: unknown): string | null {
  try {
    encodeCanonicalJson(value);
    return null;
  } catch (error) {
    return explainJsonError(error);
  }
}

/** A value that refers to itself runs out of stack, as one with too many levels does. */
function explainJsonError(error: unknown): string {
  if (error instanceof RangeError) return "it refers to itself or has too many levels";
  return `reading it fails (${describeError(error)})`;
}

function readMeta(part: Record<string, unknown>): { readonly meta?: Json } {
  const meta = part.providerOptions ?? part.providerMetadata;
  return meta === undefined || meta === null ? {} : { meta: toJson(meta) };
}

function readList(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw makeMessageError(value);
  return value as readonly unknown[];
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** Bytes of a block, whose characters fit into the arguments of one call. */
const blockBytes = 6_144;

/** Block by block: a text that grows by the character takes fifty times the memory of the bytes. */
function encodeBase64(bytes: Uint8Array): string {
  const codes = new Uint8Array((blockBytes / 3) * 4);
  const blocks: string[] = [];
  for (let start = 0; start < bytes.length; start += blockBytes) {
    const length = encodeBlock(bytes, start, Math.min(start + blockBytes, bytes.length), codes);
    blocks.push(Reflect.apply(String.fromCharCode, null, codes.subarray(0, length)) as string);
  }
  return blocks.join("");
}

const digitCodes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0));
const padding = 61;

/** Writes the characters' codes and returns how many there are. */
function encodeBlock(bytes: Uint8Array, start: number, end: number, codes: Uint8Array): number {
  let at = 0;
  for (let index = start; index < end; index += 3) {
    const bits = ((bytes[index] ?? 0) << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    codes[at++] = digitCodes[bits >> 18] ?? 0;
    codes[at++] = digitCodes[(bits >> 12) & 63] ?? 0;
    codes[at++] = index + 1 < end ? (digitCodes[(bits >> 6) & 63] ?? 0) : padding;
    codes[at++] = index + 2 < end ? (digitCodes[bits & 63] ?? 0) : padding;
  }
  return at;
}

function makeMessageError(value: unknown): ClewError {
  const shown = (encodeCanonicalJson(value) ?? "undefined").slice(0, 80);
  return new ClewError("message/bad", `Not a message: ${shown}`, {
    hint: 'Give messages as { role: "user" | "assistant" | "tool" | "system", content }, as the AI SDK does',
  });
}
