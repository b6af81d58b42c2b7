/** Reads what a client sent, on any of the wire formats, without anything of the gateway's own reading. */
import { nameFile, type Task, writeAnswer, writeOpening, writePrompt } from "./plan.js";
import type { Tapped } from "./tap.js";

type JsonObject = Readonly<Record<string, unknown>>;

/** A request for an answer. */
export interface SentList extends Tapped {
  readonly body: JsonObject;
  /** The list of messages, as it stands in the body. */
  readonly list: readonly JsonObject[];
  /** The beginning of the instructions, without figures: other tasks of a client have others. */
  readonly instructions: string;
  readonly hasTools: boolean;
}

/** Null for what asks for no answer. */
export function readSent(tapped: Tapped): SentList | null {
  const { body, path } = tapped;
  const field = findListField(path);
  const list = field === null || body === null ? null : body[field];
  if (body === null || field === null || !Array.isArray(list)) return null;
  // Where the instructions are a message of the list, its id is another in every chat.
  const head =
    body.system ?? body.instructions ?? body.systemInstruction ?? (list[0] as JsonObject | undefined)?.content;
  const hasTools = dropGatewayTool(body.tools).length > 0 || list.some(({ type }) => type === "additional_tools");
  return { ...tapped, body, list, instructions: describeInstructions(head), hasTools };
}

/** The tool that the gateway adds to each request. */
export const gatewayTool = "recall";

/** The tools of a request as its client gave them: without the last one, where that is the gateway's. */
export function dropGatewayTool(tools: unknown): readonly unknown[] {
  const all: readonly unknown[] = Array.isArray(tools) ? tools : [];
  const last: unknown = all.at(-1);
  if (!isObject(last)) return all;
  if (Array.isArray(last.functionDeclarations)) {
    const left = dropGatewayTool(last.functionDeclarations);
    return left.length === 0 ? all.slice(0, -1) : [...all.slice(0, -1), { ...last, functionDeclarations: left }];
  }
  const { name } = isObject(last.function) ? last.function : last;
  return name === gatewayTool ? all.slice(0, -1) : all;
}

const legend = "Tags named clew-";

/** A list without the words on the gateway's marks, which stand in its first message or before it. */
export function dropLegend(list: unknown): readonly unknown[] {
  const all: readonly unknown[] = Array.isArray(list) ? list : [];
  const place = all.findIndex((message) => isObject(message) && message.role === "user");
  const [first, left] = [all[place], isObject(all[place]) ? dropWords(all[place]) : null];
  if (left === first) return all;
  return [...all.slice(0, place), ...(left === null ? [] : [left]), ...all.slice(place + 1)];
}

/** Null where nothing is left of the message. */
function dropWords(message: JsonObject): JsonObject | null {
  const field = "parts" in message ? "parts" : "content";
  const said = message[field];
  if (typeof said === "string") {
    if (!said.startsWith(legend)) return message;
    // A client that writes one text gets one text, with the words as its first paragraph.
    const end = said.indexOf("\n\n");
    return end < 0 ? null : { ...message, [field]: said.slice(end + 2) };
  }
  const [first, ...rest]: readonly unknown[] = Array.isArray(said) ? said : [];
  if (!isObject(first) || !String(first.text).startsWith(legend)) return message;
  return rest.length === 0 ? null : { ...message, [field]: rest };
}

/** The field of the body that has the list, by the path; null where no answer is asked for. */
export function findListField(path: string): "messages" | "input" | "contents" | null {
  if (/count_?tokens|input_tokens/i.test(path)) return null;
  if (/\/(?:messages|chat\/completions)(?:\?|$)/.test(path)) return "messages";
  if (/\/responses(?:\?|$)/.test(path)) return "input";
  return /enerateContent/.test(path) ? "contents" : null;
}

export function describeInstructions(head: unknown): string {
  return JSON.stringify(head ?? "")
    .replace(/x-anthropic-billing-header[^"]*/, "")
    .slice(0, 400)
    .replace(/\d+/g, "0");
}

/** The requests of the conversation, without titles, and without what has other instructions. */
export function pickTalks(tapped: readonly Tapped[]): readonly SentList[] {
  const asked = tapped.map(readSent).filter((sent): sent is SentList => sent?.hasTools === true);
  return asked.filter(({ instructions }) => instructions === asked[0]?.instructions);
}

/** Tokens that the client wants for the answer; null where it does not say. */
export function readReplyRoom(body: JsonObject): number | null {
  const { generationConfig: settings } = body;
  const inner = isObject(settings) ? settings.maxOutputTokens : undefined;
  const wanted = body.max_tokens ?? body.max_completion_tokens ?? body.max_output_tokens ?? inner;
  return typeof wanted === "number" && wanted > 0 ? wanted : null;
}

/** What the plan knows of in a list, a line each: clients add reminders, dates and tags of their own. */
export function describeList(list: readonly JsonObject[]): readonly string[] {
  const lines = list.flatMap((message) => describeValue(message, String(message.role ?? "assistant")));
  // Some clients write a result twice when they go on with a conversation.
  return lines.filter((line, place) => !(line.startsWith("result ") && line === lines[place - 1]));
}

function describeValue(value: unknown, role: string): readonly string[] {
  if (!isObject(value)) return [];
  const called =
    value.functionCall ?? (/^(?:tool_use|(?:function|custom_tool)_call)$/.test(String(value.type)) ? value : undefined);
  if (called !== undefined) return [describeCall(called)];
  const returned =
    value.functionResponse ??
    (value.role === "tool" || /^(?:tool_result|(?:function|custom_tool)_call_output)$/.test(String(value.type))
      ? value
      : undefined);
  if (returned !== undefined) return describeResult(returned);
  if (/thinking|reasoning/.test(String(value.type)) || value.thought === true) return [];
  if (typeof value.text === "string") return describeText(role, value.text);
  const { content = value.parts, tool_calls: calls } = value;
  const said = typeof content === "string" ? describeText(role, content) : describeAll(content, role);
  return [...said, ...(Array.isArray(calls) ? calls.map(describeCall) : [])];
}

function describeAll(parts: unknown, role: string): readonly string[] {
  return Array.isArray(parts) ? parts.flatMap((part) => describeValue(part, role)) : [];
}

export function describeCall(call: unknown): string {
  return `call ${/[a-z]+-\d+\.txt/.exec(JSON.stringify(call))?.[0]}`;
}

export function describeResult(result: unknown): readonly string[] {
  const openings = JSON.stringify(result).matchAll(/Here begins page \d+ of [a-z]+;/g);
  return [...openings].map(([opening]) => `result ${opening}`);
}

export function describeText(role: string, text: string): readonly string[] {
  if (/^(?:system|developer)$/.test(role) || text.trim() === "") return [];
  if (/^(?:assistant|model)$/.test(role)) return [`answered ${text.trim()}`];
  const prompts = text.matchAll(/Task [a-z]+: read \d+ files, then say that it is done\./g);
  return [...prompts].map(([prompt]) => `asked ${prompt}`);
}

/** The lines of a task that is asked once and goes well. */
export function describeTask(task: Task): readonly string[] {
  const steps = Array.from({ length: task.steps }, (_, index) => [
    `call ${nameFile(task, index + 1)}`,
    `result ${writeOpening(task, index + 1)}`,
  ]);
  return [`asked ${writePrompt(task)}`, ...steps.flat(), `answered ${writeAnswer(task)}`];
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
