import type Anthropic from "@anthropic-ai/sdk";
import { findLastSaid } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { ask, openRoom, type Room, said, sentBody, textOf } from "./room.js";

const user = (content: string): Anthropic.MessageParam => ({ role: "user", content });
const agent = (content: Anthropic.MessageParam["content"]): Anthropic.MessageParam => ({ role: "assistant", content });
const echo = () => openRoom((request) => ({ text: `You said: ${findLastSaid(request)} (${request.number})` }));

/** One more turn of a chat, as a client without a name for it sends it. */
async function say(client: Anthropic, list: Anthropic.MessageParam[], words: string): Promise<void> {
  list.push(user(words));
  list.push(agent((await client.messages.create(ask(...list))).content));
}

async function listSessions(room: Room): Promise<readonly string[]> {
  return (await (await room.log()).sessions()).map(({ session }) => session).sort();
}

describe("a session", () => {
  test.each([
    ["our own header", { "x-clew-session": "bot:7" }, "/", "bot:7"],
    ["our own header without a channel", { "x-clew-session": "seven" }, "/", "client:seven"],
    ["the path", {}, "/s/seven", "client:seven"],
    ["Claude Code's header", { "x-claude-code-session-id": "abc" }, "/", "claude-code:abc"],
    ["Codex's header", { "thread-id": "t1", "session-id": "s1" }, "/", "codex:t1"],
    ["OpenCode's header", { "x-session-id": "ses_1" }, "/", "client:ses_1"],
  ])("is told by %s", async (_what, headers, path, session) => {
    const room = await echo();
    await fetch(`${room.url}${path === "/" ? "" : path}/v1/messages`, {
      method: "POST",
      headers: { "x-api-key": "k", ...headers } as Record<string, string>,
      body: JSON.stringify(ask(user("Hello"))),
    });
    expect(await listSessions(room)).toEqual([session]);
  });

  test("is told by the metadata of the body, as Claude Code writes it", async () => {
    const room = await echo();
    const user_id = JSON.stringify({ device_id: "d", session_id: "body-session" });
    await room.client().messages.create({ ...ask(user("Hello")), metadata: { user_id } });
    expect(await listSessions(room)).toEqual(["client:body-session"]);
  });

  test("without any name goes on by its list, also after the gateway was started anew", async () => {
    const room = await echo();
    const list: Anthropic.MessageParam[] = [];
    await say(room.client(), list, "Which tap drips?");
    await say(room.client(), list, "And when?");
    const next = await room.restart();
    await say(next.client(), list, "Who comes?");
    const sessions = await listSessions(next);
    expect(sessions).toHaveLength(1);
    expect(await said(next, sessions[0] ?? "")).toHaveLength(6);
  });

  test("does not change when a client writes the same message in another way", async () => {
    const room = await echo();
    const block = (text: string) => [{ type: "text" as const, text, cache_control: { type: "ephemeral" as const } }];
    const first = await room.client().messages.create(ask({ role: "user", content: block("Which tap drips?") }));
    const answer = textOf(first);
    await room.client().messages.create(ask(user("Which tap drips? "), agent(answer), user("And when?")));
    const sessions = await listSessions(room);
    expect(sessions).toHaveLength(1);
    expect(await said(room, sessions[0] ?? "")).toHaveLength(4);
  });
});

test("a bot that tells its model the date goes on in its chat after midnight", async () => {
  const room = await echo();
  const list: Anthropic.MessageParam[] = [];
  const dates = ["Monday, November 30, 2026", "Tue 1 Dec 2026", "Friday, May 1, 2027, 9:05 AM"];
  for (const date of dates) {
    list.push(user(`What is due on ${date}?`));
    const system = `You keep the calendar of a harbour. Today is ${date.replace(" AM", "")}. You may ask back.`;
    const { content } = await room.client().messages.create({ ...ask(...list), system });
    list.push(agent(content));
  }
  expect(await listSessions(room)).toHaveLength(1);
  await room.client().messages.create({ ...ask(...list, user("Why?")), system: "You keep the books of a harbour." });
  expect(await listSessions(room)).toHaveLength(2);
  for (const name of ["April", "June"]) {
    await room.client().messages.create({ ...ask(user("Hello")), system: `You are ${name}, who keeps the books.` });
  }
  expect(await listSessions(room)).toHaveLength(4);
});

