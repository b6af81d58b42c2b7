/** What the plugin for Claude Code runs, on transcripts as the client writes them. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openClew } from "clewline";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { program } from "./cli-program.js";
import { hookInPipe, typed } from "./cli-run.js";
import { agent, jsonl, says, user } from "./importers/claude-code-lines.js";

const base = mkdtempSync(join(tmpdir(), "clew-plugin-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

let number = 0;
let store: string;
let transcript: string;

beforeEach(() => {
  store = join(base, `${++number}.db`);
  transcript = join(base, "plot-7.jsonl");
  writeFileSync(
    transcript,
    jsonl([user("u1", null, "Where do the roses go?"), agent("a1", "u1", "m1", says("Along the south wall."))]),
  );
});

type Event = Readonly<Record<string, unknown>> | string;

function write(event: Event): string {
  return typeof event === "string"
    ? event
    : JSON.stringify({ session_id: "plot-7", transcript_path: transcript, cwd: base, ...event });
}

/** What the client would be told, and what stands on standard error. */
async function hook(event: Event) {
  const { code, out, error } = await hookInPipe(write(event), ["--store", store]);
  return { status: code, answer: readAnswer(out), errors: error };
}

/** The same from a process of its own. */
function hookAlone(event: Event) {
  const words = [...program, "hook", "--store", store];
  const { status, stdout } = spawnSync(process.execPath, words, { cwd: base, input: write(event), encoding: "utf8" });
  return { status, answer: readAnswer(stdout) };
}

function readAnswer(out: string): Told | null {
  return out === "" ? null : (JSON.parse(out) as { readonly hookSpecificOutput: Told }).hookSpecificOutput;
}

interface Told {
  readonly hookEventName: string;
  readonly additionalContext?: string;
  readonly updatedToolOutput?: unknown;
}

async function read(lane = "root:plot-7"): Promise<readonly string[]> {
  const clew = await openClew({ store, config: false, timeZone: "UTC" });
  try {
    const { lines } = await clew.log({ session: "claude-code:plot-7", lane, limit: 100 });
    return lines.filter(({ kind }) => kind !== "noted").map(({ text }) => text);
  } finally {
    await clew.close();
  }
}

const talk = ["user: Where do the roses go?", "agent: Along the south wall."];

