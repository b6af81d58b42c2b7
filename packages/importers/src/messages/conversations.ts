import { computeFingerprint } from "@clewline/core/importing/fingerprint.js";
import { parseForeign, readForeignId } from "@clewline/core/importing/foreign.js";
import type { BadRecord, ImportSource } from "@clewline/core/importing/importer.js";
import { parseJsonLine, parseLineObjects } from "@clewline/core/importing/json-lines.js";
import { makeFileKey, makeSafeName, shortenId } from "@clewline/core/importing/safe-name.js";
import { isObject } from "@clewline/text/json.js";
import { findMessageList, hasRole } from "./shape.js";

export interface Conversation {
  /** The last part of its session's key. */
  readonly name: string;
  /** Its line, or its number in a file without lines; null if the file is one conversation. */
  readonly line: number | null;
  readonly messages: readonly unknown[];
}

export interface FoundConversations {
  readonly conversations: readonly Conversation[];
  readonly bad: readonly BadRecord[];
}

export async function readConversations(source: ImportSource): Promise<FoundConversations> {
  const file = makeFileKey(source.sample.name);
  if (await hasObjectLineFirst(source)) return readLineConversations(source, file);
  const value = parseForeign(await source.text());
  if (value !== undefined) return readValueConversations(value, file);
  if (parseLineObjects(source.sample.head).length > 0) return readLineConversations(source, file);
  return { conversations: [], bad: [{ kind: "bad", line: 1, reason: "the file is not JSON" }] };
}

/** Whether an object fills the first line: JSON Lines, or a document in a single line. */
async function hasObjectLineFirst(source: ImportSource): Promise<boolean> {
  for await (const { text } of source.lines()) {
    const { kind } = parseJsonLine(text);
    if (kind !== "blank") return kind === "object";
  }
  return false;
}

async function readLineConversations(source: ImportSource, file: string): Promise<FoundConversations> {
  const elements: Element[] = [];
  const bad: BadRecord[] = [];
  for await (const { number, text } of source.lines()) {
    const line = parseJsonLine(text);
    if (line.kind === "object") elements.push({ value: line.value, line: number });
    else if (line.kind === "bad") bad.push({ kind: "bad", line: number, reason: line.reason });
  }
  const [only] = elements;
  const isDocument = elements.length === 1 && bad.length === 0 && !/\.jsonl$/i.test(source.sample.name);
  if (isDocument) return readValueConversations(only?.value, file);
  const found = readElementConversations(elements, file, "the line holds no messages");
  return { ...found, bad: [...bad, ...found.bad].sort((a, b) => a.line - b.line) };
}

function readValueConversations(value: unknown, file: string): FoundConversations {
  const list = findMessageList(value);
  if (list !== null) return { conversations: [{ name: makeOwnName(file, list), line: null, messages: list }], bad: [] };
  if (Array.isArray(value) && value.some((element) => findMessageList(element) !== null)) {
    const elements = value.map((element: unknown, index) => ({ value: element, line: index + 1 }));
    return readElementConversations(elements, file, "the conversation holds no messages");
  }
  if (Array.isArray(value) && value.some(hasRole)) {
    return { conversations: [{ name: makeOwnName(file, value), line: null, messages: value }], bad: [] };
  }
  return { conversations: [], bad: [{ kind: "bad", line: 1, reason: "the file holds no messages" }] };
}

/** Many files are called chat.json, so a hash of the beginning, up to the person's first words, tells them apart. */
function makeOwnName(file: string, messages: readonly unknown[]): string {
  const first = messages.findIndex((message) => hasRole(message) && message.role === "user");
  return `${file}-${computeFingerprint(JSON.stringify(messages.slice(0, first + 1 || 1)))}`;
}

interface Element {
  readonly value: unknown;
  readonly line: number;
}

function readElementConversations(elements: readonly Element[], file: string, reason: string): FoundConversations {
  const found = elements.filter(({ value }) => findMessageList(value) !== null);
  const names = pickUniqueNames(found);
  return {
    conversations: found.map(({ value, line }, index) => {
      return { name: `${file}:${names[index] ?? line}`, line, messages: findMessageList(value) ?? [] };
    }),
    bad: elements.filter((element) => !found.includes(element)).map(({ line }) => ({ kind: "bad", line, reason })),
  };
}

/** The conversations' own names if all have one and none repeats; else their places. */
function pickUniqueNames(elements: readonly Element[]): readonly string[] {
  for (const fields of [["task_id", "trial"], ["task_id"], ["id"]]) {
    const names = elements.flatMap(({ value }) => readFieldsName(value, fields) ?? []);
    if (names.length === elements.length && new Set(names).size === names.length) return names;
  }
  return elements.map(({ line }) => String(line));
}

function readFieldsName(value: unknown, fields: readonly string[]): string | null {
  const ids = fields.map((field) => (isObject(value) ? readForeignId(value[field]) : null));
  return ids.every((id) => id !== null) ? shortenId(makeSafeName(ids.join("-")), 90) : null;
}