test("two chats of one name that take turns stand in the log once each, but for what the first had said before the second came", async () => {
  const room = await echo();
  const client = room.client({ "x-clew-session": "test:both" });
  const lists: readonly Anthropic.MessageParam[][] = [[], []];
  for (const step of ["one", "two", "three", "four"]) {
    for (const [place, list] of lists.entries()) await say(client, list, `${step} of ${place}`);
  }
  const clew = await room.log();
  const lanes = await clew.lanes("test:both");
  const found = await Promise.all(lanes.map(({ ref: { session, lane } }) => clew.log({ session, lane, limit: 1_000 })));
  const texts = found.flatMap(({ lines }) => lines.map(({ text }) => text)).filter((text) => /of \d/.test(text));
  // Each said and answered four times, and the first exchange of one of them twice.
  expect([lanes.length, texts.length]).toEqual([2, 18]);
  expect(sentBody(room, 7).messages).toEqual(lists[1]?.slice(0, -1));
});

test("two chats that begin alike stay two, however they go on", async () => {
  const room = await echo();
  const one: Anthropic.MessageParam[] = [];
  const two: Anthropic.MessageParam[] = [];
  await say(room.client(), one, "Hello");
  await say(room.client(), two, "Hello");
  await say(room.client(), one, "The first chat is about apples.");
  await say(room.client(), two, "The second is about pears.");
  await say(room.client(), one, "More.");
  const sessions = await listSessions(room);
  expect(sessions).toHaveLength(2);
  const texts = await Promise.all(sessions.map((session) => said(room, session)));
  expect(texts.map((lines) => lines.length).sort()).toEqual([4, 6]);
  expect(texts.filter((lines) => lines.join().includes("apples") && lines.join().includes("pears"))).toEqual([]);
});

test("two chats that say the same stay two, as long as each goes on by itself", async () => {
  const room = await openRoom((request) => ({ text: `You said: ${findLastSaid(request)}` }));
  const one: Anthropic.MessageParam[] = [];
  const two: Anthropic.MessageParam[] = [];
  for (const words of ["Hello", "Which tap drips?", "Who comes?"]) await say(room.client(), one, words);
  for (const words of ["Hello", "Which tap drips?", "Who comes?"]) await say(room.client(), two, words);
  const sessions = await listSessions(room);
  expect(sessions).toHaveLength(2);
  const texts = await Promise.all(sessions.map((session) => said(room, session)));
  expect(texts.map((lines) => lines.length)).toEqual([6, 6]);
});

test("a trailing message that the client leaves out later does not split the chat", async () => {
  const room = await echo();
  const inner = (count: number) => user(`<<<INTERNAL>>> call ${count}`);
  const client = room.client();
  const first = await client.messages.create(ask(user("Hello"), inner(1)));
  const list = [user("Hello"), agent(first.content), user("Go on.")];
  const second = await client.messages.create(ask(...list, inner(2)));
  await client.messages.create(ask(...list, agent(second.content), user("And?"), inner(3)));
  expect(await listSessions(room)).toHaveLength(1);
  expect(sentBody(room, 2).messages).toEqual([...list, agent(second.content), user("And?"), inner(3)]);
});

