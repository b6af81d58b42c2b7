/** Generated requests of the wire formats beside Anthropic's, and how their lists are looked at. */
import fc from "fast-check";

export type Json = Readonly<Record<string, unknown>>;

export interface OracleWire {
  readonly wire: string;
  readonly upstream: string;
  readonly path: string;
  /** The name of the list in the body. */
  readonly list: string;
  readonly turn: fc.Arbitrary<readonly Json[]>;
  /** What stands before the list's turns. */
  readonly head: fc.Arbitrary<readonly Json[]>;
  readonly asked: fc.Arbitrary<Json>;
  readonly fixed: fc.Arbitrary<Json>;
  /** By this a client leaves its model no choice of tools. */
  readonly noChoice: Json;
  say(by: "user" | "agent", text: string): Json;
  /** What goes out as it is, or says that it is ours. */
  atoms(list: readonly Json[]): readonly unknown[];
  /** Calls and results in the order of the list. */
  steps(list: readonly Json[]): readonly Step[];
}

interface Step {
  readonly kind: "call" | "result";
  readonly id: unknown;
}

const word = fc.stringMatching(/^[A-Za-z0-9 <>&{}"\\äß漢]{1,40}$/).filter((text) => text.trim() !== "");
const more = fc.constantFrom({}, {}, { unknown_key: [1, { z: null, a: "x" }] });
const mark = fc.constantFrom({}, {}, { cache_control: { type: "ephemeral" } });
const reminder = word.map((text) => `<system-reminder>${text}</system-reminder>`);
const image = "data:image/png;base64,aGVsbG8=";
const several = <T>(each: fc.Arbitrary<T>, most = 3) => fc.array(each, { minLength: 1, maxLength: most });
const extra = fc.dictionary(fc.stringMatching(/^x_[a-z]{1,8}$/), fc.jsonValue(), { maxKeys: 3, noNullPrototype: true });

/** No two calls have the same id. */
let number = 0;
const newId = (kind: string) => `${kind}_${++number}`;

const chatPart = fc.oneof(
  fc.tuple(word, mark, more).map(([text, cached, rest]) => ({ ...rest, text, type: "text", ...cached })),
  more.map((rest) => ({ type: "image_url", image_url: { url: image, detail: "low" }, ...rest })),
  word.map((filename) => ({ type: "file", file: { filename, file_data: "data:application/pdf;base64,aGVsbG8=" } })),
  word.map((data) => ({ type: "part_of_tomorrow", inner: { b: data, a: 1 } })),
  reminder.map((text) => ({ type: "text", text })),
);
const chatUser = fc
  .tuple(fc.oneof(word, several(chatPart)), more)
  .map(([content, rest]) => ({ content, role: "user", ...rest }));
const chatCalls = fc.array(fc.tuple(word, fc.oneof(word, several(chatPart)), fc.boolean(), more), { maxLength: 3 });
const chatTurn = fc
  .record({
    asked: chatUser,
    note: fc.option(fc.tuple(fc.constantFrom("system", "developer"), word), { nil: null, freq: 4 }),
    said: fc.oneof(word, several(word.map((text) => ({ type: "text", text })))),
    fields: fc.constantFrom(
      {},
      { reasoning_content: "I think so." },
      { refusal: "No." },
      { reasoning_details: [{ x: 1 }] },
    ),
    calls: chatCalls,
    rest: more,
  })
  .map(({ asked, note, said, fields, calls, rest }) => {
    const named = calls.map((call) => [newId("call"), ...call] as const);
    const uses = named.map(([id, text, , isCustom, own]) =>
      isCustom
        ? { id, type: "custom", custom: { name: "write", input: text }, ...own }
        : { id, type: "function", function: { name: "look", arguments: JSON.stringify({ z: text, a: 1 }) }, ...own },
    );
    const middle = note === null ? [] : [{ role: note[0], content: note[1] }];
    if (uses.length === 0) return [asked, ...middle, { role: "assistant", content: said, ...fields, ...rest }];
    const results = named.map(([id, , content, , own]) => ({ role: "tool", tool_call_id: id, content, ...own }));
    return [
      ...[asked, ...middle, { ...fields, role: "assistant", content: null, tool_calls: uses, ...rest }],
      ...[...results, { role: "assistant", content: said }],
    ];
  });

const chat: OracleWire = {
  wire: "openai-chat",
  upstream: "openai",
  path: "/v1/chat/completions",
  list: "messages",
  turn: chatTurn,
  head: fc.array(
    fc.tuple(fc.constantFrom("system", "developer"), word).map(([role, content]) => ({ role, content })),
    { maxLength: 2 },
  ),
  asked: chatUser,
  fixed: extra.map((rest) => ({
    ...rest,
    model: "gpt-5",
    stream_options: { x: 1 },
    tools: [{ type: "function", function: { name: "look" } }],
  })),
  noChoice: { tool_choice: "none" },
  say: (by, content) => ({ role: by === "user" ? "user" : "assistant", content }),
  atoms: (list) => list,
  steps: (list) =>
    list.flatMap(({ role, tool_calls: calls, tool_call_id: id }): readonly Step[] =>
      role === "tool"
        ? [{ kind: "result" as const, id }]
        : ((calls ?? []) as readonly Json[]).map((call) => ({ kind: "call" as const, id: call.id })),
    ),
};

const inputPart = fc.oneof(
  fc.tuple(word, more).map(([text, rest]) => ({ ...rest, text, type: "input_text" })),
  more.map((rest) => ({ type: "input_image", image_url: image, detail: "auto", ...rest })),
  word.map((filename) => ({ type: "input_file", filename, file_data: "data:application/pdf;base64,aGVsbG8=" })),
  reminder.map((text) => ({ type: "input_text", text })),
);
const itemUser = fc
  .tuple(fc.oneof(word, several(inputPart)), fc.boolean(), more)
  .map(([content, isTyped, rest]) => ({ ...(isTyped ? { type: "message" } : {}), content, role: "user", ...rest }));
const thought = word.map((text) => {
  return {
    type: "reasoning",
    id: newId("rs"),
    summary: [{ type: "summary_text", text }],
    encrypted_content: "c2VhbGVk",
  };
});
const itemTurn = fc
  .record({
    asked: itemUser,
    note: fc.option(word, { nil: null, freq: 4 }),
    thought: fc.option(thought, { nil: null }),
    said: word,
    hosted: fc.option(fc.constant(0), { nil: null, freq: 4 }),
    calls: fc.array(
      fc.tuple(word, fc.oneof(word, several(inputPart)), fc.constantFrom("function", "custom", "local"), more),
      {
        maxLength: 3,
      },
    ),
  })
  .map((parts) => {
    const named = parts.calls.map((call) => [newId("call"), ...call] as const);
    const uses = named.map(([call_id, text, , kind, own]) => {
      if (kind === "custom")
        return { type: "custom_tool_call", id: newId("ctc"), call_id, name: "write", input: text, ...own };
      if (kind === "local")
        return {
          type: "local_shell_call",
          id: newId("lsh"),
          call_id,
          status: "completed",
          action: { type: "exec", command: [text] },
        };
      return {
        type: "function_call",
        id: newId("fc"),
        call_id,
        name: "look",
        arguments: JSON.stringify({ z: text }),
        ...own,
      };
    });
    const outputs = named.map(([call_id, , output, kind, own]) => {
      if (kind === "local") return { type: "local_shell_call_output", id: call_id, output: "done" };
      return { type: kind === "custom" ? "custom_tool_call_output" : "function_call_output", call_id, output, ...own };
    });
    const words = {
      type: "message",
      id: newId("msg"),
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: parts.said, annotations: [] }],
    };
    const search =
      parts.hosted === null
        ? []
        : [{ type: "web_search_call", id: newId("ws"), status: "completed", action: { type: "search", query: "q" } }];
    const first = parts.thought === null ? [] : [parts.thought];
    const middle = parts.note === null ? [] : [{ role: "developer", content: parts.note }];
    return [parts.asked, ...middle, ...first, ...(uses.length === 0 ? [] : [...uses, ...outputs]), ...search, words];
  });

