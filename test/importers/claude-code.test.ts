import { claudeCode } from "@clewline/importers/claude-code/claude-code.js";
import { describe, expect, it } from "vitest";
import { brief, readAll } from "./brief.js";
import { agent, calls, jsonl, link, result, says, user } from "./claude-code-lines.js";
import { sourceOf } from "./source.js";

type Fields = Record<string, unknown>;

describe("a Claude Code session", () => {
  it("gives what people and the agent said, calls and results, with the model's call as their step", async () => {
    const lines = [
      user("u1", null, "Where do the roses go?", { timestamp: "2020-05-01T10:00:00.000Z" }),
      agent("a1", "u1", "m1", [{ type: "thinking", thinking: "South.", signature: "sig" }, ...says("Looking.")]),
      agent("a2", "a1", "m1", calls("c1", "map", { side: "south", area: 4 })),
      result("r1", "a2", "c1", "full sun"),
    ];
    const [said, answer, called, usage, returned] = await read(lines);
    expect(said).toEqual({
      kind: "item",
      session: "claude-code:plot-7",
      lane: "root:plot-7",
      key: "u1#1",
      at: Date.parse("2020-05-01T10:00:00.000Z"),
      item: { kind: "said", role: "user", parts: [{ kind: "text", text: "Where do the roses go?" }] },
    });
    const parts = [
      { kind: "reasoning", text: "South.", meta: { anthropic: { signature: "sig" } } },
      { kind: "text", text: "Looking." },
    ];
    expect(answer).toMatchObject({ key: "a1#1", call: "m1", item: { kind: "said", role: "agent", parts } });
    expect(called).toMatchObject({
      key: "a2#1",
      call: "m1",
      item: { tool: "map", input: '{"area":4,"side":"south"}' },
    });
    expect(usage).toMatchObject({ key: "m1#usage", note: { kind: "usage", usage: { model: "oak-1" } } });
    expect(returned).toMatchObject({ key: "r1#1", call: "m1", item: { tool: "map", output: { text: "full sun" } } });
  });

  it("keeps the program's own messages, which the model saw, and each item of a line under its own key", async () => {
    const both = [{ type: "tool_result", tool_use_id: "c1", content: "done" }, ...says("and water it")];
    const lines = [
      user("u1", null, "Caveat", { isMeta: true }),
      agent("a1", "u1", "m1", [...says("I dig."), ...calls("c1")]),
      user("u2", "a1", both),
      user("u3", "u2", "Summary so far", { isCompactSummary: true }),
    ];
    expect(await briefs(lines)).toEqual([
      "root:plot-7 u1#1 user: Caveat",
      "root:plot-7 a1#1 agent: I dig.",
      "root:plot-7 a1#2 calls dig {}",
      "root:plot-7 m1#usage notes usage",
      "root:plot-7 u2#1 returns c1: done",
      "root:plot-7 u2#2 user: and water it",
      "root:plot-7 u3#1 user: Summary so far",
    ]);
  });

  it("reads errors, lists of texts and images as results", async () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
    const failed = [{ type: "tool_result", tool_use_id: "c1", content: "no spade", is_error: true }];
    const lines = [
      agent("a1", null, "m1", [...calls("c1"), ...calls("c2"), ...calls("c3"), ...calls("c4")]),
      user("r1", "a1", failed),
      result("r2", "a1", "c2", [...says("one"), ...says("two")]),
      result("r3", "a1", "c3", [...says("a leaf"), image]),
      result("r4", "a1", "c4", undefined),
      user("u1", "r4", [...says("Which plant?"), image]),
    ];
    const items = (await read(lines)).flatMap((record) => (record.kind === "item" ? [record.item] : []));
    const file = { kind: "file", mediaType: "image/png", data: { kind: "base64", base64: "AAAA" } };
    expect(items.flatMap((item) => (item.kind === "returned" ? [item.output] : []))).toEqual([
      { kind: "error-text", text: "no spade" },
      { kind: "text", text: "one\ntwo" },
      { kind: "content", parts: [{ kind: "text", text: "a leaf" }, file] },
      { kind: "text", text: "" },
    ]);
    expect(items.at(-1)).toMatchObject({ kind: "said", parts: [{ text: "Which plant?" }, file] });
  });

  it("keeps hidden thoughts and the provider's own tools", async () => {
    const content = [
      { type: "redacted_thinking", data: "xyz" },
      { type: "thinking", thinking: "" },
      { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "mulch" } },
      { type: "web_search_tool_result", tool_use_id: "s1", content: [{ url: "https://soil.example" }] },
    ];
    const items = (await read([agent("a1", null, "m1", content)])).flatMap((each) =>
      each.kind === "item" ? [each.item] : [],
    );
    expect(items).toMatchObject([
      { kind: "said", parts: [{ kind: "reasoning", text: "", meta: { anthropic: { redactedData: "xyz" } } }] },
      { kind: "called", call: "s1", tool: "web_search", hosted: true },
      { kind: "returned", call: "s1", tool: "web_search", hosted: true, output: { kind: "json" } },
    ]);
  });

  it("counts a model's message once, by its last line, also if other lines stand between", async () => {
    const usage = (output_tokens: number) => ({
      role: "assistant",
      id: "m1",
      model: "oak-1",
      usage: { output_tokens },
    });
    const lines = [
      user("u1", null, "Dig twice"),
      agent("a1", "u1", "m1", [], { message: { ...usage(1), content: calls("c1") } }),
      result("r1", "a1", "c1", "one"),
      agent("a2", "a1", "m1", [], { message: { ...usage(9), content: calls("c2") } }),
      result("r2", "a2", "c2", "two"),
      user("u2", "r2", "Rake"),
    ];
    const records = await read(lines);
    const notes = records.filter((record) => record.kind === "note");
    expect(notes).toMatchObject([{ key: "m1#usage", note: { usage: { output_tokens: 9, model: "oak-1" } } }]);
    expect(records.map((record) => (record.kind === "item" ? record.call : null))).toEqual([
      undefined,
      "m1",
      "m1",
      "m1",
      null,
      "m1",
      undefined,
    ]);
  });

  it("does not count what the program said in the agent's place", async () => {
    const message = {
      role: "assistant",
      id: "x",
      model: "<synthetic>",
      content: says("Overloaded"),
      usage: { output_tokens: 0 },
    };
    expect(await briefs([agent("a1", null, "x", [], { message })])).toEqual(["root:plot-7 a1#1 agent: Overloaded"]);
  });

  it("notes a compaction and passes over what is no conversation", async () => {
    const lines = [
      { type: "summary", summary: "Roses", leafUuid: "u1" },
      { type: "file-history-snapshot", messageId: "u1", snapshot: {} },
      link("progress", "p1", null, { data: { type: "hook_progress" } }),
      user("u1", "p1", "Go on"),
      link("system", "s1", "u1", { subtype: "stop_hook_summary" }),
      link("system", "s2", null, {
        subtype: "compact_boundary",
        logicalParentUuid: "s1",
        compactMetadata: { preTokens: 170_000 },
      }),
      { type: "queue-operation", operation: "enqueue", sessionId: "plot-7" },
      link("never-seen", "n1", "s2"),
      user("u2", "s2", "Summary", { isCompactSummary: true }),
    ];
    const records = await read(lines);
    expect(records.map(brief)).toEqual([
      "root:plot-7 u1#1 user: Go on",
      "root:plot-7 s2#1 notes compacted",
      "root:plot-7 u2#1 user: Summary",
    ]);
    expect(records[1]).toMatchObject({ note: { kind: "compacted", by: "claude-code", tokens: 170_000 } });
  });

  it("sorts by time, never a result before its call", async () => {
    const at = (minute: number) => ({ timestamp: `2024-05-01T10:0${minute}:00.000Z` });
    const lines = [
      user("u1", null, "First", at(1)),
      user("u3", "u1", "Third", at(4)),
      user("u2", "u1", "Second", at(2)),
      result("r1", "a1", "c1", "early", at(5)),
      agent("a1", "u3", "m1", calls("c1"), at(6)),
      user("u4", "r1", "No time", { timestamp: undefined }),
    ];
    expect((await briefs(lines)).filter((each) => !each.includes("withdraw"))).toEqual([
      "root:plot-7 u1#1 user: First",
      "root:plot-7 u2#1 user: Second",
      "root:plot-7 u3#1 user: Third",
      "root:plot-7 a1#1 calls dig {}",
      "root:plot-7 r1#1 returns c1: early",
      "root:plot-7 m1#usage notes usage",
      "root:plot-7 u4#1 user: No time",
    ]);
  });

  it("names the session after the file where a resumed one repeats lines of another", async () => {
    const lines = [
      user("u1", null, "Before", { sessionId: "plot-6" }),
      user("u2", "u1", "After"),
      user("u1", null, "Before", { sessionId: "plot-7" }),
    ];
    const resumed = await readAll(claudeCode, sourceOf("plot-6.jsonl", jsonl(lines)));
    expect(resumed.map(brief)).toEqual(["root:plot-6 u1#1 user: Before", "root:plot-6 u2#1 user: After"]);
    expect((await briefs(lines))[0]).toBe("root:plot-7 u1#1 user: Before");
  });

  it("reports broken lines by their number and goes on", async () => {
    const deep = `{"type":"assistant","uuid":"d","message":{"content":[{"type":"tool_use","input":${"[".repeat(20_000)}${"]".repeat(20_000)}}]}}`;
    const lines = [
      '{"type":"user","uuid":"u0","mess',
      "[1]",
      "",
      { uuid: "x" },
      { type: "user", message: { content: "no uuid" } },
      link("assistant", "a0", null),
      user("u2", null, 7),
      user("u3", null, ["text"]),
      deep,
      user("u1", null, "Still here"),
    ];
    expect(await briefs(lines)).toEqual([
      "bad 1: the line is not JSON",
      "bad 2: the line is not a JSON object",
      "bad 4: the line has no type",
      "bad 5: the line has no uuid",
      "bad 6: the line has no message",
      "bad 7: the line has content of an unknown shape",
      "bad 8: the line has content of an unknown shape",
      "bad 9: the line is nested too deeply",
      "root:plot-7 u1#1 user: Still here",
    ]);
  });

  it("is known by a whole line, and by the beginning of one that was cut", () => {
    const lines = jsonl([{ type: "summary", summary: "Roses", leafUuid: "u1" }, user("u1", null, "Go on")]);
    expect(recognises(lines)).toBe(true);
    expect(recognises(`broken {\n${lines}`)).toBe(true);
    expect(recognises(jsonl([user("u1", null, "x".repeat(70_000))]))).toBe(true);
    expect(recognises(jsonl([{ type: "summary", summary: "Roses", leafUuid: "u1" }]))).toBe(false);
    expect(recognises('{"note": "parentUuid and sessionId"}')).toBe(false);
    expect(recognises("")).toBe(false);
  });
});

function recognises(text: string): boolean {
  return claudeCode.recognises(sourceOf("a.jsonl", text).sample);
}

async function read(lines: readonly (Fields | string)[]) {
  return readAll(claudeCode, sourceOf("a.jsonl", jsonl(lines)));
}

async function briefs(lines: readonly (Fields | string)[]) {
  return (await read(lines)).map(brief);
}
