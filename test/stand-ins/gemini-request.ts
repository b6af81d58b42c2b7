import { z } from "zod";
import type { SeenPart } from "./script.js";

const part = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  thoughtSignature: z.string().optional(),
  functionCall: z.looseObject({ id: z.string().optional(), name: z.string(), args: z.unknown().optional() }).optional(),
  functionResponse: z
    .looseObject({ id: z.string().optional(), name: z.string(), response: z.unknown().optional() })
    .optional(),
  inlineData: z.looseObject({ mimeType: z.string() }).optional(),
  fileData: z.looseObject({ mimeType: z.string() }).optional(),
});

/** What is read of a request; anything else is let through. */
export const geminiRequest = z.looseObject({
  systemInstruction: z.object({ parts: z.array(z.object({ text: z.string() })) }).optional(),
  contents: z.array(z.object({ role: z.enum(["user", "model"]), parts: z.array(part) })),
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).optional() }))
    .nullish(),
});

export type GeminiRequest = z.infer<typeof geminiRequest>;
type Content = GeminiRequest["contents"][number];
type Part = z.infer<typeof part>;

/** What the real API would say against the request; null where it is in order. */
export function wrongGemini(model: string, { contents }: GeminiRequest): string | null {
  if (contents.length === 0) return "* GenerateContentRequest.contents: contents is not specified\n";
  const empty = contents.findIndex(({ parts }) => parts.length === 0);
  if (empty >= 0) return `* GenerateContentRequest.contents[${empty}].parts: contents.parts must not be empty.\n`;
  for (const [number, { parts }] of contents.entries()) {
    const bare = parts.findIndex(isBare);
    if (bare >= 0)
      return `* GenerateContentRequest.contents[${number}].parts[${bare}].data: required oneof field 'data' must have one initialized field\n`;
  }
  if (contents.at(-1)?.role !== "user")
    return "Please ensure that multiturn requests end with a user role or a function response.";
  return wrongPairs(contents) ?? (/gemini-[3-9]/.test(model) ? unsigned(contents) : null);
}

export function geminiSystem({ systemInstruction }: GeminiRequest): string {
  return (systemInstruction?.parts ?? []).map(({ text }) => text).join("\n\n");
}

/** The request as every stand-in tells it. */
export function geminiParts({ contents }: GeminiRequest): readonly SeenPart[] {
  return contents.flatMap(({ role, parts }) => parts.flatMap((part) => seenPart(role, part)));
}

export function geminiTools({ tools }: GeminiRequest): readonly { readonly name: string }[] {
  return (tools ?? []).flatMap(({ functionDeclarations }) => functionDeclarations ?? []);
}

function isBare({ text, thoughtSignature, functionCall, functionResponse, inlineData, fileData }: Part): boolean {
  const data = [functionCall, functionResponse, inlineData, fileData, thoughtSignature];
  return (text === undefined || text === "") && data.every((each) => each === undefined);
}

/** A turn of calls stands after the user or after results, and the next turn brings exactly its results. */
function wrongPairs(contents: readonly Content[]): string | null {
  for (const [number, content] of contents.entries()) {
    const before = contents[number - 1];
    const results = namesOf(content, "functionResponse");
    const asked = before === undefined ? [] : namesOf(before, "functionCall");
    if (namesOf(content, "functionCall").length > 0 && before?.role !== "user")
      return "Please ensure that function call turn comes immediately after a user turn or after a function response turn.";
    if (results.length > 0 && asked.length === 0)
      return "Please ensure that function response turn comes immediately after a function call turn.";
    if (results.length !== asked.length || results.some((name) => !asked.includes(name)))
      return "Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.";
  }
  return null;
}

function namesOf({ parts }: Content, kind: "functionCall" | "functionResponse"): readonly string[] {
  return parts.flatMap((each) => each[kind]?.name ?? []);
}

/** Since the user last spoke, the first call of every step has to bring its signature. */
function unsigned(contents: readonly Content[]): string | null {
  const spoke = contents.findLastIndex(({ role, parts }) => role === "user" && parts.some(({ text }) => text));
  for (const [number, { role, parts }] of contents.entries()) {
    const call = number > spoke && role === "model" ? parts.find(({ functionCall }) => functionCall) : undefined;
    if (call === undefined || call.thoughtSignature !== undefined) continue;
    return `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${call.functionCall?.name}\` , position ${number + 1}.`;
  }
  return null;
}

function seenPart(role: Content["role"], each: Part): readonly SeenPart[] {
  const { text = "", functionCall: call, functionResponse: result } = each;
  if (call !== undefined) {
    return [{ kind: "called", id: call.id ?? call.name, tool: call.name, input: JSON.stringify(call.args ?? {}) }];
  }
  if (result !== undefined)
    return [{ kind: "returned", id: result.id ?? result.name, text: resultText(result.response) }];
  const type = each.inlineData?.mimeType ?? each.fileData?.mimeType;
  if (type !== undefined) return [{ kind: "media", type }];
  if (each.thought) return [{ kind: "thought", text }];
  return text === "" ? [] : [{ kind: "said", by: role === "user" ? "user" : "agent", text }];
}

/** The official client wraps what a tool returned. */
function resultText(response: unknown): string {
  const content =
    typeof response === "object" && response !== null && "content" in response ? response.content : response;
  return typeof content === "string" ? content : JSON.stringify(content);
}
