import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Clew, openClew } from "clewline";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

let folder: string;
let clew: Clew;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-import-"));
  clew = await openClew({ store: "memory", window: 8_192 });
});

afterEach(async () => {
  await clew.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a file below the test's folder, with JSON unless it is a text. */
function put(name: string, content: unknown): string {
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

function chat(id: number, messages: readonly Record<string, unknown>[]) {
  const filled = messages.map((each) => ({ type: "message", date_unixtime: "1767225601", from_id: "user7", ...each }));
  return { name: "Garden", type: "personal_chat", id, messages: filled };
}

const talk = (text: string) => [
  { role: "user", content: text },
  { role: "assistant", content: "Yes." },
];

describe("a folder", () => {
  test("with exports of several programs comes in whole, and what nobody reads is counted", async () => {
    put("a/result.json", chat(1, [{ id: 1, text: "one" }]));
    put("b/result.json", chat(2, [{ id: 1, text: "two" }]));
    put("src/conversations.json", talk("a file of another program"));
    put("talk.json", talk("hello"));
    put("notes.txt", "no history");
    const report = await clew.import(folder);
    expect([report.read?.user, report.sessions.length, report.lanes]).toEqual([4, 4, 4]);
    expect(report.bad).toEqual([{ line: 0, reason: "1 file has no format that clew knows" }]);
    expect(await clew.import(folder)).toMatchObject({ added: 0, known: report.added });
  });

  test("is read file by file in a format that is named, and a bad file does not stop it", async () => {
    put("one.json", talk("one"));
    put("sub/two.json", talk("two"));
    put("broken.zip", "PK\u0003\u0004 and no more");
    symlinkSync(join(folder, "one.json"), join(folder, "link.json"));
    const report = await clew.import(folder, { format: "messages" });
    expect(report.read?.user).toBe(3);
    expect(report.bad).toHaveLength(1);
    expect(report.bad[0]?.reason).toMatch(/^broken\.zip: .*damaged archive/);
  });
});

describe("more than a view shows", () => {
  const session = "telegram:chat:9";
  const many = Array.from({ length: 900 }, (_, number) =>
    JSON.stringify({
      session,
      id: `${number}`,
      at: 1_767_225_601_000 + number,
      text: `Crate ${number} goes to berth 7.`,
    }),
  );

  async function firstView(own: Clew): Promise<{ readonly compacted: boolean; readonly summarised: boolean }> {
    const turn = await own.begin({ session, id: "next", text: "Which berth was it?" });
    const view = await turn.view();
    if (view.kind === "too-small") throw new Error(`too small: ${view.needed}`);
    await turn.complete({ text: "Berth 7." });
    const { compacted, verdicts } = view.receipt;
    return { compacted, summarised: verdicts.some(({ kind }) => kind === "summarised") };
  }

  test("has its summary when it is in, so that the first view makes none", async () => {
    await clew.import(put("many.jsonl", many.join("\n")));
    expect(await firstView(clew)).toEqual({ compacted: false, summarised: true });
  });
});

describe("a message that was edited since the last export", () => {
  test("is a new version of it, once", async () => {
    const session = "telegram:chat:66";
    await clew.import(put("1.json", chat(66, [{ id: 1, text: "helo" }])));
    const edited = put("2.json", chat(66, [{ id: 1, text: "hello", edited_unixtime: "1767225700" }]));
    expect(await clew.import(edited)).toMatchObject({ added: 1, bad: [] });
    expect(await clew.import(edited)).toMatchObject({ added: 0, known: 1, bad: [] });
    const { lines } = await clew.log({ session });
    expect(lines.map(({ kind }) => kind)).toEqual(["said", "revised"]);
  });
});

describe("the history of a chat with a running bot", () => {
  test("does not repeat what the bot said", async () => {
    const session = "telegram:chat:55";
    const turn = await clew.begin({ session, id: "1", from: "7", text: "hello", at: 1_767_225_601_000 });
    await turn.view();
    await turn.complete({ text: "answer" });
    await turn.sent(["2"]);
    const before = await clew.log({ session });
    const messages = [
      { id: 1, text: "hello" },
      { id: 2, text: "answer", from_id: "user9" },
    ];
    const report = await clew.import(put("result.json", chat(55, messages)), { agents: ["9"] });
    expect(report).toMatchObject({ added: 0, known: 2, bad: [] });
    expect(await clew.log({ session })).toEqual(before);
  });
});

describe("a Claude Code session that grows", () => {
  test("becomes the log that it becomes at once", async () => {
    const usage = (output: number) => ({ input_tokens: 5, output_tokens: output });
    const line = (uuid: string, parentUuid: string | null, second: number, message: Record<string, unknown>) => {
      const timestamp = new Date(1_700_000_000_000 + second * 1_000).toISOString();
      const type = message.role;
      return JSON.stringify({ parentUuid, isSidechain: false, sessionId: "plot", type, uuid, timestamp, message });
    };
    const call = (id: string) => [{ type: "tool_use", id, name: "dig", input: {} }];
    const result = (id: string) => [{ type: "tool_result", tool_use_id: id, content: "dug" }];
    const lines = [
      line("u1", null, 1, { role: "user", content: "Dig" }),
      line("a1", "u1", 2, { role: "assistant", id: "m1", content: call("c1"), usage: usage(1) }),
      line("r1", "a1", 3, { role: "user", content: result("c1") }),
      line("a2", "a1", 4, { role: "assistant", id: "m1", content: call("c2"), usage: usage(2) }),
      line("r2", "a2", 5, { role: "user", content: result("c2") }),
      line("a3", "r2", 6, { role: "assistant", id: "m2", content: "Done", usage: usage(3), stop_reason: "end_turn" }),
      line("u2", "a3", 7, { role: "user", content: "Rake" }),
    ];
    for (let count = 1; count <= lines.length; count += 1) {
      const report = await clew.import(put("plot.jsonl", `${lines.slice(0, count).join("\n")}\n`));
      expect(report.bad).toEqual([]);
    }
    const whole = await openClew({ store: "memory" });
    await whole.import(join(folder, "plot.jsonl"));
    const ids = async (log: Clew) =>
      (await log.log({ session: "claude-code:plot" })).lines
        .map(({ at, kind, text }) => `${at} ${kind} ${text}`)
        .sort();
    expect(await ids(clew)).toEqual(await ids(whole));
    await whole.close();
  });
});

describe("files of one name", () => {
  test("are different conversations, each always the same one", async () => {
    const [one, two] = [put("p1/chat.json", talk("one")), put("p2/chat.json", talk("two"))];
    const names = [(await clew.import(one)).sessions[0], (await clew.import(two)).sessions[0]];
    expect(new Set(names).size).toBe(2);
    expect(await clew.import(one)).toMatchObject({ added: 0, sessions: [names[0]] });
  });
});
