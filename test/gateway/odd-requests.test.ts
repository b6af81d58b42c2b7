/** Requests that are seldom seen: what fits goes out as the client wrote it, and every message stands in the log once. */

import { makeGateway } from "@clewline/gateway/http/gateway.js";
import type { GatewayHost } from "@clewline/gateway/turn/host.js";
import { describe, expect, test } from "vitest";
import { answerJson, openRawRoom, type RawRoom } from "./raw-upstream.js";
import { openRoom, said } from "./room.js";
import { speakers } from "./speakers.js";

const session = "test:odd";
const user = (content: unknown) => ({ role: "user", content });
const agent = (content: unknown) => ({ role: "assistant", content });

function send({ url }: RawRoom, path: string, body: unknown, name = session): Promise<Response> {
  return fetch(`${url}${path}`, {
    ...{ method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) },
    headers: { "x-clew-session": name, "content-type": "application/json" },
  });
}

/** The same, once the answer has come. */
async function post(room: RawRoom, path: string, body: unknown, name = session): Promise<Response> {
  const response = await send(room, path, body, name);
  await response.arrayBuffer();
  return response;
}

const paths = {
  anthropic: "/v1/messages",
  chat: "/v1/chat/completions",
  responses: "/v1/responses",
  gemini: "/v1beta/models/gemini-3-pro:generateContent",
};

const message = { id: "m", type: "message", role: "assistant", content: [{ type: "text", text: "Yes." }] };
const openAnthropic = () => openRawRoom("anthropic", [answerJson(message)]);

describe("what fits goes out in the client's own bytes", () => {
  const image = "https://example.org/a.png";
  const called = { id: "c1", type: "function", function: { name: "look", arguments: "{}" } };
  const call = { type: "function_call", call_id: "c1", name: "look", arguments: "{}" };
  const lookup = (a: number) => ({ functionCall: { name: "look", args: { a } } });
  const found = (a: number) => ({ role: "user", parts: [{ functionResponse: { name: "look", response: { a } } }] });
  test.each<[string, string, keyof typeof paths, unknown]>([
    ["a silent answer", "openai", "chat", { model: "m", messages: [user("a"), agent(""), user("b")] }],
    [
      "a spoken answer",
      ...(["openai", "chat"] as const),
      { model: "m", messages: [user("a"), { ...agent(null), audio: { id: "audio_1" } }, user("b")] },
    ],
    ["a question without words", "openai", "chat", { model: "m", messages: [user("a"), agent("b"), user("")] }],
    [
      "a picture that a result names",
      ...(["openai", "chat"] as const),
      {
        model: "m",
        messages: [
          ...[user("a"), { ...agent(null), tool_calls: [called] }],
          { role: "tool", tool_call_id: "c1", content: [{ type: "image_url", image_url: { url: image } }] },
        ],
      },
    ],
    [
      "a picture that a result names",
      ...(["openai", "responses"] as const),
      {
        model: "m",
        input: [
          ...[user("a"), call],
          { type: "function_call_output", call_id: "c1", output: [{ type: "input_image", image_url: image }] },
        ],
      },
    ],
    [
      "a picture that a result names, beside a document",
      ...(["anthropic", "anthropic"] as const),
      {
        model: "m",
        max_tokens: 9,
        messages: [
          ...[user("a"), agent([{ type: "tool_use", id: "c1", name: "look", input: {} }])],
          user([
            {
              type: "tool_result",
              tool_use_id: "c1",
              content: [
                { type: "image", source: { type: "url", url: image } },
                { type: "document", source: { type: "base64", media_type: "application/pdf", data: "aGk=" } },
              ],
            },
          ]),
        ],
      },
    ],
    [
      "results of one tool in a content each",
      ...(["google", "gemini"] as const),
      {
        contents: [
          { role: "user", parts: [{ text: "a" }] },
          { role: "model", parts: [lookup(1), lookup(2)] },
          ...[found(1), found(2)],
        ],
      },
    ],
    [
      "numbers with more digits than JavaScript has",
      ...(["anthropic", "anthropic"] as const),
      '{"model": "m","max_tokens": 9, "metadata": {"n": 12345678901234567890}, "messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "c1", "name": "f", "input": {"id": 1234567890123456789, "x": 1.0}}]}, {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "c1", "content": "b"}]}]}',
    ],
  ])("%s (%s, %s)", async (_what, upstream, wire, body) => {
    const room = await openRawRoom(upstream, [answerJson({})]);
    const response = await post(room, paths[wire], body);
    expect(response.headers.get("x-clew")).toBe("viewed");
    const given = typeof body === "string" ? body : JSON.stringify(body);
    const spaces = /(?<=[,:]) /g;
    expect(room.bodies[0]?.replace(spaces, "")).toBe(given.replace(spaces, ""));
  });
});

