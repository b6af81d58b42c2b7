/** A reply that did not reach its reader is found again: on redelivery, in a list, and on the command line. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tool } from "ai";
import { type Clew, openClew, type Turn } from "clewline";
import { scriptedModel } from "clewline/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { objects, typed } from "./cli-run.js";

const session = "telegram:chat:42";
let folder = "";
let clew: Clew;
const open = () => openClew({ store: join(folder, "clew.db"), timeZone: "UTC" });
const owed = async (choice = {}) => (await clew.unsent(choice)).map(({ text }) => text);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-unsent-"));
  clew = await open();
});

afterEach(async () => {
  await clew.close();
  rmSync(folder, { recursive: true });
});

/** As if the process had died after the answer was complete and before it was sent. */
async function restart(): Promise<void> {
  await clew.close();
  clew = await open();
}

describe("a reply that was never sent", () => {
  test("comes with the message that is delivered again, without a second call of the model, until it is sent", async () => {
    const model = scriptedModel(() => ({ text: "plot 4" }));
    const turn = await clew.begin({ session, id: 7, text: "which tap?" });
    expect([turn.reply, turn.answers]).toEqual([null, ["7"]]);
    await turn.generate({ model });
    expect(turn.reply).toEqual({ text: "plot 4", sent: false });
    await restart();
    const again = await clew.begin({ session, id: 7, text: "which tap?" });
    expect([again.repeated, again.id, again.answers, again.reply]).toEqual([
      true,
      turn.id,
      ["7"],
      { text: "plot 4", sent: false },
    ]);
    await again.sent(99);
    await again.sent(99);
    expect(again.reply?.sent).toBe(true);
    expect((await clew.begin({ session, id: 7, text: "which tap?" })).reply).toEqual({ text: "plot 4", sent: true });
    expect([await owed(), model.calls.length]).toEqual([[], 1]);
    const reply = await clew.begin({ session, id: 100, text: "sure?", replyTo: 99 });
    expect(reply.lane).toBe(turn.lane);
    await reply.cancel();
  });

  test("is listed with what it answers, the last first, and its turn takes it off the list", async () => {
    for (const [id, text] of [
      [1, "one"],
      [2, "two"],
    ] as const)
      await (await clew.begin({ session, id, topic: id, text })).complete({ text: `answer to ${text}` });
    const burst = [3, 4].map((id) => ({ session: "matrix:room", id, text: `part ${id}` }));
    await (await clew.begin(burst)).complete({ text: "answer to both" });
    await restart();
    const [newest, ...others] = await clew.unsent();
    expect(newest).toMatchObject({
      session: "matrix:room",
      text: "answer to both",
      answers: ["3", "4"],
      surface: null,
    });
    expect(others.map(({ lane, answers }) => [lane, answers])).toEqual([
      ["topic:42:2", ["2"]],
      ["topic:42:1", ["1"]],
    ]);
    expect(await owed({ session })).toEqual(["answer to two", "answer to one"]);
    expect(await owed({ limit: 1 })).toEqual(["answer to both"]);
    await (await clew.turn(newest?.turn ?? "")).sent();
    expect(await owed()).toEqual(["answer to two", "answer to one"]);
  });

  test("is told by the error of stream and generate, which names its turn", async () => {
    const turn = await clew.begin({ session, id: 7, text: "which tap?" });
    await turn.complete({ text: "plot 4" });
    const model = scriptedModel(() => ({ text: "another" }));
    const repeated = () => clew.generate({ session, id: 7, text: "which tap?" }, { model }).catch((error) => error);
    expect(await repeated()).toMatchObject({ code: "message/repeated", hint: expect.stringContaining(turn.id) });
    await turn.sent();
    expect(await repeated()).toMatchObject({
      code: "message/repeated",
      hint: expect.stringContaining("Nothing has to be"),
    });
  });

  test("is whole even if it is too long for a row", async () => {
    const text = "word ".repeat(30_000);
    await (await clew.begin({ session, id: 7, text: "everything!" })).complete({ text });
    expect((await clew.unsent())[0]?.text).toBe(text);
  });

  test("says which surface it is for", async () => {
    const turn = await clew.begin({ session, id: 7, text: "only here", surface: "web", private: true });
    await turn.complete({ text: "only there" });
    expect(await clew.unsent()).toMatchObject([{ surface: "web", private: true }]);
  });
});

