import { claudeCode } from "@clewline/importers/claude-code/claude-code.js";
import { describe, expect, it } from "vitest";
import { brief, readAll } from "./brief.js";
import { agent, calls, jsonl, link, result, says, user } from "./claude-code-lines.js";
import { sourceOf } from "./source.js";

type Fields = Record<string, unknown>;

describe("going back in a Claude Code session", () => {
  it("takes back what was said since, before the first record that follows", async () => {
    const lines = [
      user("u1", null, "Plant roses"),
      agent("a1", "u1", "m1", says("Where?")),
      user("u2", "a1", "North"),
      agent("a2", "u2", "m2", [...says("Digging."), ...calls("c1")]),
      result("r1", "a2", "c1", "stones"),
      user("u3", "a1", "South", { timestamp: "2030-01-01T00:00:00.000Z" }),
      agent("a3", "u3", "m3", says("Fine."), { timestamp: "2030-01-01T00:00:01.000Z" }),
    ];
    const records = await read(lines);
    expect(records.map(brief).slice(-7)).toEqual([
      "root:plot-7 u2#1#withdrawn withdraws u2#1",
      "root:plot-7 a2#1#withdrawn withdraws a2#1",
      "root:plot-7 a2#2#withdrawn withdraws a2#2",
      "root:plot-7 r1#1#withdrawn withdraws r1#1",
      "root:plot-7 u3#1 user: South",
      "root:plot-7 a3#1 agent: Fine.",
      "root:plot-7 m3#usage notes usage",
    ]);
    expect(records.find((record) => record.kind === "withdrawn")).toMatchObject({ at: Date.parse("2030-01-01") });
  });

  it("keeps each of several tries apart, also one inside another", async () => {
    const lines = [
      user("u1", null, "Plant"),
      agent("a1", "u1", "m1", says("What?")),
      user("u2", "a1", "Roses"),
      agent("a2", "u2", "m2", says("Red?")),
      user("u3", "a2", "Yes"),
      user("u4", "a2", "White"),
      user("u5", "a1", "Tulips"),
    ];
    expect((await briefs(lines)).filter((each) => !each.includes("usage")).slice(4)).toEqual([
      "root:plot-7 u3#1 user: Yes",
      "root:plot-7 u3#1#withdrawn withdraws u3#1",
      "root:plot-7 u4#1 user: White",
      "root:plot-7 u2#1#withdrawn withdraws u2#1",
      "root:plot-7 a2#1#withdrawn withdraws a2#1",
      "root:plot-7 u4#1#withdrawn withdraws u4#1",
      "root:plot-7 u5#1 user: Tulips",
    ]);
  });

  it("may reach back to the very first message", async () => {
    const lines = [user("u1", null, "Roses"), agent("a1", "u1", "m1", says("Red?")), user("u2", null, "Tulips")];
    expect(await withdrawn(lines)).toEqual(["u1#1", "a1#1"]);
  });

  it("leaves alone what becomes the way again", async () => {
    const lines = [
      user("u1", null, "Plant"),
      user("u2", "u1", "Roses"),
      user("u3", "u1", "Tulips"),
      user("u4", "u2", "Red ones"),
    ];
    expect(await withdrawn(lines)).toEqual(["u3#1"]);
  });
});

describe("what only looks like going back", () => {
  it("is no rewind if results come in parallel, in any order, with hooks between", async () => {
    const lines = [
      user("u1", null, "Dig"),
      agent("a1", "u1", "m1", calls("c1")),
      link("progress", "h1", "a1", { data: { type: "hook_progress" } }),
      agent("a2", "h1", "m1", calls("c2")),
      agent("a3", "a2", "m1", calls("c3")),
      result("r2", "a2", "c2", "two"),
      link("progress", "h2", "r2", { data: { type: "hook_progress" } }),
      user("w2", "h2", "The skill's text", { isMeta: true }),
      result("r3", "a3", "c3", "three"),
      result("r1", "a1", "c1", "one"),
      user("w3", "r3", "Because of the third", { isMeta: true, sourceToolUseID: "c3" }),
      user("w4", "h2", "Once more on the second", { isMeta: true }),
      agent("b1", "r1", "m2", says("Done.")),
    ];
    expect(await withdrawn(lines)).toEqual([]);
  });

  it("is no rewind if a message arrives while a step is going on", async () => {
    const lines = [
      user("u1", null, "Dig"),
      agent("a1", "u1", "m1", [...calls("c1"), ...calls("c2")]),
      result("r1", "a1", "c1", "one"),
      user("u2", "r1", "Deeper, please"),
      result("r2", "a1", "c2", "two"),
      agent("b1", "r2", "m2", says("Deeper it is.")),
    ];
    expect(await withdrawn(lines)).toEqual([]);
  });

  it("is no rewind if the person interrupts", async () => {
    const lines = [
      user("u1", null, "Dig"),
      agent("a1", "u1", "m1", calls("c1")),
      result("r1", "a1", "c1", "stopped"),
      user("u2", "r1", says("[Request interrupted by user]")),
      link("system", "s1", "u2", { subtype: "local_command" }),
      user("u3", "s1", "Water instead"),
    ];
    expect(await withdrawn(lines)).toEqual([]);
  });

  it("is no rewind if a compaction or a hook hangs on a line that the file doesn't hold", async () => {
    const lines = [
      user("u1", null, "Dig"),
      agent("a1", "u1", "m1", says("Dug.")),
      link("system", "s1", null, { subtype: "compact_boundary", logicalParentUuid: "lost", compactMetadata: {} }),
      user("u2", "s1", "Summary", { isCompactSummary: true }),
      link("progress", "h1", null, { data: { type: "hook_progress" } }),
      user("u3", "h1", "Go on"),
      user("u4", null, "Another summary", { isCompactSummary: true }),
      user("u5", "u4", "On and on"),
    ];
    expect(await withdrawn(lines)).toEqual([]);
  });

  it("ends, whatever circle the links make", async () => {
    expect(await withdrawn([user("u1", "u2", "One"), user("u2", "u1", "Two"), user("u3", "u3", "Three")])).toEqual([
      "u1#1",
      "u2#1",
    ]);
  });
});

