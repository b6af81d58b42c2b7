import { messages } from "@clewline/importers/messages/messages.js";
import { describe, expect, it } from "vitest";
import { brief, readAll } from "./brief.js";
import { sourceOf } from "./source.js";

const talk = [
  { role: "user", content: "Which soil?" },
  { role: "assistant", content: "Loam." },
];

describe("OpenAI messages", () => {
  it("give instructions, words, calls and results, named by their places", async () => {
    const call = { id: "c1", type: "function", function: { name: "dig", arguments: '{"deep": true, "at": "north"}' } };
    const records = await read("My garden.json", [
      { role: "system", content: "You are a gardener." },
      { role: "user", content: "Dig", name: "gardener" },
      { role: "assistant", content: "Digging.", reasoning_content: "Deep?", tool_calls: [call] },
      { role: "tool", tool_call_id: "c1", content: "dug" },
      { role: "developer", content: [{ type: "text", text: "Be brief." }] },
    ]);
    expect(records).toMatchObject([
      { session: "openai:My-garden-9a7f575a", lane: "root:My-garden-9a7f575a", key: "1#1", at: null },
      { key: "2#1", from: "gardener", item: { kind: "said", role: "user" } },
      { key: "3#1", call: "3", item: { parts: [{ kind: "reasoning" }, { kind: "text", text: "Digging." }] } },
      { key: "3#2", call: "3", item: { call: "c1", tool: "dig", input: '{"at":"north","deep":true}' } },
      { key: "4#1", call: "3", item: { call: "c1", tool: "dig", output: { kind: "text", text: "dug" } } },
      { key: "5#1", note: { kind: "instructions", text: "Be brief." } },
    ]);
    expect(records[0]).toMatchObject({ note: { kind: "instructions", text: "You are a gardener." } });
  });

  it("keep images, sounds, files, refusals and arguments that are no JSON", async () => {
    const content = [
      { type: "text", text: "What is this?" },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      { type: "image_url", image_url: { url: "https://garden.example/leaf.png" } },
      { type: "input_audio", input_audio: { data: "BBBB", format: "mp3" } },
      { type: "file", file: { filename: "plan.pdf", file_data: "data:application/pdf;base64,CCCC" } },
      { type: "smell", of: "roses" },
    ];
    const records = await read("a.json", [
      { role: "user", content },
      { role: "assistant", content: [{ type: "refusal", refusal: "I can't." }] },
      { role: "assistant", content: "", tool_calls: [{ id: "c1", function: { name: "dig", arguments: "{deep" } }] },
      {
        role: "tool",
        tool_call_id: "c1",
        content: [
          { type: "text", text: "one" },
          { type: "text", text: "two" },
        ],
      },
    ]);
    const file = (mediaType: string, base64: string) => ({ kind: "file", mediaType, data: { kind: "base64", base64 } });
    expect(records[0]).toMatchObject({
      item: {
        parts: [
          { text: "What is this?" },
          file("image/png", "AAAA"),
          { data: { kind: "url", url: "https://garden.example/leaf.png" } },
          file("audio/mp3", "BBBB"),
          { ...file("application/pdf", "CCCC"), name: "plan.pdf" },
          { kind: "text", text: '{"of":"roses","type":"smell"}' },
        ],
      },
    });
    expect(records.slice(1).map(brief)).toEqual([
      "root:a 2#1 agent: I can't.",
      'root:a 3#1 calls dig "{deep"',
      "root:a 4#1 returns c1: one\ntwo",
    ]);
  });

  it("may be of the days when a call had no id", async () => {
    const records = await read("a.json", [
      { role: "user", content: "Dig" },
      { role: "assistant", content: null, function_call: { name: "dig", arguments: "{}" } },
      { role: "function", name: "dig", content: "dug" },
      { role: "assistant", content: null, function_call: { name: "dig", arguments: "" } },
      { role: "function", name: "dig", content: "dug again" },
    ]);
    expect(records.slice(1)).toMatchObject([{ call: "2" }, { call: "2" }, { call: "4" }, { call: "4" }]);
  });

  it("may use the id of a call again: a result belongs to the nearest call before it", async () => {
    const call = (name: string) => ({
      role: "assistant",
      content: null,
      tool_calls: [{ id: "c", function: { name } }],
    });
    const result = (content: string) => ({ role: "tool", tool_call_id: "c", content });
    const records = await read("a.json", [call("dig"), result("dug"), call("rake"), result("raked"), result("lost")]);
    expect(records).toMatchObject([
      { call: "1", item: { tool: "dig" } },
      { call: "1", item: { tool: "dig", output: { text: "dug" } } },
      { call: "3", item: { tool: "rake" } },
      { call: "3", item: { tool: "rake", output: { text: "raked" } } },
      { call: "3", item: { tool: "rake", output: { text: "lost" } } },
    ]);
  });

  it("keep a result without its call", async () => {
    const records = await read("a.json", [{ role: "tool", tool_call_id: "c", content: "dug" }]);
    expect(records).toMatchObject([{ item: { kind: "returned", tool: "unknown" } }]);
    expect(records[0]).not.toHaveProperty("call");
  });

  it("are named by their own ids where those are unique", async () => {
    const named = (id: string) => ({ ...talk[0], id });
    expect((await read("a.json", [named("x"), named("y")])).map(brief)).toEqual([
      "root:a x#1 user: Which soil?",
      "root:a y#1 user: Which soil?",
    ]);
    expect((await read("a.json", [named("x"), named("x")])).map(brief)[1]).toBe("root:a 2#1 user: Which soil?");
  });

  it("that are broken are reported by their place, and the rest goes on", async () => {
    const broken = [...talk, 7, { role: "gnome" }, { role: "user", content: 5 }, { role: "user", content: ["x"] }];
    const records = await read("a.json", broken);
    expect(records.filter((record) => record.kind === "bad").map(brief)).toEqual([
      "bad 3: the message has no known role",
      "bad 4: the message has no known role",
      "bad 5: the message has content of an unknown shape",
      "bad 6: the message has content of an unknown shape",
    ]);
    expect(records).toHaveLength(6);
    expect((await read("a.json", [{ chat: broken }])).map(brief)[0]).toBe("bad 1: its message 3 has no known role");
  });
});