describe("what was sent on the way is not the reply", () => {
  const clear = tool({ inputSchema: z.object({}), needsApproval: true, execute: async () => "cleared" });
  const allowed = ({ approvals }: Turn) => ({
    messages: [
      {
        role: "tool" as const,
        content: approvals.map(({ approvalId }) => ({
          type: "tool-approval-response" as const,
          approvalId,
          approved: true,
        })),
      },
    ],
  });

  test.each(["a restart", "the same handle", "the same handle and no id"])(
    "the question of a turn that waited, with %s",
    async (way) => {
      const asking = scriptedModel([{ text: "May I clear it?", calls: [{ tool: "clear", input: {} }] }]);
      const begun = await clew.generate({ session, id: 1, text: "clear it" }, { model: asking, tools: { clear } });
      await begun.turn.sent(way.endsWith("no id") ? [] : "500");
      if (way === "a restart") await restart();
      const turn = way === "a restart" ? await clew.turn(begun.turn.id) : begun.turn;
      await turn.record(allowed(turn));
      await turn.generate({ model: scriptedModel([{ text: "Cleared." }]), tools: { clear } });
      expect([turn.reply, await owed()]).toEqual([{ text: "Cleared.", sent: false }, ["Cleared."]]);
      const again = await clew.begin({ session, id: 1, text: "clear it" });
      expect([again.repeated, again.reply?.sent]).toEqual([true, false]);
      await again.sent("501");
      expect([(await clew.turn(turn.id)).reply?.sent, await owed()]).toEqual([true, []]);
    },
  );

  test("a word between two steps; but what was sent after the last step is the reply, also after a restart", async () => {
    const turn = await clew.begin({ session, id: 1, text: "how long?" });
    await turn.record({ text: "Let me see.", calls: [{ id: "c", tool: "look", input: {}, output: "4 m" }] });
    await turn.sent("500");
    await turn.record({ text: "Four metres." });
    await turn.complete();
    expect(await owed()).toEqual(["Four metres."]);
    const other = await clew.begin({ session, id: 2, text: "how wide?" });
    await other.record({ text: "Two metres." });
    await other.sent("502");
    await (await clew.turn(other.id)).complete();
    expect(await owed()).toEqual(["Four metres."]);
  });
});

describe("nothing is owed", () => {
  test("for what was sent before the turn was completed, has no text, or did not come to an end", async () => {
    const early = await clew.begin({ session, id: 1, text: "one" });
    await early.sent([11, 12]);
    await early.complete({ text: "streamed to the reader" });
    await (await clew.begin({ session, id: 2, text: "two" })).complete();
    await (await clew.begin({ session, id: 3, text: "three" })).fail("no");
    await (await clew.begin({ session, id: 4, text: "four" })).cancel();
    expect([early.reply?.sent, await owed()]).toEqual([true, []]);
  });

  test("for heartbeats, subtasks and hosts that keep the messages, but for a briefing it is", async () => {
    for (const [id, origin] of (["heartbeat", "subtask", "briefing", "scheduled"] as const).entries())
      await (await clew.begin({ session, id, text: "tick" }, { origin })).complete({ text: origin });
    await clew.sync({ session: "web:1", messages: [{ role: "user", content: "hello" }] });
    await clew.sync({
      session: "web:1",
      messages: [
        { role: "user", content: "hello" },
        { role: "assistant", content: "hi" },
        { role: "user", content: "and?" },
      ],
    });
    expect(await owed()).toEqual(["scheduled", "briefing"]);
  });
});

describe("clew unsent", () => {
  const run = (...words: string[]) => typed(["unsent", ...words, "--store", join(folder, "clew.db")], 60);

  test("lists replies for people and for programs, and says when there is none", async () => {
    expect((await run()).out).toBe("Every reply was sent.\n");
    const turn = await clew.begin({ session, id: 7, text: "which tap?" });
    await turn.complete({ text: "plot 4\nat the end" });
    const { out } = await run();
    expect(out).toContain("answers 7");
    expect(out).toContain("  plot 4 at the end\n");
    expect(objects((await run("--json")).out)).toMatchObject([{ turn: turn.id, session, answers: ["7"] }]);
    expect(await run("nobody:here")).toMatchObject({ code: 1, error: expect.stringContaining("There is no session") });
  });
});