test.each<[keyof typeof paths, (text: string) => object]>([
  [
    "chat",
    (text) => ({
      messages: [
        ...[user("a"), { ...agent(null), tool_calls: [{ id: "c1", type: "function", function: { name: "f" } }] }],
        {
          ...{ role: "tool", tool_call_id: "c1" },
          content: [
            { type: "text", text },
            { type: "image_url", image_url: { url: "data:image/png;base64,aGVsbG8=" } },
          ],
        },
      ],
    }),
  ],
  [
    "responses",
    (text) => ({
      input: [
        ...[user("a"), { type: "function_call", call_id: "c1", name: "f", arguments: "{}" }],
        {
          ...{ type: "function_call_output", call_id: "c1" },
          output: [
            { type: "input_text", text },
            { type: "input_image", image_url: "data:image/png;base64,aGVsbG8=" },
          ],
        },
      ],
    }),
  ],
])("a picture in a result goes out where the words beside it are written anew (%s)", async (wire, write) => {
  const room = await openRawRoom("openai", [answerJson({})]);
  await post(room, paths[wire], { model: "m", ...write("<clew-cleared/>") });
  const expected = JSON.stringify({ model: "m", ...write("&lt;clew-cleared/>") });
  expect(room.bodies[0]).toBe(expected);
});

test("a mark for the cache inside a result counts with the others, and is placed anew with them", async () => {
  const room = await openAnthropic();
  const marked = { cache_control: { type: "ephemeral" } };
  const result = { type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "found", ...marked }] };
  const body = {
    ...{ model: "m", max_tokens: 9, system: [{ type: "text", text: "Be brief.", ...marked }] },
    tools: [{ name: "look", input_schema: { type: "object" }, ...marked }],
    messages: [
      ...[user("a"), agent([{ type: "tool_use", id: "c1", name: "look", input: {} }])],
      ...[user([result]), agent("b"), user([{ type: "text", text: "c", ...marked }])],
    ],
  };
  await post(room, paths.anthropic, body);
  expect(room.bodies[0]?.match(/cache_control/g)).toHaveLength(4);
  expect(JSON.parse(room.bodies[0] ?? "").messages[2].content[0].content).toEqual([{ type: "text", text: "found" }]);
});

test("a body that is nested too deep to be read goes on as it came", async () => {
  const room = await openAnthropic();
  const input = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  const list = `{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"c1","name":"f","input":${input}}]}`;
  const body = `{"model":"m","max_tokens":9,"messages":[${list}]}`;
  const response = await post(room, paths.anthropic, body);
  expect([response.status, response.headers.get("x-clew")]).toEqual([200, "passed; fault"]);
  expect(room.bodies).toEqual([body]);
});

test("a client that leaves while it still sends is no fault of the gateway", async () => {
  const body = new ReadableStream({ pull: (out) => out.error(new Error("aborted")) });
  const request = new Request(`http://localhost${paths.anthropic}`, { method: "POST", body, duplex: "half" });
  const gateway = makeGateway({} as GatewayHost, { upstreams: new Map(), keys: null, recall: false });
  expect((await gateway(request, async () => undefined)).status).toBe(400);
});

