import { plain } from "@clewline/importers/plain/plain.js";
import { describe, expect, it } from "vitest";
import { brief, readAll, textOf } from "./brief.js";
import { sourceOf } from "./source.js";

const session = "telegram:chat:42";

describe("plain JSONL", () => {
  it("keeps what a line says", async () => {
    const at = Date.UTC(2024, 0, 2);
    const records = await read([
      { session, id: 7, from: 101, text: "hi", at },
      { session, id: "8", role: "agent", from: "bot", replyTo: 7, text: "hello", at: "2024-01-02T00:00:01Z" },
    ]);
    expect(records).toEqual([
      {
        kind: "item",
        session,
        lane: "root:42",
        key: "7",
        at,
        item: { kind: "said", role: "user", parts: [{ kind: "text", text: "hi" }] },
        source: { id: "7", revision: 0, replyTo: null },
        from: "101",
      },
      {
        kind: "item",
        session,
        lane: "root:42",
        key: "8",
        at: at + 1_000,
        item: { kind: "said", role: "agent", parts: [{ kind: "text", text: "hello" }] },
        source: { id: "8", revision: 0, replyTo: "7" },
        call: "8",
      },
    ]);
  });

  it("says whether a chat is a group, and reports what is neither", async () => {
    const records = await read([
      { session, id: 1, text: "hi", group: true },
      { session, id: 2, text: "hi", group: "yes" },
    ]);
    expect(records).toEqual([
      { kind: "bad", line: 2, reason: "the message's group is neither true nor false" },
      expect.objectContaining({ key: "1", group: true }),
    ]);
  });

  it("goes to topics, to the lane of what is replied to, to a lane of its own, or to the root", async () => {
    const records = await read([
      { session, id: 1, topic: 7, text: "topic" },
      { session, id: 2, replyTo: 1, text: "reply in it" },
      { session, id: 3, replyTo: 99, text: "reply to nothing known" },
      { session, id: 4, text: "root" },
      { session: "terminal:default", id: 5, replyTo: 1, text: "another session" },
    ]);
    expect(records.map(brief)).toEqual([
      "topic:42:7 1 user: topic",
      "topic:42:7 2 user: reply in it",
      "reply:42:99 3 user: reply to nothing known",
      "root:42 4 user: root",
      "reply:default:1 5 user: another session",
    ]);
  });

  it("is read in order of time, with timeless lines where they stood", async () => {
    const records = await read([
      { session, text: "c", at: 300 },
      { session, text: "a", at: 100 },
      { session, text: "b" },
      { session, text: "unreadable", at: "someday" },
    ]);
    expect(records.map(textOf)).toEqual(["a", "b", "unreadable", "c"]);
    expect(records[2]).toMatchObject({ at: null });
  });

  it("names lines without an id by what they say, whatever else the file holds", async () => {
    const lines = [
      { session, text: "ok", at: 1 },
      { session, text: "ok", at: 1 },
      { session, text: `${"long ".repeat(200)}🌱`, at: 2 },
    ];
    const keys = (await read(lines)).map((record) => (record.kind === "bad" ? "" : record.key));
    expect(new Set(keys).size).toBe(3);
    expect(keys.every((key) => key.length < 200 && !/\s/.test(key))).toBe(true);
    const more = await read([{ session, text: "before", at: 0 }, ...lines]);
    expect(more.slice(1).map((record) => record.kind !== "bad" && record.key)).toEqual(keys);
    expect(more[0]).not.toHaveProperty("source");
  });

  it("takes an agent's id for its role unless the line says otherwise", async () => {
    const lines = [
      { session, from: "bot", text: "a" },
      { session, from: "bot", role: "user", text: "b" },
      { session, role: "assistant", text: "d" },
    ];
    const records = await read(lines, ["bot"]);
    expect(records.map((record) => record.kind === "item" && record.item)).toMatchObject([
      { role: "agent" },
      { role: "user" },
      { role: "agent" },
    ]);
  });

  it("reports bad lines and goes on", async () => {
    const text = [
      JSON.stringify({ session, id: 1, text: "one" }),
      "{",
      "",
      JSON.stringify({ session: "no channel", text: "x" }),
      JSON.stringify({ session, id: 2 }),
      JSON.stringify({ session, text: "x", role: "system" }),
      JSON.stringify({ session, id: 1, text: "one" }),
      JSON.stringify({ session, id: 1, text: "other words" }),
      JSON.stringify({ session, id: 3, topic: "🌱\uD800".repeat(2_000), text: "odd topic" }),
    ].join("\n");
    const records = (await readAll(plain, sourceOf("x.jsonl", text))).map(brief);
    expect(records.slice(0, -1)).toEqual([
      "bad 2: the line is not a JSON object",
      "bad 4: the message's session is not channel:name",
      "bad 5: the message has no text",
      "bad 6: the message's role is neither user nor agent",
      "root:42 1 user: one",
      "bad 8: the message repeats the id of line 1",
    ]);
    expect(records.at(-1)).toMatch(/^topic:42:\S{1,200} 3 user: odd topic$/);
  });
});

async function read(lines: readonly unknown[], agents: readonly string[] = []) {
  const source = sourceOf("chat.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"));
  expect(plain.recognises(source.sample)).toBe(true);
  return readAll(plain, source, agents);
}
