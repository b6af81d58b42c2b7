import { pi } from "@clewline/importers/pi/pi.js";
import { describe, expect, it } from "vitest";
import { brief, readAll } from "./brief.js";
import { sourceOf } from "./source.js";

type Fields = Record<string, unknown>;

const header = { type: "session", id: "bed-3", timestamp: "2024-05-01T10:00:00.000Z", cwd: "/garden" };

describe("a pi session", () => {
  it("of the first kind has lines without ids, which are named by their number", async () => {
    const called = { type: "toolCall", id: "c1", name: "dig", arguments: { deep: true, at: "north" } };
    const usage = { input: 7, output: 3, cost: { total: 0.1 } };
    const answer = { role: "assistant", content: [...says("Digging."), called], provider: "hill", model: "oak", usage };
    const lines = [
      header,
      { type: "model_change", timestamp: "2024-05-01T10:00:01.000Z", provider: "hill", modelId: "oak" },
      { ...message({ role: "user", content: says("Dig") }), timestamp: "2024-05-01T10:00:02.000Z" },
      message(answer),
      message({ role: "toolResult", toolCallId: "c1", toolName: "dig", content: says("dug"), isError: false }),
    ];
    const records = await read(lines);
    expect(records.map(brief)).toEqual([
      "root:bed-3 3#1 user: Dig",
      "root:bed-3 4#1 agent: Digging.",
      'root:bed-3 4#2 calls dig {"at":"north","deep":true}',
      "root:bed-3 4#usage notes usage",
      "root:bed-3 5#1 returns c1: dug",
    ]);
    expect(records[0]).toMatchObject({ session: "pi:bed-3", at: Date.parse("2024-05-01T10:00:02.000Z") });
    expect(records[2]).toMatchObject({ call: "4", item: { tool: "dig" } });
    expect(records[3]).toMatchObject({ note: { usage: { ...usage, provider: "hill", model: "oak" } } });
    expect(records[4]).toMatchObject({ call: "4" });
  });

  it("keeps thoughts with Anthropic's signature, and others without", async () => {
    const content = [{ type: "thinking", thinking: "Deep.", thinkingSignature: "sig" }];
    const records = await read([
      header,
      message({ role: "assistant", api: "anthropic-messages", content }),
      message({ role: "assistant", api: "openai-responses", content }),
      message({ role: "assistant", api: "anthropic-messages", content: [{ ...content[0], redacted: true }] }),
    ]);
    const parts = records.flatMap((each) => (each.kind === "item" && each.item.kind === "said" ? each.item.parts : []));
    expect(parts).toEqual([
      { kind: "reasoning", text: "Deep.", meta: { anthropic: { signature: "sig" } } },
      { kind: "reasoning", text: "Deep." },
      { kind: "reasoning", text: "", meta: { anthropic: { redactedData: "sig" } } },
    ]);
  });

  it("tells of commands that the person ran, unless they were kept from the model", async () => {
    const bash = { role: "bashExecution", command: "ls", output: "roses", exitCode: 0, cancelled: false };
    const records = await read([
      header,
      message(bash),
      message({ ...bash, command: "make", output: "", exitCode: 2 }),
      message({ ...bash, command: "sleep", cancelled: true }),
      message({ ...bash, command: "secret", excludeFromContext: true }),
    ]);
    expect(records).toMatchObject([{ from: "bash" }, { from: "bash" }, { from: "bash" }]);
    expect(records.map(brief)).toEqual([
      "root:bed-3 2#1 user: Ran `ls`\n```\nroses\n```",
      "root:bed-3 3#1 user: Ran `make`\nIt wrote nothing.\nIt ended with code 2.",
      "root:bed-3 4#1 user: Ran `sleep`\n```\nroses\n```\nIt was cancelled.",
    ]);
  });

  it("notes compactions with their summary, and answers that were stopped or failed", async () => {
    const stopped = { role: "assistant", content: [], stopReason: "aborted", errorMessage: "Request was aborted." };
    const records = await read([
      header,
      message(stopped),
      message({ role: "assistant", content: [], stopReason: "error" }),
      { type: "compaction", summary: "Roses are planted", tokensBefore: 175_000, firstKeptEntryIndex: 2 },
    ]);
    expect(records).toMatchObject([
      { key: "2#ended", note: { kind: "turn-ended", state: "cancelled", reason: "Request was aborted." } },
      { key: "3#ended", note: { kind: "turn-ended", state: "failed", reason: "error" } },
      { key: "4#compacted", note: { kind: "compacted", by: "pi", tokens: 175_000 } },
      { key: "4#1", item: { kind: "said", role: "user", parts: [{ text: "Roses are planted" }] } },
    ]);
  });

  it("reads failed results and images", async () => {
    const image = { type: "image", data: "AAAA", mimeType: "image/png" };
    const result = { role: "toolResult", toolCallId: "c1", toolName: "look" };
    const records = await read([
      header,
      message({ ...result, content: says("no eyes"), isError: true }),
      message({ ...result, content: [...says("a leaf"), image] }),
      message({ role: "user", content: [image] }),
    ]);
    const file = { kind: "file", mediaType: "image/png", data: { kind: "base64", base64: "AAAA" } };
    expect(records).toMatchObject([
      { item: { tool: "look", output: { kind: "error-text", text: "no eyes" } } },
      { item: { output: { kind: "content", parts: [{ kind: "text", text: "a leaf" }, file] } } },
      { item: { parts: [file] } },
    ]);
  });

  it("with links goes back to where a branch began, and tells the model what was left", async () => {
    const lines = [
      { ...header, version: 3 },
      entry("a", null, { role: "user", content: "Plant" }),
      entry("b", "a", { role: "assistant", content: says("What?") }),
      entry("c", "b", { role: "user", content: "Roses" }),
      entry("d", "c", { role: "assistant", content: says("Red?") }),
      { type: "branch_summary", id: "e", parentId: "b", fromId: "d", summary: "Roses were considered" },
      { type: "model_change", id: "f", parentId: "e", provider: "hill", modelId: "oak" },
      entry("g", "f", { role: "user", content: "Tulips" }),
      { type: "custom_message", id: "h", parentId: "g", customType: "weather", content: "Rain", display: false },
      { type: "custom", id: "i", parentId: "h", customType: "weather", data: {} },
      entry("j", "i", { role: "custom", customType: "tide", content: says("Low") }),
      entry("j", "i", { role: "custom", customType: "tide", content: says("Low") }),
      { type: "label", id: "k", parentId: "j", targetId: "a", label: "start" },
    ];
    const records = await read(lines);
    expect(records.map(brief)).toEqual([
      "root:bed-3 a#1 user: Plant",
      "root:bed-3 b#1 agent: What?",
      "root:bed-3 c#1 user: Roses",
      "root:bed-3 d#1 agent: Red?",
      "root:bed-3 c#1#withdrawn withdraws c#1",
      "root:bed-3 d#1#withdrawn withdraws d#1",
      "root:bed-3 e#1 user: Roses were considered",
      "root:bed-3 g#1 user: Tulips",
      "root:bed-3 h#1 user: Rain",
      "root:bed-3 j#1 user: Low",
    ]);
    expect(records.slice(-2)).toMatchObject([{ from: "weather" }, { from: "tide" }]);
  });

  it("takes back at the end what was left last, and follows a line that is missing", async () => {
    const left = [
      header,
      entry("a", null, { role: "user", content: "Plant" }),
      entry("b", "a", { role: "user", content: "Roses" }),
      { type: "thinking_level_change", id: "c", parentId: "a", thinkingLevel: "high" },
    ];
    expect((await read(left)).map(brief).at(-1)).toBe("root:bed-3 b#1#withdrawn withdraws b#1");
    const cut = [
      header,
      entry("x", "lost", { role: "user", content: "A" }),
      entry("y", "lost too", { role: "user", content: "B" }),
    ];
    expect((await read(cut)).map(brief)).toEqual(["root:bed-3 x#1 user: A", "root:bed-3 y#1 user: B"]);
  });

  it("reports broken lines by their number and goes on", async () => {
    const lines = [
      header,
      "{",
      { type: "message" },
      { role: "user" },
      message({ role: "gnome" }),
      message({ role: "user", content: 5 }),
      message({ role: "assistant" }),
      message({ role: "toolResult", content: [] }),
      message({ role: "toolResult", toolCallId: "c", content: 1 }),
      message({ role: "bashExecution" }),
      { type: "compaction" },
      { type: "branch_summary" },
      message({ role: "user", content: "Still here" }),
    ];
    expect((await read(lines)).map(brief)).toEqual([
      "bad 2: the line is not JSON",
      "bad 3: the line has no message",
      "bad 4: the line has no type",
      "bad 5: the line has an unknown role",
      "bad 6: the line has content of an unknown shape",
      "bad 7: the line has content of an unknown shape",
      "bad 8: the line has no toolCallId",
      "bad 9: the line has content of an unknown shape",
      "bad 10: the line has no command",
      "bad 11: the line has no summary",
      "bad 12: the line has no summary",
      "root:bed-3 13#1 user: Still here",
    ]);
  });

  it("is known by its header, also behind a broken line", () => {
    const recognises = (text: string) => pi.recognises(sourceOf("a.jsonl", text).sample);
    expect(recognises(jsonl([header]))).toBe(true);
    expect(recognises(jsonl(["{", header, message({ role: "user", content: "x".repeat(70_000) })]))).toBe(true);
    expect(recognises(jsonl([message({ role: "user", content: "hi" })]))).toBe(false);
    expect(recognises(jsonl([{ type: "session", id: "x" }]))).toBe(false);
  });
});

function says(text: string): readonly Fields[] {
  return [{ type: "text", text }];
}

function message(content: Fields): Fields {
  return { type: "message", message: content };
}

function entry(id: string, parentId: string | null, content: Fields): Fields {
  return { ...message(content), id, parentId };
}

function jsonl(lines: readonly (Fields | string)[]): string {
  return `${lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n")}\n`;
}

async function read(lines: readonly (Fields | string)[]) {
  return readAll(pi, sourceOf("a.jsonl", jsonl(lines)));
}