test("names that differ at their end alone are those of two sessions, however long they are", async () => {
  const room = await openAnthropic();
  const long = "名".repeat(60);
  const names: (string | null)[] = [];
  for (const end of ["one", "two"]) {
    const path = `/s/${encodeURIComponent(long + end)}${paths.anthropic}`;
    const body = JSON.stringify({ model: "m", max_tokens: 9, messages: [user(end)] });
    const response = await fetch(`${room.url}${path}`, { method: "POST", body });
    await response.arrayBuffer();
    names.push(response.headers.get("x-clew-session"));
  }
  expect(new Set(names).size).toBe(2);
  expect(names.every((name) => name?.startsWith("client:"))).toBe(true);
});

test("the name that an answer tells is the one that the log has", async () => {
  const room = await openAnthropic();
  const body = JSON.stringify({ model: "m", max_tokens: 9, messages: [user("Which bed is dry?")] });
  const ask = async (headers: Record<string, string>, path = paths.anthropic) => {
    const response = await fetch(`${room.url}${path}`, { method: "POST", headers, body });
    await response.arrayBuffer();
    return response.headers.get("x-clew-session") ?? "";
  };
  const told = await ask({}, `/s/${encodeURIComponent("bed four/ü")}${paths.anthropic}`);
  expect(told).toBe("client:bed%20four%2F%C3%BC");
  expect(await ask({ "x-clew-session": told })).toBe(told);
});

test.each(["\ud800", "client:\ud800"])("a name with half a letter is a name like any other: %j", async (name) => {
  const room = await openAnthropic();
  const messages = [user("Which bed is dry?")];
  const metadata = { user_id: JSON.stringify({ session_id: name }) };
  const body = JSON.stringify({ model: "m", max_tokens: 9, messages, metadata });
  const response = await fetch(`${room.url}${paths.anthropic}`, { method: "POST", body });
  await response.arrayBuffer();
  expect(response.status).toBe(200);
  expect(response.headers.get("x-clew")).toBe("viewed");
});

describe("words that are said again in what the provider keeps", () => {
  const words = ["Go on.", "Go on.", "Go on."];
  const answer = (number: number) => {
    const content = [{ type: "output_text", text: `Step ${number}.`, annotations: [] }];
    return answerJson({ id: `resp_${number}`, output: [{ type: "message", role: "assistant", content }] });
  };

  test.each([
    ["by the answer before", (number: number) => ({ previous_response_id: `resp_${number}` })],
    ["by the conversation", () => ({ conversation: "conv_1" })],
  ])("are kept each time, %s", async (_what, continued) => {
    const room = await openRawRoom("openai", [answer(1), answer(2), answer(3)]);
    for (const [place, input] of words.entries()) {
      await post(room, paths.responses, { model: "m", input, ...continued(place) }, "test:kept");
    }
    const lines = await said(room, "test:kept");
    expect(lines.map((line) => line.replace(/^.*: /, ""))).toEqual(
      words.flatMap((each, i) => [each, `Step ${i + 1}.`]),
    );
    const { lines: all } = await (await room.log()).log({ session: "test:kept", limit: 100 });
    expect(all.filter(({ text }) => text.startsWith("withdrawn"))).toEqual([]);
  });

  test("a second try behind the same answer is the same question", async () => {
    const room = await openRawRoom("openai", [answer(1), answer(2), answer(3)]);
    await post(room, paths.responses, { model: "m", input: "Begin." }, "test:kept");
    for (let time = 0; time < 2; time++) {
      await post(room, paths.responses, { model: "m", input: "Go on.", previous_response_id: "resp_1" }, "test:kept");
    }
    const lines = await said(room, "test:kept");
    expect(lines.filter((line) => line.endsWith("Go on."))).toHaveLength(1);
  });

  test("a second try in a conversation of the provider's, after a failure, is the same question", async () => {
    const busy = answerJson({ error: { message: "Busy", type: "server_error" } }, 500);
    const room = await openRawRoom("openai", [answer(1), busy, busy, answer(2), answer(3)]);
    for (const input of ["Begin.", "Go on.", "Go on.", "Go on.", "Go on."]) {
      await post(room, paths.responses, { model: "m", input, conversation: "conv_1" }, "test:kept");
    }
    const lines = await said(room, "test:kept");
    const words = lines.map((line) => line.replace(/^.*: /, ""));
    expect(words).toEqual(["Begin.", "Step 1.", "Go on.", "Step 2.", "Go on.", "Step 3."]);
  });

  test("are refused in the provider's own words where what it keeps is too long: no view of them is smaller", async () => {
    const error = {
      message: "This model's maximum context length is 9000 tokens. However, your messages resulted in 9500 tokens.",
      code: "context_length_exceeded",
    };
    const output = "a line of a file\n".repeat(1_000);
    const input = [{ type: "function_call_output", call_id: "c1", output }, user("Go on.")];
    const refused = answerJson({ error }, 400);
    const room = await openRawRoom("openai", [refused]);
    const response = await send(room, paths.responses, { model: "m", input, conversation: "conv_1" });
    expect([response.status, await response.json()]).toEqual([400, { error }]);
    expect(room.bodies).toHaveLength(1);
  });
});

