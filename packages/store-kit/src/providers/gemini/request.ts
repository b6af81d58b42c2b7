import { z } from "zod";
import type { SeenPart } from "../script.js";
import { openSeal } from "../seal.js";

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

/** Checks these fields of a request, and lets all others through. */
export const geminiRequest = z.looseObject({
  systemInstruction: z.object({ parts: z.array(z.object({ text: z.string() })) }).optional(),
  contents: z.array(z.object({ role: z.enum(["user", "model"]), parts: z.array(part) })),
  tools: z
    .array(z.looseObject({ functionDeclarations: z.array(z.looseObject({ name: z.string() })).optional() }))
    .nullish(),
});

/** A signature is taken from the same caller alone. */
interface Caller {
  readonly model: string;
  readonly key: string;
}

export type GeminiRequest = z.infer<typeof geminiRequest>;
type Content = GeminiRequest["contents"][number];
type Part = z.infer<typeof part>;

/** Returns the real API's objection to the request; null if it has none. */
export function wrongGemini({ contents }: GeminiRequest, caller: Caller): string | null {
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
  return wrongPairs(contents) ?? (/gemini-[3-9]/.test(caller.model) ? wrongSignature(contents, caller) : null);
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

/** A part that comes again with the same id counts once: Gemini CLI writes results twice when it resumes, and is answered. */
function namesOf({ parts }: Content, kind: "functionCall" | "functionResponse"): readonly string[] {
  const own = parts.flatMap((each) => each[kind] ?? []);
  const isFirst = ({ id }: { readonly id?: string | undefined }, place: number) =>
    id === undefined || own.findIndex((each) => each.id === id) === place;
  return own.filter(isFirst).map(({ name }) => name);
}

/** Since the user last spoke, the first call of every step has to bring its own signature. Older turns are not checked. */
function wrongSignature(contents: readonly Content[], caller: Caller): string | null {
  const spoke = contents.findLastIndex(({ role, parts }) => role === "user" && parts.some(({ text }) => text));
  for (const [number, { role, parts }] of contents.entries()) {
    if (number <= spoke || role !== "model") continue;
    const calls = parts.filter(({ functionCall }) => functionCall);
    const wrong = calls.flatMap((call, place) => wrongSeal(call, place === 0, caller) ?? []);
    if (wrong[0] !== undefined) return wrong[0].replace("POSITION", String(number + 1));
  }
  return null;
}

function wrongSeal(
  { functionCall, thoughtSignature: signature }: Part,
  isFirst: boolean,
  caller: Caller,
): string | null {
  if (signature === bypass) return null;
  if (signature === undefined)
    return isFirst
      ? `Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance. Additional data, function call \`default_api:${functionCall?.name}\` , position POSITION.`
      : null;
  const made = openSeal<Caller>(signature, nameCall(functionCall?.name ?? "", functionCall?.args));
  if (made === null) return "Corrupted thought signature.";
  return made.model === caller.model && made.key === caller.key ? null : "Invalid thought signature.";
}

/** A signature belongs to this, in whatever order a client writes the arguments. */
export function nameCall(tool: string, input: unknown): string {
  return JSON.stringify([tool, sortFields(input ?? {})]);
}

function sortFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortFields);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, inner]) => [name, sortFields(inner)]);
}

const bypass = "skip_thought_signature_validator";

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
