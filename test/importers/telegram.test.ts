import { telegram } from "@clewline/importers/telegram/telegram.js";
import { describe, expect, it } from "vitest";
import { brief, readAll, textOf } from "./brief.js";
import { sourceOf } from "./source.js";

type Fields = Record<string, unknown>;

describe("a Telegram export", () => {
  it("names session, message, person, reply and edit as a live bot does", async () => {
    const messages = [
      message(4, "The tap drips."),
      message(5, "Which one?", { from_id: "user102", reply_to_message_id: 4, edited_unixtime: "1700000099" }),
    ];
    expect(await read(chat("private_supergroup", messages))).toEqual([
      {
        kind: "item",
        session: "telegram:chat:-1001234",
        lane: "root:-1001234",
        key: "4",
        at: 1_700_000_004_000,
        group: true,
        item: { kind: "said", role: "user", parts: [{ kind: "text", text: "The tap drips." }] },
        source: { id: "4", revision: 0, replyTo: null },
        from: "101",
      },
      {
        kind: "item",
        session: "telegram:chat:-1001234",
        lane: "root:-1001234",
        key: "5",
        at: 1_700_000_005_000,
        group: true,
        item: { kind: "said", role: "user", parts: [{ kind: "text", text: "Which one?" }] },
        source: { id: "5", revision: 1_700_000_099_000, replyTo: "4" },
        from: "102",
      },
    ]);
  });

  it.each([
    ["personal_chat", "1234", undefined],
    ["bot_chat", "1234", false],
    ["saved_messages", "1234", false],
    ["private_group", "export-1234", true],
    ["private_supergroup", "-1001234", true],
    ["public_supergroup", "-1001234", true],
    ["private_channel", "-1001234", true],
    ["public_channel", "-1001234", true],
  ])("of a %s has the bot API's id %s, and group: %s", async (type, id, group) => {
    const [first] = await read(chat(type, [message(1, "hi")]));
    expect(first).toMatchObject({ session: `telegram:chat:${id}`, lane: `root:${id}`, group });
  });

  it("says that a personal chat is private once the agent speaks in it", async () => {
    const records = await read(chat("personal_chat", [message(1, "hi"), message(2, "Hello.", { from_id: "user7" })]), [
      "user7",
    ]);
    expect(records.map((record) => "group" in record && record.group)).toEqual([undefined, false]);
  });

  it("puts topics into lanes of their own, through any number of replies", async () => {
    const records = await read(
      chat("private_supergroup", [
        { id: 7, type: "service", action: "topic_created", title: "Water", date_unixtime: "1700000001" },
        { id: 8, type: "service", action: "pin_message", date_unixtime: "1700000002" },
        message(9, "in the topic", { reply_to_message_id: 7 }),
        message(10, "deeper", { reply_to_message_id: 9 }),
        message(11, "in general"),
        message(12, "to something that is gone", { reply_to_message_id: 3 }),
        message(13, "and on", { reply_to_message_id: 12 }),
        message(14, "to another chat", { reply_to_message_id: 9, reply_to_peer_id: "channel5" }),
      ]),
    );
    expect(records.map(brief)).toEqual([
      "topic:-1001234:7 9 user: in the topic",
      "topic:-1001234:7 10 user: deeper",
      "root:-1001234 11 user: in general",
      "reply:-1001234:3 12 user: to something that is gone",
      "reply:-1001234:3 13 user: and on",
      "root:-1001234 14 user: to another chat",
    ]);
  });

  it("knows the agent's own messages, and replies to them find their lane", async () => {
    const messages = [message(1, "Plot 4.", { from_id: "user42" }), message(2, "Sure?", { reply_to_message_id: 1 })];
    const [answer, reply] = await read(chat("private_supergroup", messages), ["42"]);
    expect(answer).toMatchObject({ item: { role: "agent" }, call: "1", source: { id: "1" } });
    expect(answer).not.toHaveProperty("from");
    expect(reply).toMatchObject({ lane: "root:-1001234", item: { role: "user" } });
    expect((await read(chat("private_supergroup", messages), ["user42"]))[0]).toMatchObject({ call: "1" });
  });

  it("joins pieces of text and keeps the addresses of links", async () => {
    const text = [
      "See ",
      { type: "bold", text: "this" },
      " ",
      { type: "text_link", text: "page", href: "https://example.org" },
      { type: "link", text: " https://example.com" },
    ];
    const [first] = await read(chat("personal_chat", [message(1, text)]));
    expect(textOf(first)).toBe("See this page (https://example.org) https://example.com");
  });

  it("says what else a message holds, and where its file is", async () => {
    const texts = (
      await read(
        chat("personal_chat", [
          message(1, "caption", { photo: "photos/1.jpg" }),
          message(2, "", { file: "files/plan.pdf", file_name: "plan.pdf", mime_type: "application/pdf" }),
          message(3, "", { file: "stickers/a.webp", media_type: "sticker", sticker_emoji: "🌱" }),
          message(4, "", { file: "voice/1.ogg", media_type: "voice_message" }),
          message(5, "", { poll: { question: "When?", answers: [{ text: "Monday", voters: 2 }, { text: "Friday" }] } }),
          message(6, "", { contact_information: { first_name: "The", last_name: "gardener", phone_number: "+1" } }),
          message(7, "", { location_information: { latitude: 1.5, longitude: 2 }, place_name: "Shed" }),
          message(8, "news", { forwarded_from: "the garden channel" }),
          message(9, ""),
        ]),
      )
    ).map(textOf);
    expect(texts).toEqual([
      "[photo photos/1.jpg]\ncaption",
      "[file files/plan.pdf]",
      "[sticker 🌱 stickers/a.webp]",
      "[voice message voice/1.ogg]",
      "[poll When?]\n- Monday (2)\n- Friday",
      "[contact The gardener +1]",
      "[location 1.5, 2]\n[place Shed]",
      "[forwarded from the garden channel]\nnews",
      "[unsupported message]",
    ]);
  });

  it("yields in order of time, also where one has only a date or none", async () => {
    const messages = [
      message(3, "late", { date_unixtime: "1700000300" }),
      message(1, "early", { date_unixtime: undefined, date: "2023-11-14T22:13:21" }),
      message(2, "timeless", { date_unixtime: undefined }),
    ];
    expect((await read(chat("personal_chat", messages))).map(textOf)).toEqual(["early", "timeless", "late"]);
  });

  it("takes channels and groups that speak for what the bot API calls them", async () => {
    const messages = [message(1, "a", { from_id: "channel77" }), message(2, "b", { from_id: 5 })];
    const records = await read(chat("public_channel", messages));
    expect(records.map((record) => record.kind === "item" && record.from)).toEqual(["-10077", "5"]);
  });

  it("of all chats gives each its session, left ones too, and reports what is bad", async () => {
    const whole = {
      about: "Here is the data",
      personal_information: {},
      contacts: { list: [] },
      chats: {
        about: "These are chats",
        list: [
          chat("personal_chat", [message(1, "one"), 5, { type: "message", text: "no id" }]),
          chat("hive_mind", []),
          { type: "personal_chat" },
        ],
      },
      left_chats: { list: [chat("private_group", [message(1, "two")])] },
    };
    expect((await read(whole)).map(brief)).toEqual([
      "bad 2: a message of telegram:chat:1234 has no id",
      "bad 3: a message of telegram:chat:1234 has no id",
      "root:1234 1 user: one",
      "bad 2: chat 1234 is of no type that is known",
      "bad 3: the chat has no id",
      "root:export-1234 1 user: two",
    ]);
    expect((await readAll(telegram, sourceOf("result.json", "{"))).map(brief)).toEqual([
      "bad 1: the file is not a JSON object",
    ]);
  });

  it("is found in its folder", async () => {
    const members = {
      "export/photos/1.jpg": "",
      "export/result.json": JSON.stringify(chat("bot_chat", [message(1, "hi")])),
    };
    const source = sourceOf("export", "", members);
    expect(telegram.recognises(source.sample)).toBe(true);
    expect((await readAll(telegram, source)).map(textOf)).toEqual(["hi"]);
  });
});

async function read(whole: Fields, agents: readonly string[] = []) {
  const source = sourceOf("result.json", JSON.stringify(whole, null, 1));
  expect(telegram.recognises(source.sample)).toBe(true);
  return readAll(telegram, source, agents);
}

function chat(type: string, messages: readonly unknown[]): Fields {
  return { name: "Garden", type, id: 1234, messages };
}

function message(id: number, text: unknown, more: Fields = {}): Fields {
  const date_unixtime = String(1_700_000_000 + id);
  return { id, type: "message", date_unixtime, from: "the gardener", from_id: "user101", text, ...more };
}
