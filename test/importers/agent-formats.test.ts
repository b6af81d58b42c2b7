import type { Importer } from "@clewline/core/importing/importer.js";
import { parseLaneKey, parseSessionKey } from "@clewline/core/log/keys.js";
import { chatgpt } from "@clewline/importers/chatgpt/chatgpt.js";
import { claudeCode } from "@clewline/importers/claude-code/claude-code.js";
import { mail } from "@clewline/importers/mail/mail.js";
import { messages } from "@clewline/importers/messages/messages.js";
import { pi } from "@clewline/importers/pi/pi.js";
import { plain } from "@clewline/importers/plain/plain.js";
import { slack } from "@clewline/importers/slack/slack.js";
import { telegram } from "@clewline/importers/telegram/telegram.js";
import { describe, expect, it } from "vitest";
import { pickOfTheDay } from "../properties.js";
import { readAll } from "./brief.js";
import { agent, calls, jsonl, link, result, says, user } from "./claude-code-lines.js";
import { sourceOf } from "./source.js";

const told = { type: "user", uuid: "k1", message: { content: "Find worms" } };
const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
const claudeLines = [
  user("u1", null, [...says("Dig"), image], { agentId: undefined }),
  agent("a1", "u1", "m1", [{ type: "thinking", thinking: "Deep.", signature: "s" }, ...calls("c1")]),
  link("progress", "p1", "a1", { data: { type: "agent_progress", agentId: "mole", message: told } }),
  result("r1", "a1", "c1", [...says("dug"), image]),
  link("system", "s1", null, { subtype: "compact_boundary", compactMetadata: { preTokens: 5 } }),
  user("u2", "u1", "Rake"),
];
const piLines = [
  { type: "session", version: 3, id: "bed-3", timestamp: "2024-05-01T10:00:00.000Z", cwd: "/garden" },
  entry("a", null, { role: "user", content: [{ type: "image", data: "AAAA", mimeType: "image/png" }], timestamp: 5 }),
  entry("b", "a", {
    role: "assistant",
    api: "anthropic-messages",
    content: [
      { type: "thinking", thinking: "x", thinkingSignature: "s" },
      { type: "toolCall", id: "c", name: "dig" },
    ],
    usage: { input: 1 },
    stopReason: "error",
    errorMessage: "no",
  }),
  entry("c", "b", { role: "toolResult", toolCallId: "c", toolName: "dig", content: [], isError: true }),
  entry("d", "a", { role: "bashExecution", command: "ls", output: "", exitCode: 1 }),
  { type: "compaction", id: "e", parentId: "d", summary: "so far", tokensBefore: 9 },
];
const openaiMessages = [
  { role: "system", content: [{ type: "text", text: "x" }] },
  { role: "user", name: "gardener", content: [{ type: "image_url", image_url: { url: "data:image/png;base64,AA" } }] },
  { role: "assistant", content: null, tool_calls: [{ id: "c", function: { name: "dig", arguments: "{}" } }] },
  { role: "tool", tool_call_id: "c", content: "dug" },
  { role: "assistant", content: "", function_call: { name: "dig", arguments: "{}" } },
];
const uiMessages = [
  { id: "u", role: "user", createdAt: 5, parts: [{ type: "file", mediaType: "image/png", url: "https://x.example" }] },
  {
    id: "a",
    role: "assistant",
    parts: [
      { type: "step-start" },
      { type: "tool-dig", toolCallId: "c", state: "output-available", input: {}, output: 1, approval: { id: "p" } },
      { type: "dynamic-tool", toolName: "dig", toolCallId: "d", state: "output-error", errorText: "x" },
    ],
  },
];
const output = { type: "content", value: [{ type: "text", text: "x" }] };
const modelMessages = [
  { role: "assistant", content: [{ type: "tool-call", toolCallId: "c", toolName: "dig", input: {} }] },
  { role: "tool", content: [{ type: "tool-result", toolCallId: "c", toolName: "dig", output }] },
];

