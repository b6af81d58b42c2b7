/** Clients of the Responses API that name what the provider keeps in the place of its words: the AI SDK does, unless it is told not to. */
import { createOpenAI } from "@ai-sdk/openai";
import { generateText, type ModelMessage, stepCountIs, tool } from "ai";
import { type StandInScript, startOpenaiResponses } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { answerJson, openRawRoom } from "./raw-upstream.js";
import { openRoom, type Room, said } from "./room.js";

const session = "test:references";
const named = { "x-clew-session": session };
const upstream = { name: "openai", start: startOpenaiResponses };

/** A chat as its host keeps it. */
async function talk(
  { url }: Room,
  before: readonly ModelMessage[],
  content: string,
  headers: Readonly<Record<string, string>> = named,
): Promise<readonly ModelMessage[]> {
  const model = createOpenAI({ baseURL: `${url}/v1`, apiKey: "key", headers }).responses("gpt-5");
  const look = tool({ inputSchema: z.object({ at: z.string() }), execute: ({ at }) => `${at} is dry` });
  const messages: ModelMessage[] = [...before, { role: "user", content }];
  const asked = { model, messages, tools: { look }, stopWhen: stepCountIs(4), maxRetries: 0 };
  const { response } = await generateText(asked);
  return [...messages, ...response.messages];
}

interface Item {
  readonly type?: string;
  readonly id?: string;
}

function inputOf({ upstream: { requests } }: Room, place: number): readonly Item[] {
  const body = requests[place]?.body as { readonly input: readonly Item[] } | undefined;
  return body?.input ?? [];
}

const thinking: StandInScript = ({ number }) => ({ reasoning: "A thought.", text: `The tap is number ${number}.` });
const heard = [
  "user: Which tap drips?",
  "agent: The tap is number 0.",
  "user: And now?",
  "agent: The tap is number 1.",
];

describe("an answer that its client only names", () => {
  test("is in the log once, with its words, and goes out by its name", async () => {
    const room = await openRoom(thinking, { upstream });
    const two = await talk(room, await talk(room, [], "Which tap drips?"), "And now?");
    await talk(room, two, "Sure?");
    expect(inputOf(room, 2).filter(({ type }) => type === "item_reference")).toHaveLength(4);
    expect(await said(room, session)).toEqual([...heard, "user: Sure?", "agent: The tap is number 2."]);
    expect(room.lines).toEqual([]);
  });

  test("is known to a gateway that was started anew", async () => {
    const room = await openRoom(thinking, { upstream });
    const one = await talk(room, [], "Which tap drips?");
    const again = await room.restart();
    await talk(again, one, "And now?");
    expect(await said(again, session)).toEqual(heard);
  });

  test("is told from another that began with the same words, without a name of the chat", async () => {
    const room = await openRoom(thinking, { upstream });
    const [one, two] = [await talk(room, [], "Which tap drips?", {}), await talk(room, [], "Which tap drips?", {})];
    await talk(room, two, "And now?", {});
    await talk(room, one, "And now?", {});
    const sessions = await (await room.log()).sessions();
    const lines = await Promise.all(sessions.map((each) => said(room, each.session)));
    expect(lines.map((own) => own.map((line) => line.replace(/^\w+: /, ""))).sort()).toEqual([
      ["Which tap drips?", "The tap is number 0.", "And now?", "The tap is number 3."],
      ["Which tap drips?", "The tap is number 1.", "And now?", "The tap is number 2."],
    ]);
  });

  test("may be too long for an entry, and be shown shorter in its own words", async () => {
    const words = Array.from({ length: 9_000 }, (_, place) => `word${place}`).join(" ");
    const long: StandInScript = ({ number }) => ({ reasoning: "A thought.", text: number === 0 ? words : "Yes." });
    const room = await openRoom(long, { upstream, told: 16_000 });
    const one = await talk(room, [], "Tell me all.");
    await talk(room, one, "Is that all?");
    const [, answer] = inputOf(room, 1);
    expect(answer).toMatchObject({ type: "message", role: "assistant" });
    expect(JSON.stringify(answer)).toContain("word1 word2");
    expect(await said(room, session)).toHaveLength(4);
  });
});