describe("a file of conversations", () => {
  it.each([
    ["a list", talk, ["openai:a-92388cee"]],
    ["one object", { model: "oak", messages: talk }, ["openai:a-92388cee"]],
    [
      "a list of objects",
      [{ messages: talk }, { traj: talk }, { conversation: talk }, { chat: talk }],
      ["openai:a:1", "openai:a:2", "openai:a:3", "openai:a:4"],
    ],
    [
      "named objects",
      [
        { id: "x y", messages: talk },
        { id: 7, messages: talk },
      ],
      ["openai:a:x-y", "openai:a:7"],
    ],
    [
      "objects with one name",
      [
        { id: "x", messages: talk },
        { id: "x", messages: talk },
      ],
      ["openai:a:1", "openai:a:2"],
    ],
    ["trials of tasks", [0, 1].map((trial) => ({ task_id: 5, trial, traj: talk })), ["openai:a:5-0", "openai:a:5-1"]],
  ])("may be %s", async (_what, value, sessions) => {
    for (const indent of [0, 2]) {
      const records = await text("a.json", JSON.stringify(value, null, indent));
      expect([...new Set(records.map((record) => (record.kind === "bad" ? "bad" : record.session)))]).toEqual(sessions);
      expect(records).toHaveLength(sessions.length * 2);
    }
  });

  it("may be JSON Lines, where the line's number is the name", async () => {
    const line = JSON.stringify({ messages: talk });
    const one = await text("a.jsonl", `${line}\n`);
    expect(one).toMatchObject([{ session: "openai:a:1", lane: "root:1" }, { session: "openai:a:1" }]);
    const records = await text("a.jsonl", `{"messages": [\n${line}\n\n{"other": 1}\n[]\n${line}\n`);
    expect(records.map((record) => (record.kind === "bad" ? brief(record) : record.session))).toEqual([
      "bad 1: the line is not JSON",
      "bad 4: the line holds no messages",
      "bad 5: the line is not a JSON object",
      "openai:a:2",
      "openai:a:2",
      "openai:a:6",
      "openai:a:6",
    ]);
  });

  it("is reported if it is broken or holds none", async () => {
    expect((await text("a.json", '[{"role": "user", "cont')).map(brief)).toEqual(["bad 1: the file is not JSON"]);
    expect((await text("a.json", "[1, 2]")).map(brief)).toEqual(["bad 1: the file holds no messages"]);
    expect((await text("a.json", "")).map(brief)).toEqual(["bad 1: the file is not JSON"]);
    expect((await read("a.json", [{ messages: talk }, { messages: 3 }])).map(brief)[0]).toBe(
      "bad 2: the conversation holds no messages",
    );
  });

  it("is known by its beginning, wherever it was cut", () => {
    const long = "x".repeat(70_000);
    const recognises = (value: string) => messages.recognises(sourceOf("a", value).sample);
    expect(recognises(JSON.stringify(talk))).toBe(true);
    expect(recognises(JSON.stringify([...talk, { role: "user", content: long }]))).toBe(true);
    expect(recognises(JSON.stringify([{ role: "system", content: long }]))).toBe(true);
    expect(
      recognises(
        JSON.stringify([{ task_id: 1, info: { a: [{}] }, traj: [...talk, { role: "user", content: long }] }], null, 2),
      ),
    ).toBe(true);
    expect(recognises(`{"messages": [\n${JSON.stringify({ messages: talk })}\n`)).toBe(true);
    expect(recognises(JSON.stringify({ messages: [{ id: 1, type: "message", from: "x", text: "hi" }] }))).toBe(false);
    expect(recognises(JSON.stringify([{ mapping: { a: { message: { role: "user" } } } }]))).toBe(false);
    expect(recognises(JSON.stringify({ clew: 1, messages: talk }))).toBe(false);
    for (const other of ["", "[]", "{}", "[1]", "talk", '{"messages": []}', '{"role": "user"}']) {
      expect(recognises(other)).toBe(false);
    }
  });
});

async function text(name: string, content: string) {
  return readAll(messages, sourceOf(name, content));
}

async function read(name: string, value: unknown) {
  return text(name, JSON.stringify(value));
}