test("a client that asks in other words after a failure, and later takes its notice back, stays in one chat", async () => {
  const inner = user("<<<INTERNAL>>> nothing runs");
  const busy = {
    error: { status: 429, body: { type: "error", error: { type: "rate_limit_error", message: "busy" } } },
  };
  const look = (number: number) => ({ calls: [{ tool: "look", input: { number } }] });
  const room = await openRoom([look(1), busy, look(2), busy, { text: "Done." }]);
  const client = room.client();
  const result = (id: string): Anthropic.MessageParam => {
    return { role: "user", content: [{ type: "tool_result", tool_use_id: id, content: `found by ${id}` }] };
  };
  const list: Anthropic.MessageParam[] = [user("Look for the key.")];
  const step = async (...notices: Anthropic.MessageParam[]) => {
    const { content } = await client.messages.create(ask(...list, ...notices, inner));
    const calls = content.flatMap((block) => (block.type === "tool_use" ? [result(block.id)] : []));
    return [agent(content), ...calls];
  };
  list.push(...(await step()));
  await expect(step()).rejects.toMatchObject({ status: 429 });
  list.push(user("The last try failed."), ...(await step(user("The last try failed."))));
  await expect(step()).rejects.toMatchObject({ status: 429 });
  list.splice(3, 1);
  await step(user("The last try failed again."));
  const sessions = await listSessions(room);
  expect(sessions).toHaveLength(1);
  const clew = await room.log();
  const [lane] = await clew.lanes(sessions[0] ?? "");
  const messages = await clew.messages(sessions[0] ?? "", { lane: lane?.ref.lane ?? "" });
  const results = messages.flatMap(({ parts }) => parts.flatMap((part) => ("output" in part ? [part.output] : [])));
  expect(results).toHaveLength(2);
});

test("side calls of one session have lanes of their own, by their instructions", async () => {
  const room = await echo();
  const client = room.client({ "x-claude-code-session-id": "abc" });
  const tools: Anthropic.Tool[] = [{ name: "look", input_schema: { type: "object" } }];
  await client.messages.create({ ...ask(user("Mend the tap.")), system: "You are an agent. It is 10:41.", tools });
  await client.messages.create({ ...ask(user("Mend the tap.")), system: "You are a title generator." });
  const list = [user("Mend the tap."), agent("You said: Mend the tap. (0)"), user("Go on.")];
  await client.messages.create({ ...ask(...list), system: "You are an agent. It is 10:42.", tools });
  const lanes = await (await room.log()).lanes("claude-code:abc");
  expect(lanes).toHaveLength(2);
});

test("requests of one chat at the same time lose and mix nothing", async () => {
  const room = await openRoom((request) => ({ text: `Answer to ${findLastSaid(request)}`, wordDelayMs: 5 }));
  const client = room.client({ "x-clew-session": "bot:1" });
  const asked = ["one", "two", "three", "four", "five"];
  const answers = await Promise.all(
    asked.map(async (word) => textOf(await client.messages.stream(ask(user(word))).finalMessage())),
  );
  expect(answers).toEqual(asked.map((word) => `Answer to ${word}`));
  const bodies = room.upstream.requests.map(({ body }) => (body as { messages: unknown }).messages);
  expect(bodies).toHaveLength(5);
  expect(asked.every((word) => bodies.some((list) => JSON.stringify(list) === JSON.stringify([user(word)])))).toBe(
    true,
  );
});

describe("beyond this machine", () => {
  const keys = ["anna=anna-has-this-key-1", "ben=ben-has-that-key-22"];
  const headers = (key: string) => ({ "x-clew-key": key, "x-clew-session": "bot:1" });

  test("every owner has a key, which no upstream sees, and nobody finds another's session", async () => {
    const room = await openRoom((request) => ({ text: `Heard ${request.parts.length}` }), { keys });
    const [anna, ben] = ["anna-has-this-key-1", "ben-has-that-key-22"].map((key) => room.client(headers(key)));
    const list = [user("My code is 1234.")];
    const first = await anna?.messages.create(ask(...list));
    await ben?.messages.create(ask(...list, agent(first?.content ?? []), user("What is my code?")));
    expect(JSON.stringify(room.upstream.requests.map(({ headers }) => headers))).not.toContain("has-th");
    const clew = await room.log("ben");
    expect((await clew.log({ session: "bot:1", limit: 100 })).lines.length).toBeGreaterThan(0);
    expect((await (await room.log()).sessions()).map(({ session }) => session)).toEqual([]);
    await expect(room.client(headers("wrong")).messages.create(ask(...list))).rejects.toMatchObject({ status: 401 });
  });
});

test("a name that no upstream has is refused, and no other upstream sees the key", async () => {
  const room = await echo();
  const answer = await fetch(`${room.url}/nosuch/v1/messages`, {
    method: "POST",
    headers: { authorization: "Bearer another-provider" },
    body: JSON.stringify(ask(user("Hello"))),
  });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("no upstream nosuch")]);
  expect([await listSessions(room), room.upstream.requests.length]).toEqual([[], 0]);
});
