/** The blocks of a request's body, in the order in which providers cache them. */
import type { PrefixPart } from "@clewline/core/receipt/view-parts.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { isObject } from "@clewline/text/json.js";
import { rememberByObject } from "@clewline/text/remember.js";
import { mapInSteps, type Steps } from "@clewline/text/steps.js";
import { dropMark, listBlocks, listMarks } from "../anthropic/blocks.js";
import type { JsonObject, Wire } from "../wire/wire.js";

export interface BodyPart extends PrefixPart {
  readonly area: "tools" | "system" | "setting" | "messages";
  /** As `tool 2 (look)`; of a message its role. */
  readonly name: string;
  /** Equal for the same JSON in any order of its fields. */
  readonly sum: number;
  /** Blocks that its provider counts. */
  readonly blocks: number;
  /** Its marks for the cache, by the blocks that they end. */
  readonly marks: readonly number[];
  /** Of system text alone. */
  readonly text?: string;
}

interface Fields {
  readonly tools: string;
  readonly system: string;
  readonly list: string;
  /** Other fields that a cached prefix depends on. */
  readonly settings: readonly string[];
}

const openai = { tools: "tools", list: "messages", system: "instructions" };
const fieldsOf: Readonly<Record<Wire["name"], Fields>> = {
  anthropic: {
    tools: "tools",
    system: "system",
    list: "messages",
    settings: ["tool_choice", "thinking", "output_config"],
  },
  "openai-chat": {
    ...openai,
    settings: ["reasoning_effort", "response_format", "verbosity", "service_tier", "prompt_cache_key"],
  },
  "openai-responses": { ...openai, list: "input", settings: ["reasoning", "text", "service_tier", "prompt_cache_key"] },
  gemini: { tools: "tools", system: "systemInstruction", list: "contents", settings: ["toolConfig", "cachedContent"] },
};

export function* listBodyParts({ name }: Pick<Wire, "name">, body: JsonObject): Steps<readonly BodyPart[]> {
  const { tools, system, list, settings } = fieldsOf[name];
  const items = (field: string) => readList(body[field]);
  return [
    ...items(tools).map(
      (tool, place): BodyPart => ({ ...readTool(tool), area: "tools", name: `tool ${place + 1}${nameTool(tool)}` }),
    ),
    ...items(system).map((block): BodyPart => {
      const text = typeof block.text === "string" ? { text: block.text } : {};
      return { ...readTool(block), ...text, area: "system", name: "system text" };
    }),
    ...settings.flatMap((field): readonly BodyPart[] => {
      if (body[field] === undefined) return [];
      return [{ ...readPlain({ [field]: body[field] }), blocks: 0, area: "setting", name: `setting ${field}` }];
    }),
    ...(yield* readMessages(items(list))),
  ];
}

/** The blocks of a list alone, the same objects for the same messages. */
export function readMessages(list: readonly JsonObject[]): Steps<readonly BodyPart[]> {
  return mapInSteps(list, readMessage);
}

function readList(value: unknown): readonly JsonObject[] {
  if (typeof value === "string") return [wrapText(value)];
  if (Array.isArray(value)) return value.filter(isObject);
  return isObject(value) ? [value] : [];
}

let lastText: JsonObject = {};

/** The same object for the same text, so that it is read once. */
function wrapText(text: string): JsonObject {
  if (lastText.text !== text) lastText = { type: "text", text };
  return lastText;
}

function nameTool({ name, function: called }: JsonObject): string {
  const told = name ?? (isObject(called) ? called.name : undefined);
  return typeof told === "string" ? ` (${told})` : "";
}

type ReadPart = Pick<BodyPart, "key" | "size" | "sum" | "blocks" | "marks">;

const readTool = rememberByObject(
  (block: JsonObject): ReadPart => ({ ...readPlain(dropMark(block)), marks: findMarks([block]) }),
);

/** A text alone and a list with that text are the same to a provider. */
const readMessage = rememberByObject((message: JsonObject): BodyPart => {
  const { content, role, type } = message;
  const place = { area: "messages" as const, name: String(role ?? type) };
  if (typeof content !== "string" && !Array.isArray(content)) return { ...readPlain(message), ...place };
  const blocks = listBlocks(message);
  const plain = readPlain({ ...message, content: blocks.map(dropMark) });
  return { ...plain, ...place, blocks: blocks.length, marks: findMarks(blocks) };
});

function readPlain(value: JsonObject): ReadPart {
  const text = JSON.stringify(value);
  return { key: sha256(text).slice(0, 24), size: text.length, sum: sumValue(value), blocks: 1, marks: [] };
}

/** In a list the order counts, and in a text. */
function sumValue(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => mix(sum, sumValue(each)), value.length);
  if (!isObject(value)) return sumText(typeof value === "string" ? `"${value}` : String(value));
  return Object.entries(value).reduce((sum, [name, each]) => (sum + mix(sumText(name), sumValue(each))) | 0, 1);
}

function sumText(text: string): number {
  let sum = text.length;
  for (let place = 0; place < text.length; place += 1) sum = mix(sum, text.charCodeAt(place));
  return sum;
}

function mix(sum: number, next: number): number {
  return Math.imul(sum ^ next, 0x01000193);
}

function findMarks(blocks: readonly JsonObject[]): readonly number[] {
  return blocks.flatMap((block, place) => (listMarks(block).length > 0 ? [place] : []));
}