describe("subagents of a Claude Code session", () => {
  it("get lanes of their own from what the main session tells of them", async () => {
    const told = (uuid: string, type: string, content: unknown, id?: string) =>
      link("progress", `p-${uuid}`, "a1", {
        data: {
          type: "agent_progress",
          agentId: "mole",
          message: { type, uuid, timestamp: "2024-05-01T10:00:00.000Z", message: { role: type, id, content } },
        },
      });
    const lines = [
      agent("a1", null, "m1", calls("c1", "Task")),
      told("k1", "user", says("Find worms")),
      told("k2", "assistant", calls("d1"), "n1"),
      told("k2", "assistant", calls("d1"), "n1"),
      told("k3", "user", [{ type: "tool_result", tool_use_id: "d1", content: "seven" }]),
      result("r1", "a1", "c1", "Seven worms"),
      agent("a2", "r1", "m2", says("Seven.")),
    ];
    expect((await briefs(lines)).filter((each) => !each.includes("usage"))).toEqual([
      "root:plot-7 a1#1 calls Task {}",
      "root:plot-7 r1#1 returns c1: Seven worms",
      "root:plot-7 a2#1 agent: Seven.",
      "child:mole k1#1 user: Find worms",
      "child:mole k2#1 calls dig {}",
      "child:mole k3#1 returns d1: seven",
    ]);
  });

  it("get lanes from lines beside the main chain, named by the agent or by the chain's first line", async () => {
    const side = { isSidechain: true };
    const lines = [
      user("u1", null, "Ask two helpers"),
      user("s1", null, "First task", side),
      user("t1", "u1", "Second task", side),
      agent("s2", "s1", "n1", says("First answer"), side),
      agent("t2", "t1", "n2", says("Second answer"), side),
      agent("q1", null, "n3", says("Named"), { isSidechain: true, agentId: "mole" }),
      agent("a1", "u1", "m1", says("Asked.")),
    ];
    expect((await briefs(lines)).filter((each) => !each.includes("usage"))).toEqual([
      "root:plot-7 u1#1 user: Ask two helpers",
      "root:plot-7 a1#1 agent: Asked.",
      "child:s1 s1#1 user: First task",
      "child:s1 s2#1 agent: First answer",
      "child:t1 t1#1 user: Second task",
      "child:t1 t2#1 agent: Second answer",
      "child:mole q1#1 agent: Named",
    ]);
  });

  it("belong to the session that started them, also from a file of their own", async () => {
    const own = { isSidechain: true, agentId: "mole" };
    const lines = [user("k1", null, "Find worms", own), agent("k2", "k1", "n1", says("Seven"), own)];
    const records = await readAll(claudeCode, sourceOf("agent-mole.jsonl", jsonl(lines)));
    expect(records).toMatchObject([
      { session: "claude-code:plot-7", lane: "child:mole", key: "k1#1" },
      { session: "claude-code:plot-7", lane: "child:mole", key: "k2#1" },
      { lane: "child:mole", key: "n1#usage" },
    ]);
  });
});

async function read(lines: readonly Fields[]) {
  return readAll(claudeCode, sourceOf("a.jsonl", jsonl(lines)));
}

async function briefs(lines: readonly Fields[]) {
  return (await read(lines)).map(brief);
}

async function withdrawn(lines: readonly Fields[]) {
  return (await read(lines)).flatMap((record) => (record.kind === "withdrawn" ? [record.target] : []));
}
