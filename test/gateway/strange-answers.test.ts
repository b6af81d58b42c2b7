/** Answers and calls that are seldom seen: each passes byte for byte, is kept, and goes back as the client wrote it. */

import { makeEventSplitter } from "@clewline/gateway/wire/event-stream.js";
import { startOpenaiResponses } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { answerEvents, answerJson, openRawRoom, type RawAnswer } from "./raw-upstream.js";
import { openRoom, type Room, said } from "./room.js";
import { openai } from "./speakers.js";

const session = "test:one";
const headers = { "x-clew-session": session };
const model = "gpt-5";

async function post({ url }: Room, path: string, body: object): Promise<string> {
  const response = await fetch(`${url}${path}`, {
    ...{ method: "POST", body: JSON.stringify(body) },
    headers: { ...headers, authorization: "Bearer key", "content-type": "application/json" },
  });
  expect([response.status, response.headers.get("x-clew")]).toEqual([200, "viewed"]);
  return response.text();
}

describe("Chat Completions", () => {
  const path = "/v1/chat/completions";
  const user = (content: string) => ({ role: "user", content });
  const choose = (delta: object, finish: string | null = null) => {
    return { id: "c1", object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: finish }] };
  };

  test("a refusal is kept as what the model said", async () => {
    const refused = answerEvents(
      choose({ role: "assistant", refusal: "I can't " }),
      choose({ refusal: "do that." }),
      choose({}, "stop"),
    );
    const room = await openRawRoom("openai", [refused, answerJson({ choices: [] })]);
    const text = await post(room, path, { model, stream: true, messages: [user("Do it.")] });
    const message = { role: "assistant", content: null, refusal: "I can't do that." };
    const next = { model, messages: [user("Do it."), message, user("Why?")] };
    await post(room, path, next);
    expect(text).toContain("do that.");
    expect(await said(room, session)).toHaveLength(3);
    expect(room.bodies[1]).toBe(JSON.stringify(next));
  });

  test("a call of a custom tool goes on with its result", async () => {
    const call = { id: "call_1", type: "custom", custom: { name: "write", input: "a poem" } };
    const called = answerJson({ choices: [{ message: { role: "assistant", content: null, tool_calls: [call] } }] });
    const room = await openRawRoom("openai", [called, answerJson({ choices: [] })]);
    await post(room, path, { model, messages: [user("Write.")] });
    const message = { role: "assistant", content: null, tool_calls: [call] };
    const next = {
      model,
      messages: [user("Write."), message, { role: "tool", tool_call_id: "call_1", content: "ok" }],
    };
    await post(room, path, next);
    expect(await said(room, session)).toHaveLength(3);
    expect(room.bodies[1]).toBe(JSON.stringify(next));
  });
});

describe("Responses", () => {
  const path = "/v1/responses";
  const message = (text: string, status: string) => {
    return { type: "message", id: "msg_1", role: "assistant", status, content: [{ type: "output_text", text }] };
  };
  const answer = (kind: "completed" | "incomplete", output: readonly object[]) => {
    const added = output.flatMap((item, output_index) => [
      { type: "response.output_item.added", output_index, item },
      { type: "response.output_item.done", output_index, item },
    ]);
    const begun = { type: "response.created", response: { id: "resp_1", status: "in_progress", output: [] } };
    return answerEvents(begun, ...added, {
      type: `response.${kind}`,
      response: { id: "resp_1", status: kind, output },
    });
  };

  test("an answer that the provider broke off for its length is kept as far as it came", async () => {
    const room = await openRawRoom("openai", [answer("incomplete", [message("Half of", "incomplete")])]);
    const text = await post(room, path, { model, store: false, stream: true, input: "Tell." });
    expect(text).toContain("response.incomplete");
    expect((await said(room, session)).at(-1)).toContain("Half of");
    expect(room.lines).toEqual([]);
  });

  test("a tool that the provider ran itself leaves no call open", async () => {
    const search = { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "q" } };
    const output = [search, message("Found.", "completed")];
    const room = await openRawRoom("openai", [
      answer("completed", output),
      answer("completed", [message("No more.", "completed")]),
    ]);
    await post(room, path, { model, store: false, stream: true, input: "Search." });
    const next = {
      model,
      store: false,
      input: [{ role: "user", content: "Search." }, ...output, { role: "user", content: "And?" }],
    };
    await post(room, path, { ...next, stream: true });
    expect(room.bodies[1]).toBe(JSON.stringify({ ...next, stream: true }));
    expect((await said(room, session)).filter((line) => line.includes("Found."))).toHaveLength(1);
  });

  test("a person's message with the id of an answer is not what a client continues", async () => {
    const room = await openRoom([{ text: "Bye." }], { upstream: { name: "openai", start: startOpenaiResponses } });
    const clew = await room.log();
    await clew.observe({ session: "bot:7", id: "resp_7", text: "Hello." });
    const asked = { model, previous_response_id: "resp_7", input: "Bye?" };
    await openai(room.url)
      .responses.create(asked)
      .catch(() => null);
    expect(await clew.messages("bot:7")).toHaveLength(1);
    expect(await clew.lanes("bot:7")).toHaveLength(1);
  });

  test("what the provider keeps is continued as it came by another gateway, too, in the same chat", async () => {
    const upstream = { name: "openai", start: startOpenaiResponses };
    const before = await openRoom([{ text: "Noted." }, { text: "Bye." }], { upstream });
    const first = await openai(before.url).responses.create({ model, input: "Note this." });
    const after = await before.restart();
    const second = await openai(after.url).responses.create({ model, previous_response_id: first.id, input: "Bye?" });
    expect(second.output_text).toBe("Bye.");
    expect(after.upstream.requests.at(-1)?.body).toMatchObject({ previous_response_id: first.id, input: "Bye?" });
    const clew = await after.log();
    const sessions = await clew.sessions();
    expect(sessions).toHaveLength(1);
    const lines = await said(after, sessions[0]?.session ?? "");
    expect(lines.map((line) => line.replace(/^.*: /, ""))).toEqual(["Note this.", "Noted.", "Bye?", "Bye."]);
  });
});