describe("agents' formats", () => {
  const importers = [claudeCode, pi, messages, chatgpt, mail, plain, slack, telegram];
  const files: readonly (readonly [claim: string, text: string])[] = [
    ["claude-code", jsonl(claudeLines)],
    ["claude-code", jsonl(claudeLines.slice(2, 3))],
    ["pi", jsonl(piLines)],
    ["messages", JSON.stringify(openaiMessages)],
    ["messages", JSON.stringify({ id: 1, type: "chat", name: "n", messages: openaiMessages })],
    ["messages", JSON.stringify([{ id: "x", title: "t", messages: uiMessages }])],
    ["messages", jsonl([{ messages: modelMessages }, { messages: modelMessages }])],
    ["chatgpt", JSON.stringify([{ title: "t", mapping: { a: { message: { role: "user", content: {} } } } }])],
    ["telegram", JSON.stringify({ name: "n", type: "bot_chat", id: 1, messages: [{ id: 1, type: "message" }] })],
    ["plain", jsonl([{ session: "a:b", text: "hi", role: "user" }])],
    ["", jsonl([{ clew: "export", version: 1 }, ...claudeLines.map((value) => ({ value }))])],
    ["", JSON.stringify([{ type: "message", user: "U1", text: "hi", ts: "1.1" }])],
  ];

  it.each(files)("never claim each other's files: %s", (claim, text) => {
    const { sample } = sourceOf("file", text);
    expect(importers.filter((importer) => importer.recognises(sample)).map(({ format }) => format)).toEqual(
      claim === "" ? [] : [claim],
    );
    const folder = sourceOf("folder", text, { "users.json": "[]" }).sample;
    expect([claudeCode, pi, messages].some((importer) => importer.recognises(folder))).toBe(false);
  });

  it.each([
    ["Claude Code lines", claudeCode, claudeLines, (value: unknown) => lines(value)],
    ["pi lines", pi, piLines, (value: unknown) => lines(value)],
    ["OpenAI messages", messages, openaiMessages, (value: unknown) => JSON.stringify(value)],
    [
      "OpenAI conversations",
      messages,
      [{ id: 1, messages: openaiMessages }],
      (value: unknown) => JSON.stringify(value),
    ],
    [
      "lines of conversations",
      messages,
      [{ task_id: 1, trial: 2, traj: openaiMessages }],
      (value: unknown) => lines(value),
    ],
    ["UI messages", messages, uiMessages, (value: unknown) => JSON.stringify(value)],
    ["model messages", messages, modelMessages, (value: unknown) => JSON.stringify(value)],
  ])("give sound keys and no fault for any value in any place of %s", async (_what, importer, value, written) => {
    const places = placesIn(JSON.parse(JSON.stringify(value)));
    for (const place of pickOfTheDay(places, Math.ceil(places.length / 4))) {
      for (const odd of oddValues) await checkKeys(importer, written(replaced(value, place, odd)));
    }
  });
});

const oddValues = [
  "\uD800",
  "a b",
  "",
  "-1",
  "a",
  "c",
  "__proto__",
  "ü".repeat(3_000),
  1e300,
  -1,
  true,
  null,
  [],
  {},
  [null],
  [{}],
];

async function checkKeys(importer: Importer, text: string): Promise<void> {
  const keys = new Set<string>();
  const source = sourceOf("\uD800 odd name.jsonl", text);
  importer.recognises(source.sample);
  const read = await readAll(importer, source);
  for (const record of read.filter((each) => each.kind !== "bad")) {
    expect(parseSessionKey(record.session)).toBe(record.session);
    expect(parseLaneKey(record.lane)).toBe(record.lane);
    expect(record.at === null || !Number.isNaN(new Date(record.at).getTime())).toBe(true);
    const key = `${record.session} ${record.key}`;
    expect(keys.has(key)).toBe(false);
    keys.add(key);
    const target = record.kind === "withdrawn" ? record.target : record.key;
    expect(keys.has(`${record.session} ${target}`)).toBe(true);
  }
}

type Path = readonly string[];

function placesIn(value: unknown): readonly Path[] {
  if (typeof value !== "object" || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner).map((path) => [key, ...path]))];
}

function replaced(value: unknown, [key, ...rest]: Path, by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((each, index) => (String(index) === key ? replaced(each, rest, by) : each));
  const fields = value as Record<string, unknown>;
  return { ...fields, [key]: replaced(fields[key], rest, by) };
}

function lines(value: unknown): string {
  return Array.isArray(value) ? value.map((each) => JSON.stringify(each)).join("\n") : String(JSON.stringify(value));
}

function entry(id: string, parentId: string | null, message: Record<string, unknown>) {
  return { type: "message", id, parentId, timestamp: "2024-05-01T10:00:00.000Z", message };
}
