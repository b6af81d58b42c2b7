import { z } from "zod";
import type { SeenPart, StandInRefusal } from "../script.js";
import { openaiInvalid, takesMarks } from "./failures.js";

const part = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  prompt_cache_breakpoint: z.unknown().optional(),
});
const content = z.union([z.string(), z.array(part), z.null()]);
const call = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) });

/** Checks these fields of a request, and lets all others through. */
export const chatRequest = z.looseObject({
  model: z.string(),
  stream: z.boolean().optional(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: z.number().nullish(),
  max_completion_tokens: z.number().nullish(),
  prompt_cache_key: z.string().nullish(),
  prompt_cache_options: z.unknown().optional(),
  thinking: z.unknown().optional(),
  messages: z
    .array(
      z.object({
        role: z.enum(["system", "developer", "user", "assistant", "tool"]),
        content: content.optional(),
        reasoning_content: z.string().nullish(),
        tool_calls: z.array(call).nullish(),
        tool_call_id: z.string().optional(),
      }),
    )
    .min(1),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).nullish(),
});

export type ChatRequest = z.infer<typeof chatRequest>;
type Message = ChatRequest["messages"][number];

/** Returns the real API's objection to the request; null if it has none. */
export function wrongChat(request: ChatRequest): StandInRefusal | null {
  const wrong = request.messages.map(wrongMessage).find((found) => found !== null) ?? wrongPairs(request.messages);
  if (wrong !== null) return wrong;
  const marked = request.messages.some(({ content }) => {
    return Array.isArray(content) && content.some(({ prompt_cache_breakpoint }) => prompt_cache_breakpoint != null);
  });
  if ((marked || request.prompt_cache_options != null) && !takesMarks(request.model))
    return openaiInvalid("Unknown parameter: 'prompt_cache_options'.", "prompt_cache_options", "unknown_parameter");
  return null;
}

/** System messages at the head as one text, and the rest as every stand-in tells it. */
export function chatParts({ messages }: ChatRequest): { readonly system: string; readonly parts: readonly SeenPart[] } {
  const head = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  const system = messages.slice(0, head < 0 ? messages.length : head).map(({ content }) => contentText(content));
  const rest = head < 0 ? [] : messages.slice(head);
  return { system: system.join("\n\n"), parts: rest.flatMap(partsOf) };
}

function wrongMessage({ role, content, tool_calls: calls }: Message, place: number): StandInRefusal | null {
  const param = `messages.[${place}].content`;
  if (content == null && (role !== "assistant" || !calls?.length))
    return openaiInvalid("Invalid value for 'content': expected a string, got null.", param);
  const long = calls?.find(({ id }) => id.length > 40);
  if (long === undefined) return null;
  const name = `messages[${place}].tool_calls[0].id`;
  const message = `Invalid '${name}': string too long. Expected a string with maximum length 40, but got a string with length ${long.id.length} instead.`;
  return openaiInvalid(message, name, "string_above_max_length");
}

/** Every call is answered right after it, and nothing else is answered. */
function wrongPairs(messages: readonly Message[]): StandInRefusal | null {
  let open: readonly string[] = [];
  for (const [place, { role, tool_calls: calls, tool_call_id: id = "" }] of messages.entries()) {
    if (role === "tool") {
      if (!open.includes(id)) return strayResult(place);
      open = open.filter((other) => other !== id);
      continue;
    }
    if (open.length > 0) return openCalls(open, place);
    open = (calls ?? []).map((call) => call.id);
  }
  return open.length > 0 ? openCalls(open, messages.length) : null;
}

function strayResult(place: number): StandInRefusal {
  const message =
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
  return openaiInvalid(message, `messages.[${place}].role`);
}

function openCalls(ids: readonly string[], place: number): StandInRefusal {
  const message = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids.join(", ")}`;
  return openaiInvalid(message, `messages.[${place}].role`);
}

function partsOf(message: Message): readonly SeenPart[] {
  const { role, content, tool_calls: calls, reasoning_content: thought } = message;
  const text = contentText(content);
  if (role === "tool") return [{ kind: "returned", id: message.tool_call_id ?? "", text }];
  const by = role === "assistant" ? "agent" : role === "user" ? "user" : "system";
  const asks = (calls ?? []).map(({ id, function: { name, arguments: input } }): SeenPart => {
    return { kind: "called", id, tool: name, input };
  });
  const media = (Array.isArray(content) ? content : []).filter(({ type }) => type !== "text");
  return [
    ...(thought ? [{ kind: "thought" as const, text: thought }] : []),
    ...(text === "" ? [] : [{ kind: "said" as const, by, text } as const]),
    ...media.map(({ type }): SeenPart => ({ kind: "media", type })),
    ...asks,
  ];
}

function contentText(content: Message["content"]): string {
  if (content == null) return "";
  return typeof content === "string" ? content : content.flatMap(({ text }) => text ?? []).join("\n");
}