const responses: OracleWire = {
  wire: "openai-responses",
  upstream: "openai",
  path: "/v1/responses",
  list: "input",
  turn: itemTurn,
  head: fc.array(
    fc.oneof(
      word.map((content) => ({ type: "message", role: "developer", content })),
      word.map((name) => {
        const tools = [{ type: "namespace", name: "own", tools: [{ type: "custom", name }] }];
        return { type: "additional_tools", role: "developer", tools };
      }),
      fc.constant({ type: "configuration_update", reasoning: { effort: "low" } }),
    ),
    { maxLength: 3 },
  ),
  asked: itemUser,
  fixed: fc.tuple(extra, fc.option(word, { nil: null })).map(([rest, instructions]) => ({
    ...{ ...rest, model: "gpt-5", store: false, include: ["reasoning.encrypted_content"] },
    ...(instructions === null ? {} : { instructions }),
    tools: [{ type: "function", name: "look", parameters: {} }, { type: "local_shell" }],
  })),
  noChoice: { tool_choice: "none" },
  say: (by, content) => ({ role: by === "user" ? "user" : "assistant", content }),
  atoms: (list) => list,
  steps: (list) =>
    list.flatMap(({ type, call_id: call, id }): readonly Step[] => {
      if (/_call_output$/.test(String(type))) return [{ kind: "result" as const, id: call ?? id }];
      return call === undefined ? [] : [{ kind: "call" as const, id: call }];
    }),
};