test("words before a recall, which its client only names, are there once", async () => {
  const script: StandInScript = ({ number }) =>
    number === 0
      ? { reasoning: "A thought.", text: "Wait.", calls: [{ tool: "recall", input: { question: "tap" } }] }
      : { reasoning: "A thought.", text: `The tap is number ${number}.` };
  const room = await openRoom(script, { upstream, recall: true });
  await talk(room, await talk(room, [], "Which tap drips?"), "And now?");
  const lines = await said(room, session);
  expect(lines.filter((line) => !/^(?:call|result of) recall/.test(line))).toEqual([
    ...["user: Which tap drips?", "agent: Wait.", "agent: The tap is number 1."],
    ...["user: And now?", "agent: The tap is number 2."],
  ]);
});

describe("a thought that its client only names", () => {
  test("goes with the call that it led to", async () => {
    const script: StandInScript = ({ number }) =>
      number % 2 === 0
        ? { reasoning: "A thought.", calls: [{ tool: "look", input: { at: `tap ${number}` } }] }
        : { text: `It is dry, ${number}.` };
    const room = await openRoom(script, { upstream });
    await talk(room, await talk(room, [], "Which tap drips?"), "And now?");
    expect(inputOf(room, 3).map(({ type }) => type)).toEqual([
      ...[undefined, "item_reference", "function_call", "function_call_output", undefined],
      ...[undefined, "item_reference", "function_call", "function_call_output"],
    ]);
    expect(await said(room, session)).toEqual([
      "user: Which tap drips?",
      'call look {"at":"tap 0"}',
      "result of look: tap 0 is dry",
      "agent: It is dry, 1.",
      "user: And now?",
      'call look {"at":"tap 2"}',
      "result of look: tap 2 is dry",
      "agent: It is dry, 3.",
    ]);
  });
});

test("a call that its client only names is there once, with its result", async () => {
  const room = await openRoom([{ calls: [{ tool: "look", input: { at: "tap" } }] }, { text: "Dry." }], { upstream });
  const tools = [{ type: "function", name: "look", parameters: { type: "object" }, strict: false }];
  const ask = async (...input: readonly object[]) => {
    const body = JSON.stringify({ model: "gpt-5", tools, input: [{ role: "user", content: "Which?" }, ...input] });
    const headers = { ...named, authorization: "Bearer key", "content-type": "application/json" };
    const response = await fetch(`${room.url}/v1/responses`, { method: "POST", headers, body });
    return (await response.json()) as { readonly output: readonly (Item & { readonly call_id?: string })[] };
  };
  const [call] = (await ask()).output;
  const given = [
    { type: "item_reference", id: call?.id },
    { type: "function_call_output", call_id: call?.call_id, output: "It is dry" },
  ];
  await ask(...given);
  expect(inputOf(room, 1).slice(1)).toEqual(given);
  expect(await said(room, session)).toEqual([
    ...["user: Which?", 'call look {"at":"tap"}', "result of look: It is dry", "agent: Dry."],
  ]);
});

test("what was erased of an answer stands for nothing else", async () => {
  const script: StandInScript = ({ number }) =>
    number === 0
      ? { reasoning: "A thought.", text: "Wait for me.", calls: [{ tool: "look", input: { at: "tap" } }] }
      : { reasoning: "A thought.", text: `The tap is number ${number}.` };
  const room = await openRoom(script, { upstream });
  const one = await talk(room, [], "Which tap drips?");
  await room.close();
  const clew = await room.log();
  const [hit] = await clew.search("Wait for me", { session });
  await clew.erase({ entry: hit?.line.pointer ?? "" });
  await clew.close();
  const again = await room.restart();
  await talk(again, one, "And now?");
  expect(inputOf(again, 2)[2]).toMatchObject({ type: "item_reference", id: expect.stringMatching(/^msg_/) });
  const lines = await said(again, session);
  expect(lines.filter((line) => line.startsWith("call look"))).toHaveLength(2);
  expect(lines.join("\n")).not.toContain("Wait for me");
});

