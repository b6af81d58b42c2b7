import { messages } from "@clewline/importers/messages/messages.js";
import { describe, expect, it } from "vitest";
import { brief, readAll } from "./brief.js";
import { sourceOf } from "./source.js";

describe("the AI SDK's model messages", () => {
  it("are read as the host's own are", async () => {
    const called = { type: "tool-call", toolCallId: "c1", toolName: "dig", input: { deep: true } };
    const output = { type: "json", value: { depth: 3 } };
    const records = await read([
      { role: "system", content: "You are a gardener." },
      { role: "user", content: "Dig" },
      { role: "assistant", content: [{ type: "reasoning", text: "Deep?" }, { type: "text", text: "Yes." }, called] },
      { role: "tool", content: [{ type: "tool-result", toolCallId: "c1", toolName: "dig", output }] },
      { role: "assistant", content: "Done." },
    ]);
    expect(records.map(brief)).toEqual([
      "root:a 1#1 notes instructions",
      "root:a 2#1 user: Dig",
      "root:a 3#1 agent: Deep?|Yes.",
      'root:a 3#2 calls dig {"deep":true}',
      'root:a 4#1 returns c1: {"depth":3}',
      "root:a 5#1 agent: Done.",
    ]);
    expect(records.at(-2)).toMatchObject({ session: expect.stringMatching(/^ai-sdk:a-[0-9a-f]{8}$/), call: "3" });
  });
});

describe("the AI SDK's UI messages", () => {
  it("give each step its calls and results", async () => {
    const records = await read([
      { id: "s", role: "system", parts: [{ type: "text", text: "You are a gardener." }] },
      {
        id: "u",
        role: "user",
        createdAt: "2024-05-01T10:00:00.000Z",
        parts: [
          { type: "text", text: "Dig" },
          { type: "file", mediaType: "image/png", url: "data:image/png;base64,AAAA", filename: "bed.png" },
        ],
      },
      {
        id: "a",
        role: "assistant",
        parts: [
          { type: "step-start" },
          { type: "reasoning", text: "Deep?", providerMetadata: { hill: { signature: "sig" } } },
          { type: "text", text: "Digging." },
          tool("c1", "output-available", { output: "dug" }),
          tool("c2", "output-available", { output: { depth: 3 } }),
          { type: "step-start" },
          { type: "data-weather", data: "rain" },
          { type: "source-url", url: "https://garden.example" },
          tool("c3", "output-error", { errorText: "stones" }),
          { type: "dynamic-tool", toolName: "rake", toolCallId: "c4", state: "input-available", input: {} },
          tool("c5", "input-streaming", {}),
          { type: "text", text: "" },
          { type: "text", text: "Done." },
        ],
      },
    ]);
    expect(records.map(brief)).toEqual([
      "root:a s#1 notes instructions",
      "root:a u#1 user: Dig|image/png",
      "root:a a#1 agent: Deep?|Digging.",
      "root:a a#2 calls dig {}",
      "root:a a#3 calls dig {}",
      "root:a a#4 returns c1: dug",
      'root:a a#5 returns c2: {"depth":3}',
      "root:a a#6 calls dig {}",
      "root:a a#7 calls rake {}",
      "root:a a#8 agent: Done.",
      "root:a a#9 returns c3: stones",
    ]);
    expect(records[1]).toMatchObject({
      session: expect.stringMatching(/^ai-sdk:a-[0-9a-f]{8}$/),
      at: Date.parse("2024-05-01T10:00:00.000Z"),
    });
    expect(records[2]).toMatchObject({ call: "a", item: { parts: [{ meta: { hill: { signature: "sig" } } }, {}] } });
    expect(records.slice(3).map((record) => (record.kind === "item" ? record.call : null))).toEqual([
      ...["a", "a", "a", "a"],
      ...["a.2", "a.2", "a.2", "a.2"],
    ]);
  });

  it("keep what was asked and allowed, and the provider's own tools", async () => {
    const search = tool("c3", "output-available", { output: "found", providerExecuted: true });
    const records = await read([
      {
        id: "a",
        role: "assistant",
        parts: [
          tool("c1", "output-denied", { approval: { id: "p1", approved: false, reason: "No digging." } }),
          tool("c2", "approval-requested", { approval: { id: "p2" } }),
          search,
        ],
      },
    ]);
    expect(records.map((record) => (record.kind === "item" ? record.item : record))).toMatchObject([
      { kind: "called", call: "c1" },
      { kind: "asked", approval: "p1", call: "c1" },
      { kind: "called", call: "c2" },
      { kind: "asked", approval: "p2", call: "c2" },
      { kind: "called", call: "c3", hosted: true },
      { kind: "returned", call: "c3", hosted: true, output: { kind: "text", text: "found" } },
      { kind: "approved", approval: "p1", approved: false, reason: "No digging." },
      { kind: "returned", call: "c1", output: { kind: "denied", text: "No digging." } },
    ]);
  });

  it("are recognised", () => {
    const value = [{ id: "u", role: "user", parts: [{ type: "text", text: "x".repeat(70_000) }] }];
    expect(messages.recognises(sourceOf("a", JSON.stringify(value)).sample)).toBe(true);
  });
});

function tool(toolCallId: string, state: string, more: Record<string, unknown>) {
  return { type: "tool-dig", toolCallId, state, input: {}, ...more };
}

async function read(value: unknown) {
  return readAll(messages, sourceOf("a.json", JSON.stringify(value)));
}