const part = fc.oneof(
  fc.tuple(word, more).map(([text, rest]) => ({ ...rest, text })),
  more.map((rest) => ({ inlineData: { mimeType: "image/png", data: "aGVsbG8=" }, ...rest })),
  word.map((text) => ({ partOfTomorrow: { b: text, a: 1 } })),
  reminder.map((text) => ({ text })),
);
const contentUser = several(part).map((parts) => ({ parts, role: "user" }));
const contentTurn = fc
  .record({
    asked: contentUser,
    said: several(
      fc.oneof(
        word.map((text) => ({ text })),
        word.map((text) => ({ text, thought: true })),
        word.map((text) => ({ text, thoughtSignature: "c2ln" })),
      ),
    ),
    calls: fc.array(fc.tuple(word, fc.oneof(word, fc.constant({ a: [1, { b: 2 }] })), fc.boolean(), more), {
      maxLength: 3,
    }),
  })
  .map(({ asked, said, calls }) => {
    const isNamed = calls.some(([, , named]) => named);
    const ids = calls.map(() => (isNamed ? { id: newId("call") } : {}));
    const uses = calls.map(([text, , , rest], place) => ({
      functionCall: { ...ids[place], name: "look", args: { z: text, a: 1 } },
      ...(place === 0 ? { thoughtSignature: "c2lnbmVk" } : {}),
      ...rest,
    }));
    if (uses.length === 0) return [asked, { role: "model", parts: said }];
    const results = calls.map(([, output, , rest], place) => {
      return { functionResponse: { ...ids[place], name: "look", response: { output } }, ...rest };
    });
    return [
      asked,
      { role: "model", parts: [...said, ...uses] },
      { role: "user", parts: results },
      { role: "model", parts: said },
    ];
  });

const partsOf = (list: readonly Json[]) => list.flatMap(({ parts }) => parts as readonly Json[]);
const gemini: OracleWire = {
  wire: "gemini",
  upstream: "google",
  path: "/v1beta/models/gemini-3-flash:generateContent",
  list: "contents",
  turn: contentTurn,
  head: fc.constant([]),
  asked: contentUser,
  fixed: fc.tuple(extra, fc.option(word, { nil: null })).map(([rest, text]) => ({
    ...rest,
    ...(text === null ? {} : { systemInstruction: { parts: [{ text }] } }),
    generationConfig: { temperature: 0 },
    tools: [{ functionDeclarations: [{ name: "look" }] }],
  })),
  noChoice: { toolConfig: { functionCallingConfig: { mode: "NONE" } } },
  say: (by, text) => ({ role: by === "user" ? "user" : "model", parts: [{ text }] }),
  atoms: partsOf,
  steps: (list) =>
    partsOf(list).flatMap(({ functionCall: call, functionResponse: result }): readonly Step[] => {
      if (call !== undefined) return [{ kind: "call" as const, id: (call as Json).id ?? (call as Json).name }];
      return result === undefined
        ? []
        : [{ kind: "result" as const, id: (result as Json).id ?? (result as Json).name }];
    }),
};

export const oracleWires: readonly OracleWire[] = [chat, responses, gemini];

/**
 * Two lists without the message that has our words: where they joined one of the client's, that is left out of both, and `missing` has what it
 * lacks of the client's texts.
 */
export function takeWordsBack(got: readonly unknown[], asked: readonly unknown[]) {
  const place = got.findIndex((message) => JSON.stringify(message).includes("Tags named clew-"));
  const isOwn = got.length > asked.length;
  const written = JSON.stringify(got[place] ?? null);
  const missing = isOwn
    ? []
    : listTexts(asked[place]).filter((text) => !written.includes(JSON.stringify(text).slice(1, -1)));
  const without = (list: readonly unknown[]) => list.filter((_, index) => index !== place);
  return { place, missing, got: without(got), asked: isOwn ? asked : without(asked) };
}

function listTexts(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(listTexts) : [];
}