test("a name that the log does not have goes on as it came, and one is not taken for another", async () => {
  const room = await openRoom([{ text: "Yes." }, { text: "No." }], { upstream });
  const ask = async (id: string, headers: Readonly<Record<string, string>> = {}) => {
    const input = [
      { role: "user", content: "Which?" },
      { type: "item_reference", id },
      { role: "user", content: "So?" },
    ];
    const request = { method: "POST", headers, body: JSON.stringify({ model: "gpt-5", input }) };
    return (await fetch(`${room.url}/v1/responses`, request)).headers.get("x-clew");
  };
  expect([await ask("msg_a"), await ask("msg_b")]).toEqual(["viewed", "viewed"]);
  expect([inputOf(room, 0)[1]?.id, inputOf(room, 1)[1]?.id]).toEqual(["msg_a", "msg_b"]);
  expect(await (await room.log()).sessions()).toHaveLength(2);
});

interface Posting {
  readonly in?: string;
  readonly stream?: boolean;
  readonly signal?: AbortSignal;
}

function post({ url }: Room, input: readonly object[], { in: name = session, stream, signal }: Posting = {}) {
  const headers = { "x-clew-session": name, authorization: "Bearer key", "content-type": "application/json" };
  const body = JSON.stringify({ model: "gpt-5", input, ...(stream === undefined ? {} : { stream }) });
  return fetch(`${url}/v1/responses`, { method: "POST", headers, body, ...(signal === undefined ? {} : { signal }) });
}

const user = (content: string) => ({ role: "user", content });
const name = (id: string) => ({ type: "item_reference", id });

test("a name says nothing in another chat, though this process knows what it says in its own", async () => {
  const room = await openRoom(thinking, { upstream });
  const two = await talk(room, await talk(room, [], "Which tap drips?"), "And now?");
  await talk(room, two, "Sure?", { "x-clew-session": "test:another" });
  const lines = await said(room, "test:another");
  expect(lines).toHaveLength(8);
  expect(lines.filter((line) => line.includes("The tap is"))).toEqual(["agent: The tap is number 2."]);
});

test("an answer that was cut off is known by its name at once", async () => {
  const script: StandInScript = [{ reasoning: "Hm.", text: "One two three four.", hangAfter: 2 }, { text: "Fine." }];
  const room = await openRoom(script, { upstream });
  const leaving = new AbortController();
  const { body } = await post(room, [user("Count.")], { stream: true, signal: leaving.signal });
  const decoder = new TextDecoder();
  let heard = "";
  await (async () => {
    for await (const bytes of body ?? []) {
      heard += decoder.decode(bytes, { stream: true });
      if (heard.includes("two")) leaving.abort();
    }
  })().catch(() => undefined);
  const names = [...new Set(heard.match(/(?:rs|msg)_\w+/g))];
  expect(names).toHaveLength(2);
  await post(room, [user("Count."), ...names.map(name), user("Go on.")]);
  expect(await said(room, session)).toEqual(["user: Count.", "agent: One two", "user: Go on."]);
});

describe("what a provider's own answer may have", () => {
  const image = { type: "image_generation_call", id: "ig_1", status: "completed", result: "aW1hZ2U=" };
  const words = { type: "message", id: "msg_1", role: "assistant", content: [{ type: "output_text", text: "Here." }] };
  const output = [image, words];
  const drawn = ["user: Draw it.", "agent: [image/png]", "agent: Here.", "user: Thanks."];

  test.each([
    ["an image that is only named", output.map(({ id }) => name(id))],
    ["an image of which there is all", output],
    ["a name without a type", output.map(({ id }) => ({ id }))],
  ])("%s stays where it is in the log, and goes out as it came", async (_what, items) => {
    const room = await openRawRoom("openai", [answerJson({ id: "resp_1", output }), answerJson({ output: [] })]);
    await post(room, [user("Draw it.")]);
    const list = [user("Draw it."), ...items, user("Thanks.")];
    await post(room, list);
    expect(JSON.parse(room.bodies[1] ?? "")).toMatchObject({ input: list });
    expect(await said(room, session)).toEqual(drawn);
  });
});
