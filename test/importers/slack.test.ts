import { slack } from "@clewline/importers/slack/slack.js";
import { describe, expect, it } from "vitest";
import { some } from "../some.js";
import { brief, readAll, textOf } from "./brief.js";
import { sourceOf } from "./source.js";

type Fields = Record<string, unknown>;

const lists = {
  "users.json": "[]",
  "channels.json": JSON.stringify([{ id: "C1", name: "garden" }]),
  "dms.json": JSON.stringify([{ id: "D9", members: ["U1", "U2"] }]),
};

describe("a Slack export", () => {
  it("names sessions by the channel's id and messages by their time", async () => {
    const [first] = await read([
      message("1700000000.000100", "The tap drips.", { edited: { ts: "1700000060.000000" } }),
    ]);
    expect(first).toEqual({
      kind: "item",
      session: "slack:channel:C1",
      lane: "root:C1",
      key: "1700000000.000100",
      at: 1_700_000_000_000,
      group: true,
      item: { kind: "said", role: "user", parts: [{ kind: "text", text: "The tap drips." }] },
      source: { id: "1700000000.000100", revision: 1_700_000_060_000, replyTo: null },
      from: "U1",
    });
  });

  it.each([
    ["of two people are of unknown kind", [], undefined],
    ["with the agent are private", ["U2"], false],
  ])("direct messages %s", async (_title, agents, group) => {
    const members = { ...lists, "D9/2024-01-01.json": JSON.stringify([message("1.1", "hi")]) };
    const [first] = await readAll(slack, sourceOf("export", "", members), agents);
    expect(first).toMatchObject({ session: "slack:channel:D9", group });
  });

  it("puts a thread and its first message into one lane", async () => {
    const records = await read([
      message("1.1", "opens", { thread_ts: "1.1", reply_count: 1 }),
      message("2.1", "aside"),
      message("3.1", "reply", { thread_ts: "1.1" }),
      message("4.1", "once had replies", { thread_ts: "4.1", reply_count: 0 }),
      message("5.1", "to one that is gone", { thread_ts: "0.1" }),
      message("6.1", "to one that never said so", { thread_ts: "2.1" }),
    ]);
    expect(records.map(brief)).toEqual([
      "topic:C1:1.1 1.1 user: opens",
      "topic:C1:2.1 2.1 user: aside",
      "topic:C1:1.1 3.1 user: reply",
      "root:C1 4.1 user: once had replies",
      "topic:C1:0.1 5.1 user: to one that is gone",
      "topic:C1:2.1 6.1 user: to one that never said so",
    ]);
  });

  it("keeps mentions, decodes what Slack escapes, and names files", async () => {
    const [first] = await read([
      message("1.1", "<@U2> is 1 &lt; 2 &amp;amp; 3 &gt; 2?", {
        files: [
          { name: "plan.pdf", mimetype: "application/pdf" },
          { id: "F2", mode: "tombstone" },
        ],
      }),
    ]);
    expect(textOf(first)).toBe("<@U2> is 1 < 2 &amp; 3 > 2?\n[file plan.pdf, application/pdf]\n[file, deleted]");
  });

  it("reads blocks and attachments where apps left the text empty", async () => {
    const blocks = [
      { type: "section", text: { type: "mrkdwn", text: "Frost &amp; snow" } },
      {
        type: "rich_text",
        elements: [
          {
            type: "rich_text_section",
            elements: [
              { type: "text", text: "ask " },
              { type: "user", user_id: "U2" },
              { type: "emoji", name: "seedling" },
            ],
          },
        ],
      },
    ];
    const attachments = [{ title: "Forecast", text: "Cold" }, { fallback: "Bring a coat" }];
    const [first] = await read([
      message("1.1", "", { subtype: "bot_message", user: undefined, bot_id: "B1", blocks, attachments }),
    ]);
    expect(textOf(first)).toBe("Frost & snow\nask <@U2>:seedling:\nForecast\nCold\nBring a coat");
    expect(first).toMatchObject({ from: "B1" });
  });

  it("skips what Slack says itself and tombstones", async () => {
    const skipped = ["channel_join", "channel_leave", "group_topic", "channel_purpose", "bot_add", "tombstone"];
    const records = await read([
      ...skipped.map((subtype, index) => message(`${index + 1}.1`, subtype, { subtype })),
      message("9.1", "waves", { subtype: "me_message" }),
      message("9.2", "also to the channel", { subtype: "thread_broadcast", thread_ts: "0.1" }),
    ]);
    expect(records.map(textOf)).toEqual(["waves", "also to the channel"]);
  });

  it("shows a changed message once, in its newest words", async () => {
    const changed = message("1.1", "plot 5", { edited: { ts: "3.0" } });
    const records = await read([
      message("1.1", "plot 4"),
      { type: "message", subtype: "message_changed", ts: "3.1", message: changed },
      { type: "message", subtype: "message_changed", ts: "2.1", message: message("1.1", "plot 3") },
    ]);
    expect(records.map(brief)).toEqual(["root:C1 1.1 user: plot 5"]);
    expect(records[0]).toMatchObject({ source: { revision: 3_000 } });
  });

  it("takes a deleted message back, also one that only its deletion tells of", async () => {
    const records = await read([
      message("1.1", "oops", { thread_ts: "0.1" }),
      { type: "message", subtype: "message_deleted", ts: "5.1", deleted_ts: "1.1" },
      {
        type: "message",
        subtype: "message_deleted",
        ts: "6.1",
        deleted_ts: "2.1",
        previous_message: message("2.1", "hm"),
      },
      { type: "message", subtype: "message_deleted", ts: "7.1", deleted_ts: "3.1" },
      {
        type: "message",
        subtype: "message_changed",
        ts: "8.1",
        message: { ts: "4.1", subtype: "tombstone" },
        previous_message: message("4.1", "root of a thread"),
      },
    ]);
    expect(records.map(brief)).toEqual([
      "topic:C1:0.1 1.1 user: oops",
      "root:C1 2.1 user: hm",
      "root:C1 4.1 user: root of a thread",
      "topic:C1:0.1 1.1#withdrawn withdraws 1.1",
      "root:C1 2.1#withdrawn withdraws 2.1",
      "root:C1 4.1#withdrawn withdraws 4.1",
    ]);
    expect(records[3]).toMatchObject({ at: 5_100 });
  });

  it("takes each message's last words from the day that has them, and reads no day more than twice", async () => {
    const change = (ts: string, changed: Fields) => ({
      type: "message",
      subtype: "message_changed",
      ts,
      message: changed,
    });
    const source = sourceOf("export", "", {
      ...lists,
      "garden/2024-01-01.json": JSON.stringify([
        message("1.1", "plot 4"),
        message("2.1", "rain"),
        message("9.1", "late"),
      ]),
      "garden/2024-01-02.json": JSON.stringify([message("3.1", "sun"), change("4.1", message("2.1", "snow"))]),
      "garden/2024-01-03.json": JSON.stringify([change("5.1", message("1.1", "plot 6")), message("1.2", "early")]),
    });
    const reads = new Map<string, number>();
    const counted = {
      ...source,
      member(name: string) {
        reads.set(name, (reads.get(name) ?? 0) + 1);
        return source.member(name);
      },
    };
    expect((await readAll(slack, counted)).map(brief)).toEqual([
      "root:C1 1.1 user: plot 6",
      "root:C1 1.2 user: early",
      "root:C1 2.1 user: snow",
      "root:C1 3.1 user: sun",
      "root:C1 9.1 user: late",
    ]);
    expect(["01", "02", "03"].map((day) => reads.get(`garden/2024-01-${day}.json`))).toEqual([2, 2, 2]);
  });

  it("reports a message that a day no longer has when it is read again", async () => {
    const days = [[message("1.1", "plot 4"), message("2.1", "rain")], [message("2.1", "rain")]];
    const source = sourceOf("export", "", { ...lists, "garden/2024-01-01.json": "[]" });
    const changing = {
      ...source,
      member: async (name: string) => (name.startsWith("garden/") ? JSON.stringify(days.shift()) : source.member(name)),
    };
    expect((await readAll(slack, changing)).map(brief)).toEqual([
      "bad 0: message 1.1 was gone from garden/2024-01-01.json when it was read again",
      "root:C1 2.1 user: rain",
    ]);
  });

  it("knows the agent by its user or its bot id", async () => {
    const messages = [
      message("1.1", "a", { user: "U7", bot_id: "B7" }),
      message("2.1", "b", { user: undefined, bot_id: "B7", subtype: "bot_message" }),
    ];
    for (const record of some(await read(messages, ["B7"]))) {
      expect(record).toMatchObject({ item: { role: "agent" }, source: { replyTo: null } });
      expect(record).toHaveProperty("call");
    }
    expect((await read(messages, ["U7"])).map((record) => record.kind === "item" && record.call)).toEqual([
      "1.1",
      undefined,
    ]);
  });

  it("puts days in order, finds direct messages by id, and goes on after what is bad", async () => {
    const members = {
      ...prefixed("export/", lists),
      "export/garden/2024-01-02.json": JSON.stringify([message("200.1", "second day")]),
      "export/garden/2024-01-01.json": JSON.stringify([
        message("100.2", "later"),
        5,
        { text: "x" },
        message("100.1", "first"),
      ]),
      "export/garden/2024-01-03.json": "[{",
      "export/D9/2024-01-01.json": JSON.stringify([message("1.1", "direct")]),
      "export/old shed/2024-01-01.json": JSON.stringify([message("1.1", "unlisted")]),
    };
    const source = sourceOf("export.zip", "", members);
    expect(slack.recognises(source.sample)).toBe(true);
    const records = await readAll(slack, source);
    expect(records.map(brief)).toEqual([
      "root:D9 1.1 user: direct",
      "bad 2: a message of export/garden/2024-01-01.json is not an object",
      "bad 3: a message of export/garden/2024-01-01.json has no time",
      "bad 1: export/garden/2024-01-03.json is not a list of messages",
      "root:C1 100.1 user: first",
      "root:C1 100.2 user: later",
      "root:C1 200.1 user: second day",
      "root:old-shed 1.1 user: unlisted",
    ]);
  });

  it("is not any folder with dates in it", () => {
    expect(slack.recognises(sourceOf("diary", "", { "garden/2024-01-01.json": "[]" }).sample)).toBe(false);
    expect(slack.recognises(sourceOf("x", "", { "users.json": "[]" }).sample)).toBe(false);
  });

  it("reports a list of channels that is none", async () => {
    const members = { "channels.json": "{", "garden/2024-01-01.json": JSON.stringify([message("1.1", "hi")]) };
    expect((await readAll(slack, sourceOf("x", "", members))).map(brief)).toEqual([
      "bad 1: channels.json is not a list of channels",
      "root:garden 1.1 user: hi",
    ]);
  });
});

function read(messages: readonly Fields[], agents: readonly string[] = []) {
  const members = { ...lists, "garden/2024-01-01.json": JSON.stringify(messages) };
  return readAll(slack, sourceOf("export", "", members), agents);
}

function message(ts: string, text: string, more: Fields = {}): Fields {
  return { type: "message", user: "U1", ts, text, ...more };
}

function prefixed(prefix: string, members: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).map(([name, text]) => [`${prefix}${name}`, text]));
}