describe("clew hook", () => {
  test.each(["startup", "resume", "clear", "fork"])(
    "tells a session that starts by %s the time and its name, and nothing of a history",
    async (source) => {
      const run = source === "startup" ? hookAlone : hook;
      const { status, answer } = await run({ hook_event_name: "SessionStart", source });
      expect(status).toBe(0);
      expect(answer?.additionalContext).toMatch(
        /^It is \d{4}-\d\d-\d\d \d\d:\d\d \(\S+\)\. This session is claude-code:plot-7 in Clew's log\.$/,
      );
      expect(existsSync(store)).toBe(false);
    },
  );

  test("keeps a session that ends once, however often it ends, and goes on where it was", async () => {
    const ends = () => hook({ hook_event_name: "SessionEnd", reason: "other" });
    expect(await ends()).toMatchObject({ status: 0, answer: null });
    await ends();
    expect(await read()).toEqual(talk);
    const more = [user("u2", "a1", "And the tulips?"), agent("a2", "u2", "m2", says("In front."))];
    writeFileSync(transcript, readFileSync(transcript, "utf8") + jsonl(more));
    await ends();
    expect(await read()).toEqual([...talk, "user: And the tulips?", "agent: In front."]);
  });

  test("tells after a compaction what has left the context, with pointers that open it", async () => {
    const { answer } = await hook({ hook_event_name: "SessionStart", source: "compact" });
    const lines = answer?.additionalContext?.split("\n") ?? [];
    expect(lines[1]).toMatch(/^The context was compacted, and nothing is lost/);
    expect(lines.slice(2, 4).map((line) => line.replace(/^clew:e\w{10} \S+ \S+ /, ""))).toEqual(talk);
    const opened = await typed(["recall", lines[3]?.slice(0, 16) ?? "", "--store", store]);
    expect(opened.out).toContain("Along the south wall.");
    expect(await read()).toEqual(talk);
  });

  test("keeps a huge result whole, and gives the client its beginning, its end and the pointer in its own shape", async () => {
    const page = Array.from({ length: 2_000 }, (_, line) => `Line ${line} has the number ${line * 7}.`).join("\n");
    const event = {
      hook_event_name: "PostToolUse",
      tool_name: "Read",
      tool_use_id: "toolu_1",
      tool_input: { path: "a" },
    };
    const response = { type: "text", file: { content: page, numLines: 2_000 } };
    const { answer } = await hook({ ...event, tool_response: response });
    const shown = answer?.updatedToolOutput as typeof response;
    expect(shown).toEqual({ type: "text", file: { content: expect.any(String), numLines: 2_000 } });
    const { content } = shown.file;
    expect(content.length).toBeLessThan(9_000);
    expect([content.startsWith(page.slice(0, 6_000)), content.endsWith(page.slice(-2_000))]).toEqual([true, true]);
    const [pointer = ""] = /clew:e\w{10}/.exec(content) ?? [];
    const found = await typed(["recall", pointer, "--store", store, "--find", "Line 1234 has"]);
    expect(found.out).toContain("Line 1234 has the number 8638.");
    expect(await read("child:spilled-toolu_1")).toEqual([
      'call Read {"path":"a"}',
      expect.stringMatching(/^result of Read: Line 0 has/),
    ]);
  });

  test("shows of a file the lines to a point alone, because the client numbers what it is given", async () => {
    const page = Array.from({ length: 2_000 }, (_, line) => `Line ${line + 11} has the number ${line * 7}.`).join("\n");
    const response = { type: "text", file: { content: page, numLines: 2_000, startLine: 11, totalLines: 2_010 } };
    const event = { hook_event_name: "PostToolUse", tool_name: "Read", tool_use_id: "toolu_1", tool_input: {} };
    const { answer } = await hook({ ...event, tool_response: response });
    const lines = (answer?.updatedToolOutput as typeof response | undefined)?.file.content.split("\n") ?? [];
    const shown = lines.slice(0, -1);
    expect(shown.map((line) => Number(/\d+/.exec(line)?.[0]))).toEqual(shown.map((_, index) => index + 11));
    expect(lines.at(-1)).toMatch(
      new RegExp(`^\\[Lines ${shown.length + 11} to 2010 are left out here\\. All of it is clew:e`),
    );
  });

  test.each([
    ["a result of the usual size", { tool_name: "Read", tool_response: "x".repeat(39_000) }],
    [
      "an image, which is worth nothing in part",
      { tool_name: "Read", tool_response: { type: "image", file: { base64: "x".repeat(50_000), type: "image/png" } } },
    ],
    [
      "an image of a server",
      {
        tool_name: "mcp__shop__photo",
        tool_response: [{ type: "image", data: "x".repeat(50_000), mimeType: "image/png" }],
      },
    ],
    [
      "a file that was written, of which the model sees a line",
      { tool_name: "Edit", tool_response: { originalFile: "x".repeat(50_000) } },
    ],
    ["what our own tools bring", { tool_name: "mcp__plugin_clew_clew__recall", tool_response: "x".repeat(50_000) }],
  ])("leaves alone %s", async (_what, event) => {
    expect((await hook({ hook_event_name: "PostToolUse", tool_use_id: "toolu_1", ...event })).answer).toBe(null);
    expect(existsSync(store)).toBe(false);
  });

  test("takes of a session that a gateway has heard what the gateway has not, once", async () => {
    const clew = await openClew({ store, config: false });
    const heard = { session: "claude-code:plot-7", topic: "0a1b2c3d" };
    await clew.observe({ ...heard, text: "Where do the roses go?" });
    await clew.close();
    const ends = () => hook({ hook_event_name: "SessionEnd", reason: "other" });
    const more = [
      user("u2", "a1", "My new number is 555-1234."),
      agent("a2", "u2", "m2", says("Noted.")),
      user("u3", "a2", "<command-name>/exit</command-name>"),
      user("u4", "u3", "Where do the roses go?"),
    ];
    writeFileSync(transcript, readFileSync(transcript, "utf8") + jsonl(more));
    await ends();
    const rest = ["agent: Along the south wall.", "user: My new number is 555-1234.", "agent: Noted.", talk[0]];
    expect(await read()).toEqual(rest);
    await ends();
    const lost = await hook({ hook_event_name: "SessionStart", source: "compact" });
    expect(await read()).toEqual(rest);
    expect(await read("topic:plot-7:0a1b2c3d")).toEqual([talk[0]]);
    expect(lost.answer?.additionalContext).toContain("user: Where do the roses go?");
  });

  test.each([
    ["no JSON", "What is this?"],
    ["no session", "{}"],
    [
      "a log that is none",
      JSON.stringify({ session_id: "plot-7", hook_event_name: "SessionEnd", transcript_path: "t" }),
    ],
  ])("says in one line what it could not do with %s, and never fails the client", async (what, event) => {
    transcript = join(base, "plot-7.jsonl");
    if (what === "a log that is none") writeFileSync(store, "no database at all, but long enough to be read as one");
    const { status, answer, errors } = await hook(event);
    expect([status, answer]).toEqual([0, null]);
    expect(errors.trim().split("\n").at(-1)).toMatch(/^clew: the hook did nothing: /);
  });
});

test("clew plugin prints the folder of the plugin, which has what Claude Code looks for", async () => {
  const { out, error } = await typed(["plugin"]);
  const folder = out.trim();
  const files = [".claude-plugin/plugin.json", "hooks/hooks.json", ".mcp.json", "clew.mjs"];
  expect(files.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
  expect(error).toContain("claude --plugin-dir ");
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { readonly version: string };
  expect(JSON.parse(readFileSync(join(folder, ".claude-plugin/plugin.json"), "utf8"))).toMatchObject({ version });
});
