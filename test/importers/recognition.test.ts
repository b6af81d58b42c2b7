import { readOutline } from "@clewline/core/importing/outline.js";
import { chatgpt } from "@clewline/importers/chatgpt/chatgpt.js";
import { mail } from "@clewline/importers/mail/mail.js";
import { plain } from "@clewline/importers/plain/plain.js";
import { slack } from "@clewline/importers/slack/slack.js";
import { telegram } from "@clewline/importers/telegram/telegram.js";
import { describe, expect, it } from "vitest";
import { sourceOf } from "./source.js";

const importers = [chatgpt, mail, plain, slack, telegram];
const long = 'x{[\\"'.repeat(20_000);

const files: readonly (readonly [what: string, claims: readonly string[], text: string])[] = [
  [
    "a ChatGPT export",
    ["chatgpt"],
    JSON.stringify([{ title: "t", create_time: 1, mapping: { a: { message: long } } }]),
  ],
  ["a Telegram chat", ["telegram"], JSON.stringify({ name: "n", type: "bot_chat", id: 1, messages: [{ text: long }] })],
  [
    "a full Telegram export",
    ["telegram"],
    JSON.stringify({ about: "a", personal_information: {}, contacts: { list: [long] }, chats: { list: [] } }, null, 1),
  ],
  ["a Telegram export of chats only", ["telegram"], JSON.stringify({ chats: { about: "a", list: [] } })],
  ["plain lines", ["plain"], `${JSON.stringify({ session: "a:b", text: long })}\n`],
  ["a letter", ["mail"], `Received: by x\n\tfor y\nFrom: a@x\nSubject: {"session":1}\nMessage-ID: <1>\n\n${long}`],
  ["a mailbox", ["mail"], "From a@x Mon Jan  1 10:00:00 2024\nFrom: a@x\n\nhi"],
  ["our own export", [], `${JSON.stringify({ clew: "export", version: 1, session: "a:b", text: "" })}\n`],
  ["a Claude Code session", [], `${JSON.stringify({ type: "user", sessionId: "s", message: { role: "user" } })}\n`],
  ["a pi session", [], `${JSON.stringify({ type: "session", version: 3, id: "s", cwd: "/x" })}\n`],
  ["a list of messages", [], JSON.stringify([{ role: "user", content: [{ mapping: {}, title: "" }] }])],
  ["messages that quote an export", [], JSON.stringify([{ role: "user", content: '[{"title":"","mapping":{}}]' }])],
  ["a request with messages", [], JSON.stringify({ model: "m", id: 1, type: "chat", messages: [{ role: "user" }] })],
  ["a note that begins with From", [], "From here on\nit is prose"],
  ["other JSON", [], '{"chats": 3, "about": ""}'],
  ["nothing", [], ""],
];

describe("recognition", () => {
  it.each(files)("of %s: %s", (_what, claims, text) => {
    const { sample } = sourceOf("file", text);
    expect(importers.filter((importer) => importer.recognises(sample)).map(({ format }) => format)).toEqual(claims);
  });

  it.each([
    ["chatgpt", ["a/conversations.json", "a/user.json"]],
    ["slack", ["users.json", "channels.json", "garden/2024-01-01.json"]],
    ["telegram", ["export/result.json", "export/photos/1.jpg"]],
    ["", ["src/main.ts", "deep/er/result.json", "shared_conversations.json", "2024-01-01.json"]],
  ])("of a folder for %s", (format, members) => {
    const { sample } = sourceOf("folder", "", Object.fromEntries(members.map((name) => [name, ""])));
    const claims = importers.filter((importer) => importer.recognises(sample));
    expect(claims.map((importer) => importer.format).join()).toBe(format);
  });
});

describe("the outline of a JSON text", () => {
  it("has the first object's own keys, wherever the text was cut", () => {
    const text = '\uFEFF [ {"a": {"b": "}"}, "c": ["d", {"e": 1}], "f\\"": "g\\\\", "h": 2}, {"i": 1}]';
    expect(readOutline(text)).toEqual({ list: true, keys: new Set(["a", "c", 'f\\"', "h"]) });
    const whole = [...(readOutline(text)?.keys ?? [])];
    for (let end = 4; end < text.length; end += 1) {
      const keys = [...(readOutline(text.slice(0, end))?.keys ?? [])];
      expect(whole.slice(0, keys.length)).toEqual(keys);
    }
    expect(readOutline("[1]")).toBeNull();
    expect(readOutline("")).toBeNull();
  });
});
