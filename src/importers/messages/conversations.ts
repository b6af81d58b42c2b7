import { fileKey } from "../../core/importing/file-name.js";
import { fingerprint } from "../../core/importing/fingerprint.js";
import { foreignId, parseForeign } from "../../core/importing/foreign.js";
import type { BadRecord, ImportSource } from "../../core/importing/imported.js";
import { jsonLine, objectsIn } from "../../core/importing/json-lines.js";
import { boundedId, safeName } from "../../core/importing/safe-name.js";
import { isObject } from "../../core/text/json.js";
import { hasRole, listIn } from "./shape.js";

export interface Conversation {
  /** The last part of its session's key. */
  readonly name: string;
  /** Its line, or its number where the file has none; null where the file is one conversation. */
  readonly line: number | null;
  readonly messages: readonly unknown[];
}

export interface Found {
  readonly conversations: readonly Conversation[];
  readonly bad: readonly BadRecord[];
}

export async function conversationsIn(source: ImportSource): Promise<Found> {
  const file = fileKey(source.sample.name);
  if (await beginsWithLine(source)) return fromLines(source, file);
  const value = parseForeign(await source.text());
  if (value !== undefined) return fromValue(value, file);
  if (objectsIn(source.sample.head).length > 0) return fromLines(source, file);
  return { conversations: [], bad: [{ kind: "bad", line: 1, reason: "the file is not JSON" }] };
}

/** One object that fills the first line: JSON Lines, or a document that is a single line. */
async function beginsWithLine(source: ImportSource): Promise<boolean> {
  for await (const { text } of source.lines()) {
    const { kind } = jsonLine(text);
    if (kind !== "blank") return kind === "object";
  }
  return false;
}

async function fromLines(source: ImportSource, file: string): Promise<Found> {
  const elements: Element[] = [];
  const bad: BadRecord[] = [];
  for await (const { number, text } of source.lines()) {
    const line = jsonLine(text);
    if (line.kind === "object") elements.push({ value: line.value, line: number });
    else if (line.kind === "bad") bad.push({ kind: "bad", line: number, reason: line.reason });
  }
  const [only] = elements;
  const isDocument = elements.length === 1 && bad.length === 0 && !/\.jsonl$/i.test(source.sample.name);
  if (isDocument) return fromValue(only?.value, file);
  const found = fromElements(elements, file, "the line holds no messages");
  return { ...found, bad: [...bad, ...found.bad].sort((a, b) => a.line - b.line) };
}

function fromValue(value: unknown, file: string): Found {
  const list = listIn(value);
  if (list !== null) return { conversations: [{ name: ownName(file, list), line: null, messages: list }], bad: [] };
  if (Array.isArray(value) && value.some((element) => listIn(element) !== null)) {
    const elements = value.map((element: unknown, index) => ({ value: element, line: index + 1 }));
    return fromElements(elements, file, "the conversation holds no messages");
  }
  if (Array.isArray(value) && value.some(hasRole)) {
    return { conversations: [{ name: ownName(file, value), line: null, messages: value }], bad: [] };
  }
  return { conversations: [], bad: [{ kind: "bad", line: 1, reason: "the file holds no messages" }] };
}

/** Many files are called chat.json: how a conversation begins, up to the person's first words, tells them apart. */
function ownName(file: string, messages: readonly unknown[]): string {
  const first = messages.findIndex((message) => hasRole(message) && message.role === "user");
  return `${file}-${fingerprint(JSON.stringify(messages.slice(0, first + 1 || 1)))}`;
}

interface Element {
  readonly value: unknown;
  readonly line: number;
}

function fromElements(elements: readonly Element[], file: string, reason: string): Found {
  const held = elements.filter(({ value }) => listIn(value) !== null);
  const names = uniqueNames(held);
  return {
    conversations: held.map(({ value, line }, index) => {
      return { name: `${file}:${names[index] ?? line}`, line, messages: listIn(value) ?? [] };
    }),
    bad: elements.filter((element) => !held.includes(element)).map(({ line }) => ({ kind: "bad", line, reason })),
  };
}

/** The conversations' own names if all have one and no two the same; else their places. */
function uniqueNames(elements: readonly Element[]): readonly string[] {
  for (const fields of [["task_id", "trial"], ["task_id"], ["id"]]) {
    const names = elements.flatMap(({ value }) => nameOf(value, fields) ?? []);
    if (names.length === elements.length && new Set(names).size === names.length) return names;
  }
  return elements.map(({ line }) => String(line));
}

function nameOf(value: unknown, fields: readonly string[]): string | null {
  const ids = fields.map((field) => (isObject(value) ? foreignId(value[field]) : null));
  return ids.every((id) => id !== null) ? boundedId(safeName(ids.join("-")), 90) : null;
}