const strays: Readonly<Record<string, readonly unknown[]>> = {
  anthropic: [
    { role: "user", content: "Which tap?" },
    { role: "assistant", content: "That one." },
    { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_9", content: "It drips" }] },
  ],
  "openai-chat": [
    { role: "user", content: "Which tap?" },
    { role: "tool", tool_call_id: "call_9", content: "It drips" },
  ],
  "openai-responses": [
    { role: "user", content: "Which tap?" },
    { type: "item_reference", id: "fc_9" },
    { type: "function_call_output", call_id: "call_9", output: "It drips" },
  ],
  gemini: [{ role: "user", parts: [{ functionResponse: { name: "look", response: { found: "It drips" } } }] }],
};

test.each(speakers.map((speaker) => [speaker.wire, speaker] as const))(
  "%s: the result of a call that the list does not have goes on as it came, for the provider to judge",
  async (wire, speaker) => {
    const room = await openRoom(() => ({ text: "Yes." }), { upstream: speaker.upstream });
    const list = strays[wire] ?? [];
    const body = { model: "a-model", max_tokens: 500, messages: list, input: list, contents: list };
    const { headers } = await fetch(`${room.url}${speaker.path}`, {
      method: "POST",
      headers: { "x-clew-session": "test:stray" },
      body: JSON.stringify(body),
    });
    expect(headers.get("x-clew")).toBe("viewed");
    expect(speaker.list(room.upstream.requests[0]?.body)).toEqual(list);
  },
);

test("nobody is warned of requests that are being answered at the same time", async () => {
  const warned: string[] = [];
  const hear = (warning: Error) => warned.push(warning.name);
  process.on("warning", hear);
  const answer = answerJson({ type: "message", role: "assistant", content: [{ type: "text", text: "Yes." }] });
  const room = await openRawRoom("anthropic", [(response) => setTimeout(answer, 500, response)]);
  const body = JSON.stringify({
    model: "claude-sonnet-5",
    max_tokens: 500,
    messages: [{ role: "user", content: "Say." }],
  });
  const sessions = Array.from({ length: 24 }, (_, each) => ({ "x-clew-session": `test:${each}` }));
  await Promise.all(sessions.map((headers) => fetch(`${room.url}/v1/messages`, { method: "POST", headers, body })));
  process.off("warning", hear);
  expect(warned).toEqual([]);
});
