/** Sessions of a client through the gateway, on each wire, by the moves that made them. */
import fc from "fast-check";
import { type Speaker, speakers } from "./speakers.js";

export type Move =
  | { readonly kind: "say"; readonly words: number; readonly stream: boolean }
  | { readonly kind: "tool"; readonly words: number; readonly indent: boolean }
  | { readonly kind: "edit"; readonly at: number }
  | { readonly kind: "clear" }
  | { readonly kind: "refused"; readonly times: 1 | 2 }
  | { readonly kind: "recall" }
  | { readonly kind: "mode"; readonly mode: "off" | "observe" }
  | { readonly kind: "restart" };

const words = fc.constantFrom(1, 3, 40, 400, 2_000);

export const arbitraryMoves: fc.Arbitrary<readonly Move[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("say" as const), words, stream: fc.boolean() }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant("tool" as const), words, indent: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("edit" as const), at: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.constant({ kind: "clear" as const }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("refused" as const), times: fc.constantFrom(1, 2) }) },
    { weight: 1, arbitrary: fc.constant({ kind: "recall" as const }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("mode" as const), mode: fc.constantFrom("off", "observe") }),
    },
    { weight: 1, arbitrary: fc.constant({ kind: "restart" as const }) },
  ) as fc.Arbitrary<Move>,
  { minLength: 3, maxLength: 9 },
);

export const arbitraryWire = fc.constantFrom(...speakers.map(({ wire }) => wire));

/** One thing in a client's list. */
export type Said =
  | { readonly by: "user" | "agent"; readonly text: string }
  | { readonly by: "tool"; readonly id: string; readonly text: string };

/** Words that stand nowhere else, with what JSON has to escape. */
export function makeWords(number: number, count: number): string {
  const own = `zq${number}x`;
  return Array.from({ length: count }, (_, place) =>
    place === 0 ? own : `${own}${place} "é\\n\u2028${place % 7}`,
  ).join(" ");
}

const tool = { name: "look", description: "Looks", parameters: { type: "object", properties: {} } };

/** The body that a client of the wire would send. */
export function writeBody({ wire, path }: Speaker, list: readonly Said[], stream: boolean) {
  switch (wire) {
    case "anthropic":
      return {
        path,
        body: {
          ...{ model: "claude-sonnet-5", max_tokens: 500, stream },
          tools: [{ name: tool.name, description: tool.description, input_schema: tool.parameters }],
          messages: list.flatMap(writeAnthropic),
        },
      };
    case "openai-chat":
      return {
        path,
        body: {
          ...{ model: "gpt-5", stream, tools: [{ type: "function", function: tool }] },
          messages: [{ role: "system", content: "Be brief." }, ...list.flatMap(writeChat)],
        },
      };
    case "openai-responses":
      return {
        path,
        body: {
          ...{ model: "gpt-5", stream, store: false, instructions: "Be brief. ".repeat(90) },
          ...{ tools: [{ type: "function", strict: false, ...tool }], input: list.flatMap(writeResponses) },
        },
      };
    default:
      return {
        path: stream ? path.replace(":generateContent", ":streamGenerateContent?alt=sse") : path,
        body: { tools: [{ functionDeclarations: [tool] }], contents: list.flatMap(writeGemini) },
      };
  }
}

const roleOf = (by: "user" | "agent") => (by === "user" ? "user" : "assistant");

function writeAnthropic(said: Said): readonly object[] {
  if (said.by !== "tool") return [{ role: roleOf(said.by), content: said.text }];
  const { id, text } = said;
  return [
    { role: "assistant", content: [{ type: "tool_use", id, name: "look", input: {} }] },
    { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: text }] },
  ];
}

function writeChat(said: Said): readonly object[] {
  if (said.by !== "tool") return [{ role: roleOf(said.by), content: said.text }];
  const { id, text } = said;
  const call = { id, type: "function", function: { name: "look", arguments: "{}" } };
  return [
    { role: "assistant", content: null, tool_calls: [call] },
    { role: "tool", tool_call_id: id, content: text },
  ];
}

function writeResponses(said: Said): readonly object[] {
  if (said.by !== "tool") return [{ role: roleOf(said.by), content: said.text }];
  const { id, text } = said;
  return [
    { type: "function_call", call_id: id, name: "look", arguments: "{}" },
    { type: "function_call_output", call_id: id, output: text },
  ];
}

function writeGemini(said: Said): readonly object[] {
  if (said.by !== "tool") return [{ role: said.by === "user" ? "user" : "model", parts: [{ text: said.text }] }];
  return [
    { role: "model", parts: [{ functionCall: { name: "look", args: {} } }] },
    { role: "user", parts: [{ functionResponse: { name: "look", response: { output: said.text } } }] },
  ];
}
