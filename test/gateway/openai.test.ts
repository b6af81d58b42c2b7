/** What only OpenAI's wire formats have. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { listNewestResults, startOpenaiChat, startOpenaiResponses } from "clewline/testing";
import type OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { openRoom, type Room, said } from "./room.js";
import { openai } from "./speakers.js";

const session = "test:one";
const headers = { "x-clew-session": session };
const model = "gpt-5";
const threeFiles = [1, 2, 3].map((file) => ({ tool: "read", input: { file } }));

const sentInput = ({ upstream }: Room) =>
  (upstream.requests[1]?.body as { readonly input?: unknown } | undefined)?.input;

describe("Chat Completions", () => {
  const upstream = { name: "openai", start: startOpenaiChat };

  test("a loop of parallel tools streams through, and the next request has it as the client wrote it", async () => {
    const room = await openRoom(
      (request) =>
        listNewestResults(request).length === 3 ? { text: "Read." } : { reasoning: "Hm.", calls: threeFiles },
      { upstream },
    );
    const client = openai(room.url, headers);
    const tools = [{ type: "function" as const, function: { name: "read", parameters: { type: "object" } } }];
    const list: OpenAI.ChatCompletionMessageParam[] = [{ role: "user", content: "Read three files." }];
    const stream = client.chat.completions.stream({ model, tools, messages: list });
    const message = (await stream.finalMessage()) as OpenAI.ChatCompletionMessage;
    const calls = message.tool_calls ?? [];
    list.push(message, ...calls.map(({ id }) => ({ role: "tool" as const, tool_call_id: id, content: `file ${id}` })));
    const options = { model, tools, messages: list, stream: true as const, stream_options: { include_usage: true } };
    const chunks: OpenAI.ChatCompletionChunk[] = [];
    for await (const chunk of await client.chat.completions.create(options)) chunks.push(chunk);
    expect(chunks.at(-1)?.usage?.prompt_tokens).toBe(room.upstream.requests[1]?.usage?.input);
    expect(JSON.stringify(room.upstream.requests[1]?.body)).toBe(JSON.stringify(options));
    expect(await said(room, session)).toHaveLength(1 + 1 + 3 + 3 + 1);
    expect(room.lines).toEqual([]);
  });

  test("a client that did not ask for its usage gets none", async () => {
    const room = await openRoom([{ text: "One two." }], { upstream });
    const body = JSON.stringify({ model, stream: true, messages: [{ role: "user", content: "Count." }] });
    const answer = await fetch(`${room.url}/v1/chat/completions`, { method: "POST", headers, body });
    const text = await answer.text();
    expect(text.trimEnd().endsWith("data: [DONE]")).toBe(true);
    expect(text).not.toContain("usage");
  });

  test("requests go upstream with the client's headers, and none of our own", async () => {
    const room = await openRoom([{ text: "Fine." }], { upstream });
    const given = { authorization: "Bearer key", "content-type": "application/json", "x-stainless-lang": "js" };
    const body = JSON.stringify({ model, messages: [{ role: "user", content: "Hello" }] });
    // A client that adds no header of its own, as fetch does.
    const asking = request(`${room.url}/v1/chat/completions`, { method: "POST", headers: { ...headers, ...given } });
    asking.end(body);
    const [answer] = (await once(asking, "response")) as [IncomingMessage];
    await once(answer.resume(), "end");
    const {
      connection: _own,
      host: _host,
      "content-length": length,
      ...sent
    } = room.upstream.requests[0]?.headers ?? {};
    expect([sent, length]).toEqual([given, String(body.length)]);
  });
});

describe("Responses", () => {
  const upstream = { name: "openai", start: startOpenaiResponses };
  const tools = [{ type: "function" as const, name: "read", parameters: { type: "object" }, strict: false }];

  test("a loop of tools with sealed reasoning goes on as the client wrote it", async () => {
    const room = await openRoom(
      (request) =>
        listNewestResults(request).length === 3 ? { text: "Read." } : { reasoning: "Hm.", calls: threeFiles },
      { upstream },
    );
    const client = openai(room.url, headers);
    const fixed = { model, tools, store: false, include: ["reasoning.encrypted_content" as const] };
    const input: OpenAI.Responses.ResponseInputItem[] = [{ role: "user", content: "Read three files." }];
    const { output } = await client.responses.stream({ ...fixed, input }).finalResponse();
    input.push(...(output as OpenAI.Responses.ResponseInputItem[]));
    for (const item of output) {
      if (item.type === "function_call")
        input.push({ type: "function_call_output", call_id: item.call_id, output: "text" });
    }
    const answer = await client.responses.create({ ...fixed, input });
    expect(answer.output_text).toBe("Read.");
    expect(sentInput(room)).toEqual(JSON.parse(JSON.stringify(input)));
    expect(await said(room, session)).toHaveLength(1 + 3 + 3 + 1);
  });

  test.each([
    ["run", ["recall"]],
    ["recall", []],
  ])("tools and settings at the head of the list stay there, and %s is known", async (name, added) => {
    const room = await openRoom([{ reasoning: "Hm.", calls: [{ tool: "run", input: "look()" }] }, { text: "Done." }], {
      ...{ upstream, recall: true },
    });
    const head = [
      { type: "additional_tools", tools: [{ type: "namespace", name: "own", tools: [{ type: "custom", name }] }] },
      { type: "message", role: "developer", content: "Be brief." },
      { type: "configuration_update", reasoning: { effort: "low" } },
    ];
    const input = [...head, { role: "user", content: "Look." }] as unknown as OpenAI.Responses.ResponseInput;
    const fixed = { model: "gpt-6.1-sol", store: false, include: ["reasoning.encrypted_content" as const] };
    const client = openai(room.url, headers);
    const { output } = await client.responses.stream({ ...fixed, input }).finalResponse();
    const [, call] = output as unknown as readonly { readonly call_id: string }[];
    input.push(...(output as OpenAI.Responses.ResponseInputItem[]));
    input.push({ type: "custom_tool_call_output", call_id: call?.call_id ?? "", output: "seen" });
    expect((await client.responses.create({ ...fixed, input })).output_text).toBe("Done.");
    expect((sentInput(room) as readonly unknown[]).slice(0, head.length)).toEqual(head);
    expect(room.upstream.requests.flatMap(({ dropped }) => dropped)).toEqual([]);
    const bodies = room.upstream.requests.map(({ body }) => body as { readonly tools?: readonly { name: string }[] });
    expect(bodies[1]?.tools?.map((tool) => tool.name) ?? []).toEqual(added);
    expect(await said(room, session)).toHaveLength(1 + 1 + 1 + 1);
  });

  test("what the provider keeps itself is continued as it came, and recorded in the same chat", async () => {
    const script = [{ calls: threeFiles.slice(0, 1) }, { text: "Read." }, { text: "Bye." }];
    const room = await openRoom(script, { upstream });
    const client = openai(room.url);
    const first = await client.responses.create({ model, tools, input: "Read a file." });
    const [call] = first.output.filter((item) => item.type === "function_call");
    const output = { type: "function_call_output" as const, call_id: call?.call_id ?? "", output: "the text" };
    const second = await client.responses.create({ model, tools, previous_response_id: first.id, input: [output] });
    const third = await client.responses.create({ model, tools, previous_response_id: second.id, input: "Bye." });
    expect([second.output_text, third.output_text]).toEqual(["Read.", "Bye."]);
    expect(sentInput(room)).toEqual([output]);
    const sessions = await (await room.log()).sessions();
    expect(sessions).toHaveLength(1);
    const lines = await said(room, sessions[0]?.session ?? "");
    expect(lines.filter((line) => line.startsWith("agent"))).toHaveLength(2);
    expect(lines).toContain(`result of ${call?.name}: the text`);
  });

  test("a failure in the stream for its length becomes a smaller view before the first byte", async () => {
    const refusing = {
      name: "openai",
      start: (script: Parameters<typeof startOpenaiResponses>[0], options: object) =>
        startOpenaiResponses(script, { ...options, refusesInStream: true }),
    };
    const room = await openRoom(() => ({ text: "Noted." }), { upstream: refusing, window: 5_000 });
    const input = Array.from({ length: 30 }, (_, turn) => [
      { role: "user" as const, content: `Note ${turn}: ${"word ".repeat(150)}` },
      { role: "assistant" as const, content: "Noted." },
    ]).flat();
    const stream = openai(room.url, headers).responses.stream({
      ...{ model, store: false },
      input: [...input, { role: "user", content: "And?" }],
    });
    expect((await stream.finalResponse()).output_text).toBe("Noted.");
  });

  test("paths beside the answer pass as they are", async () => {
    const room = await openRoom([], { upstream, models: ["gpt-5"] });
    expect((await openai(room.url).models.list()).data.map(({ id }) => id)).toEqual(["gpt-5"]);
    const compact = await fetch(`${room.url}/v1/responses/compact`, { method: "POST", body: "{}" });
    expect([compact.status, compact.headers.get("x-clew")]).toEqual([404, "passed"]);
  });
});
