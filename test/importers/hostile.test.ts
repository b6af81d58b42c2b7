import { parseLaneKey, parseSessionKey } from "@clewline/core/log/keys.js";
import { chatgpt } from "@clewline/importers/chatgpt/chatgpt.js";
import { mail } from "@clewline/importers/mail/mail.js";
import { plain } from "@clewline/importers/plain/plain.js";
import { slack } from "@clewline/importers/slack/slack.js";
import { telegram } from "@clewline/importers/telegram/telegram.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkAsyncProperty } from "../properties.js";
import { readAll } from "./brief.js";
import { sourceOf } from "./source.js";

const conversations = [
  {
    title: "Soil",
    conversation_id: "talk",
    current_node: "c",
    mapping: {
      a: { id: "a", parent: null, children: ["b"], message: said("user", { content_type: "text", parts: ["hi"] }) },
      b: {
        id: "b",
        parent: "a",
        children: ["c"],
        message: said("assistant", { content_type: "code", text: "1" }, "python"),
      },
      c: {
        id: "c",
        parent: "b",
        children: [],
        message: said("tool", { content_type: "multimodal_text", parts: [{}] }),
      },
      d: {
        id: "d",
        parent: "a",
        children: [],
        message: said("assistant", { content_type: "thoughts", thoughts: [{}] }),
      },
    },
  },
];
const chat = {
  type: "private_supergroup",
  id: 5,
  messages: [
    { id: 1, type: "service", action: "topic_created", date_unixtime: "1" },
    {
      id: 2,
      type: "message",
      text: ["a", { type: "link", text: "b", href: "c" }],
      reply_to_message_id: 1,
      from_id: "user1",
    },
    { id: 3, type: "message", text: "", poll: { question: "q", answers: [{ text: "a" }] }, location_information: {} },
  ],
};
const day = [
  {
    type: "message",
    user: "U1",
    ts: "1.1",
    text: "a",
    thread_ts: "1.1",
    edited: { ts: "2.1" },
    files: [{ name: "f" }],
  },
  { type: "message", ts: "3.1", blocks: [{ type: "section", text: { text: "b" } }], attachments: [{ text: "c" }] },
  { type: "message", subtype: "message_changed", ts: "4.1", message: { ts: "1.1", text: "d" } },
  { type: "message", subtype: "message_deleted", ts: "5.1", deleted_ts: "1.1", previous_message: { ts: "1.1" } },
];
const line = { session: "a:b", id: 1, from: 2, topic: 3, replyTo: 4, text: "hi", at: 5, role: "user" };

describe("whatever stands in a foreign file, reading it never throws and gives sound keys:", () => {
  it("a ChatGPT export", () => holds(conversations, (text) => readAll(chatgpt, sourceOf("conversations.json", text))));

  it("a Telegram export", () => holds(chat, (text) => readAll(telegram, sourceOf("result.json", text), ["1"])));

  it("a Slack export", () =>
    holds(day, (text) => readAll(slack, sourceOf("x", "", { "users.json": "[]", "garden/2024-01-01.json": text }))));

  it("plain lines", () => holds(line, (text) => readAll(plain, sourceOf("x.jsonl", text))));

  it("a letter", async () => {
    const start = "From: a@x\nMessage-ID: <1>\nContent-Type: multipart/mixed; boundary=b\n\n--b\n";
    const noise = fc.array(
      fc.constantFrom("\n", "--b", "--b--", "<p>", "=?utf-8?q?=", "Date: x", ": ", "\uD800", "From ", " "),
    );
    await checkAsyncProperty(
      fc.asyncProperty(noise, fc.string({ unit: "binary" }), async (pieces, name) => {
        checkKeys(await readAll(mail, sourceOf(name, start + pieces.join(""))));
        checkKeys(await readAll(mail, sourceOf(name, `From - Mon Jan 1 10:00:00 2024\nA: b\n${pieces.join("")}`)));
      }),
      { runs: 40, longer: 400 },
    );
  });
});

/** With any one value of the sample replaced by another. */
async function holds(sample: unknown, read: (text: string) => Promise<readonly unknown[]>): Promise<void> {
  const places = placesIn(sample);
  let checked = 0;
  const check = async (place: Path, value: unknown) => {
    checked += checkKeys(await read(JSON.stringify(replaced(sample, place, value))));
  };
  for (const place of places) for (const value of odd) await check(place, value);
  await checkAsyncProperty(fc.asyncProperty(fc.constantFrom(...places), fc.jsonValue(), check), {
    runs: 80,
    longer: 1_000,
  });
  expect(checked).toBeGreaterThan(places.length);
}

const odd = [
  "\uD800",
  "a:\uD800",
  "a b",
  "",
  "1e400",
  "__proto__",
  "-1",
  "a",
  "b",
  "1.1",
  1e300,
  null,
  [],
  {},
  [null],
  "ü".repeat(5_000),
];

/** How many records had keys to check. */
function checkKeys(records: readonly unknown[]): number {
  const good = (records as readonly Record<string, unknown>[]).filter(({ kind }) => kind !== "bad");
  for (const record of good) {
    expect(parseSessionKey(String(record.session))).toBe(record.session);
    expect(parseLaneKey(String(record.lane))).toBe(record.lane);
    expect(record.key).toMatch(/./);
    expect(record.at === null || !Number.isNaN(new Date(Number(record.at)).getTime())).toBe(true);
  }
  return good.length;
}

type Path = readonly string[];

function placesIn(value: unknown): readonly Path[] {
  if (typeof value !== "object" || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner).map((path) => [key, ...path]))];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = replaced(copy[key], rest, by);
  return copy;
}

function said(role: string, content: unknown, recipient = "all") {
  return { author: { role, name: "python" }, create_time: 1, content, recipient, metadata: { attachments: [{}] } };
}
