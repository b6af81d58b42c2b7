import { z } from "zod";
import type { SeenPart, StandInRefusal } from "../script.js";
import { openaiInvalid, takesMarks } from "./failures.js";

const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  prompt_cache_breakpoint: z.unknown().optional(),
});
const content = z.union([z.string(), z.array(part)]);
const tool = z.looseObject({
  type: z.string(),
  name: z.string().optional(),
  /** Of a namespace. */
  tools: z.array(z.looseObject({ name: z.string() })).optional(),
});
const item = z.union([
  z.object({
    type: z.literal("message").optional(),
    role: z.enum(["system", "developer", "user", "assistant"]),
    content,
    id: z.string().optional(),
  }),
  z.object({
    type: z.literal("function_call"),
    call_id: z.string().max(64),
    name: z.string(),
    arguments: z.string(),
    id: z.string().optional(),
  }),
  z.object({ type: z.literal("function_call_output"), call_id: z.string().max(64), output: content }),
  z.object({
    type: z.literal("custom_tool_call"),
    call_id: z.string().max(64),
    name: z.string(),
    input: z.string(),
    id: z.string().optional(),
  }),
  z.object({ type: z.literal("custom_tool_call_output"), call_id: z.string().max(64), output: content }),
  z.object({
    type: z.literal("reasoning"),
    id: z.string().optional(),
    summary: z.array(z.object({ type: z.literal("summary_text"), text: z.string() })),
    encrypted_content: z.string().nullish(),
  }),
  z.object({ type: z.literal("item_reference"), id: z.string() }),
  z.object({ type: z.literal("configuration_update"), reasoning: z.unknown().optional() }),
  z.object({ type: z.literal("additional_tools"), tools: z.array(tool).nullish() }),
]);

/** Checks these fields of a request, and lets all others through. */
export const responsesRequest = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(item)]),
  instructions: z.string().nullish(),
  stream: z.boolean().optional(),
  store: z.boolean().nullish(),
  previous_response_id: z.string().nullish(),
  prompt_cache_key: z.string().nullish(),
  prompt_cache_options: z.looseObject({ comparison_response_id: z.string().nullish() }).nullish(),
  text: z.looseObject({ format: z.unknown().optional() }).nullish(),
  reasoning: z.looseObject({ effort: z.unknown().optional() }).nullish(),
  include: z.array(z.string()).nullish(),
  tools: z.array(tool).nullish(),
});

export type ResponsesRequest = z.infer<typeof responsesRequest>;
type Item = z.infer<typeof item>;
/** An item as it stands in the prompt, every reference replaced by what it means. */
export type WholeItem = Exclude<Item, { readonly type: "item_reference" }>;

/** A request with what it means. */
export interface ResponsesForm {
  readonly request: ResponsesRequest;
  readonly items: readonly WholeItem[];
  readonly prompt: string;
  readonly organization: string;
}

/** The answers that the service keeps. */
export interface Kept {
  /** By the id of the item, with the thinking that it must not come without. */
  readonly items: ReadonlyMap<string, { readonly item: WholeItem; readonly needs: string | null }>;
  /** By the id of the response: everything up to its end. */
  readonly responses: ReadonlyMap<string, readonly WholeItem[]>;
  /** The sealed reasoning of stored items, by their ids. */
  readonly seals: ReadonlyMap<string, string>;
}

/** The whole input, or what the real API would say against it. */
export function wholeInput(
  request: ResponsesRequest,
  kept: Kept,
): readonly WholeItem[] | { readonly refusal: StandInRefusal } {
  const { input, previous_response_id: previous } = request;
  const before = previous == null ? [] : kept.responses.get(previous);
  if (before === undefined) {
    const message = `Previous response with id '${previous}' not found.`;
    return { refusal: openaiInvalid(message, "previous_response_id", "previous_response_not_found") };
  }
  const given: readonly Item[] = typeof input === "string" ? [{ role: "user", content: input }] : input;
  const unknown = given.find((each) => each.type === "item_reference" && !kept.items.has(each.id));
  if (unknown?.type === "item_reference") return { refusal: notFound(unknown.id) };
  const named = given.flatMap((each) => ("id" in each && each.id !== undefined ? [each.id] : []));
  const alone = named.find((id) => {
    const needs = kept.items.get(id)?.needs ?? null;
    return needs !== null && !named.includes(needs);
  });
  if (alone !== undefined) return { refusal: withoutThinking(alone, kept) };
  const all = [...before, ...given.flatMap((each) => resolved(each, kept))];
  const refusal = wrongItems(all) ?? wrongMarks(request, all);
  return refusal === null ? all : { refusal };
}

/** Names of the tools that a request offers, also at the head of its list. */
export function listToolNames({ tools }: ResponsesRequest, items: readonly WholeItem[]): readonly string[] {
  const added = items.flatMap((each) => (each.type === "additional_tools" ? (each.tools ?? []) : []));
  return [...(tools ?? []), ...added].flatMap(
    ({ name, tools: inner }) => inner?.map((tool) => tool.name) ?? name ?? [],
  );
}