test("Gemini's answer as a list that grows passes as it came, and is kept", async () => {
  const chunk = (text: string, rest: object = {}) => ({ candidates: [{ content: { parts: [{ text }] }, ...rest }] });
  const whole = JSON.stringify([chunk("The left"), chunk(" one.", { finishReason: "STOP" })], null, 2);
  const grow: RawAnswer = (response) => {
    response.writeHead(200, { "content-type": "application/json" });
    for (let place = 0; place < whole.length; place += 7) response.write(whole.slice(place, place + 7));
    response.end();
  };
  const room = await openRawRoom("google", [grow]);
  const contents = [{ role: "user", parts: [{ text: "Which tap?" }] }];
  const text = await post(room, "/v1beta/models/gemini-3-flash:streamGenerateContent", { contents });
  expect(text).toBe(whole);
  expect((await said(room, session)).at(-1)).toContain("The left one.");
});

test("an answer that is packed in a way that nobody knows here passes byte for byte, and says so", async () => {
  const packed = Buffer.from([0xff, 0xfe, 0x00, 0x80]);
  const strange: RawAnswer = (response) =>
    response.writeHead(200, { "content-type": "application/json", "content-encoding": "x-own" }).end(packed);
  const room = await openRawRoom("openai", [strange]);
  const ask = { method: "POST", headers, body: JSON.stringify({ model, input: "Hello." }) };
  for (const response of [await fetch(`${room.url}/v1/responses`, ask), await fetch(`${room.url}/v1/models`)]) {
    expect(response.headers.get("content-encoding")).toBe("x-own");
    expect(Buffer.from(await response.arrayBuffer())).toEqual(packed);
  }
});

test("an answer without a body passes as it is", async () => {
  const room = await openRawRoom("openai", [(response) => response.writeHead(204).end()]);
  const ask = { method: "POST", headers, body: JSON.stringify({ model, input: "Hello." }) };
  const response = await fetch(`${room.url}/v1/responses`, ask);
  expect([response.status, response.headers.get("x-clew"), await response.text()]).toEqual([204, "viewed", ""]);
});

describe("events", () => {
  test("are the same wherever the pieces of a stream end", () => {
    const stream = "data: a\n\ndata: b\r\n\r\n\n\n: c\r\rdata: d\ndata: e\n\r\ndata: f";
    const split = (size: number) => {
      const events: string[] = [];
      const { add, end } = makeEventSplitter((event) => events.push(event));
      for (let place = 0; place < stream.length; place += size) add(stream.slice(place, place + size));
      return [...events, end()];
    };
    const whole = split(stream.length);
    expect(whole.join("")).toBe(stream);
    expect(whole).toHaveLength(6);
    expect([2, 3, 4, 5, 7].map(split)).toEqual([whole, whole, whole, whole, whole]);
  });
});
