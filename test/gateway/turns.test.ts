/** What becomes of a chat's turns when answers come through the gateway. */

import { startOpenaiChat } from "clewline/testing";
import { expect, test } from "vitest";
import { openRoom, type Room } from "./room.js";
import { openai } from "./speakers.js";

const session = "test:one";
const headers = { "x-clew-session": session };
const upstream = { name: "openai", start: startOpenaiChat };
const model = "gpt-5";
const user = (content: string) => ({ role: "user" as const, content });
const agent = (content: string) => ({ role: "assistant" as const, content });

async function listStates(room: Room): Promise<readonly string[]> {
  const { openDatabase } = await import("../open-database.js");
  const database = openDatabase(room.file);
  const rows = database.prepare("SELECT state FROM turns WHERE state IS NOT NULL ORDER BY number").all();
  database.close();
  return rows.map((row) => String((row as { state: unknown }).state));
}

test("a turn ends with an answer that calls no tool, and the chat goes on in a new one", async () => {
  const room = await openRoom([{ text: "The left one." }, { text: "At nine." }], { upstream });
  const client = openai(room.url, headers);
  await client.chat.completions.create({ model, messages: [user("Which tap?")] });
  const before = await listStates(room);
  await client.chat.completions.create({
    model,
    messages: [user("Which tap?"), agent("The left one."), user("When?")],
  });
  const after = await listStates(room);
  expect([before.length, after.length, new Set(after).size]).toEqual([1, 2, 1]);
  expect(after[0]).toBe(before[0]);
});

test("a turn with open calls goes on with their results, and ends with the last word", async () => {
  const room = await openRoom([{ calls: [{ tool: "look", input: {} }] }, { text: "Found it." }], { upstream });
  const client = openai(room.url, headers);
  const { choices } = await client.chat.completions.create({ model, messages: [user("Look.")] });
  const [running] = await listStates(room);
  const message = choices[0]?.message as OpenAiMessage;
  const call = message.tool_calls[0]?.id ?? "";
  const result = { role: "tool" as const, tool_call_id: call, content: "a key" };
  await client.chat.completions.create({ model, messages: [user("Look."), message as never, result] });
  const states = await listStates(room);
  expect([states.length, states[0] === running]).toEqual([1, false]);
});

interface OpenAiMessage {
  readonly tool_calls: readonly { readonly id: string }[];
}

test("the same question again after its answer gets another answer in the same turn", async () => {
  const room = await openRoom([{ text: "First." }, { text: "Second." }, { text: "Third." }], { upstream });
  const client = openai(room.url, headers);
  await client.chat.completions.create({ model, messages: [user("Say.")] });
  await client.chat.completions.create({ model, messages: [user("Say.")] });
  expect(await listStates(room)).toHaveLength(1);
  const { choices } = await client.chat.completions.create({ model, messages: [user("Say."), agent("Second.")] });
  expect(choices[0]?.message.content).toBe("Third.");
  expect(room.lines).toEqual([]);
});

test.each([
  ["was answered", [{ text: "Noted." }]],
  ["waits for a tool", [{ calls: [{ tool: "look", input: {} }] }]],
])("a chat whose last turn %s can be erased once the gateway has ended", async (_what, script) => {
  const room = await openRoom(script, { upstream });
  await openai(room.url, headers).chat.completions.create({ model, messages: [user("My code is 1234.")] });
  await room.close();
  const clew = await room.log();
  await clew.erase({ session });
  expect((await clew.sessions()).map(({ session: key }) => key)).toEqual([]);
});