/** System messages at the head as one text, and the rest as every stand-in tells it. */
export function responsesParts(
  { instructions }: ResponsesRequest,
  items: readonly WholeItem[],
): { readonly system: string; readonly parts: readonly SeenPart[] } {
  const isSystem = (each: WholeItem) =>
    "role" in each
      ? each.role === "system" || each.role === "developer"
      : each.type === "additional_tools" || each.type === "configuration_update";
  const head = items.findIndex((each) => !isSystem(each));
  const first = items.slice(0, head < 0 ? items.length : head);
  const system = [instructions ?? "", ...first.map((each) => ("content" in each ? textOf(each.content) : ""))];
  const rest = head < 0 ? [] : items.slice(head);
  return { system: system.filter((text) => text !== "").join("\n\n"), parts: rest.flatMap(partsOf) };
}

function resolved(each: Item, kept: Kept): readonly WholeItem[] {
  if (each.type !== "item_reference") return [each];
  const known = kept.items.get(each.id);
  return known === undefined ? [] : [known.item];
}

function notFound(id: string): StandInRefusal {
  const message = `Item with id '${id}' not found. Items are not persisted when \`store\` is set to false. Try again with \`store\` set to true, or remove this item from your input.`;
  return { ...openaiInvalid(message, "input"), status: 404 };
}

function withoutThinking(id: string, { items }: Kept): StandInRefusal {
  const { item, needs } = items.get(id) ?? {};
  const type = item?.type ?? "message";
  return openaiInvalid(
    `Item '${id}' of type '${type}' was provided without its required 'reasoning' item: '${needs}'.`,
    "input",
  );
}

function wrongItems(items: readonly WholeItem[]): StandInRefusal | null {
  if (items.length === 0)
    return openaiInvalid("Missing required parameter: 'input'.", "input", "missing_required_parameter");
  const calls = new Set<string>();
  const answered = new Set(items.flatMap((each) => (isOutput(each) ? [each.call_id] : [])));
  for (const [place, each] of items.entries()) {
    if (isCall(each)) calls.add(each.call_id);
    if (isCall(each) && !answered.has(each.call_id))
      return openaiInvalid(`No tool output found for function call ${each.call_id}.`, "input");
    if (isOutput(each) && !calls.has(each.call_id))
      return openaiInvalid(`No tool call found for function call output with call_id ${each.call_id}.`, "input");
    if (each.type === "reasoning" && each.id !== undefined && !follows(items[place + 1]))
      return openaiInvalid(
        `Item '${each.id}' of type 'reasoning' was provided without its required following item.`,
        "input",
      );
  }
  return null;
}

function follows(next: WholeItem | undefined): boolean {
  if (next === undefined) return false;
  return isCall(next) || next.type === "reasoning" || ("role" in next && next.role === "assistant");
}

function isCall(item: WholeItem) {
  return item.type === "function_call" || item.type === "custom_tool_call";
}

function isOutput(item: WholeItem) {
  return item.type === "function_call_output" || item.type === "custom_tool_call_output";
}

function wrongMarks(
  { model, prompt_cache_options: options }: ResponsesRequest,
  items: readonly WholeItem[],
): StandInRefusal | null {
  const marked = items.some((each) => {
    const parts = "content" in each ? each.content : [];
    return Array.isArray(parts) && parts.some(({ prompt_cache_breakpoint }) => prompt_cache_breakpoint != null);
  });
  if ((!marked && options == null) || takesMarks(model)) return null;
  return openaiInvalid("Unknown parameter: 'prompt_cache_options'.", "prompt_cache_options", "unknown_parameter");
}

function partsOf(each: WholeItem): readonly SeenPart[] {
  switch (each.type) {
    case "function_call":
      return [{ kind: "called", id: each.call_id, tool: each.name, input: each.arguments }];
    case "custom_tool_call":
      return [{ kind: "called", id: each.call_id, tool: each.name, input: each.input }];
    case "function_call_output":
    case "custom_tool_call_output":
      return [{ kind: "returned", id: each.call_id, text: textOf(each.output) }, ...mediaOf(each.output)];
    case "configuration_update":
    case "additional_tools":
      return [];
    case "reasoning":
      return [{ kind: "thought", text: each.summary.map(({ text }) => text).join("\n") }];
    default: {
      const by = each.role === "assistant" ? "agent" : each.role === "user" ? "user" : "system";
      const text = textOf(each.content);
      return [...(text === "" ? [] : [{ kind: "said", by, text } as const]), ...mediaOf(each.content)];
    }
  }
}

function textOf(content: string | readonly z.infer<typeof part>[]): string {
  return typeof content === "string" ? content : content.flatMap(({ text }) => text ?? []).join("\n");
}

function mediaOf(content: string | readonly z.infer<typeof part>[]): readonly SeenPart[] {
  if (typeof content === "string") return [];
  return content.flatMap(({ type }) => (/image|file|audio/.test(type) ? [{ kind: "media" as const, type }] : []));
}
