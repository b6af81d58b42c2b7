import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateText, streamText, tool } from "ai";
import { type Clew, openClew } from "clewline";
import { promptText, scriptedModel } from "clewline/testing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";

const session = "telegram:chat:42";
let folder = "";
let clew: Clew;
const open = (window = 8_192) => openClew({ store: join(folder, "clew.db"), window, timeZone: "UTC" });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "clew-"));
  clew = await open();
});

afterEach(async () => {
  await clew.close();
  rmSync(folder, { recursive: true });
});

/** Every text of the next view that this message gets. */
async function seen(message: Parameters<Clew["begin"]>[0], instructions?: string): Promise<string> {
  const turn = await clew.begin(message);
  const view = await turn.view(instructions === undefined ? {} : { instructions });
  if (view.kind === "too-small") throw new Error("too small");
  await turn.complete({ text: "ok" });
  return `${view.system}\n${JSON.stringify(view.messages)}`;
}

test("a message whose answer was cut off by a crash is answered when it is delivered again", async () => {
  const first = await clew.begin({ session, id: 1, text: "hello" });
  await first.record({ calls: [{ id: "a", tool: "look", input: {}, output: "seen" }] });
  await clew.close();
  clew = await open();
  expect((await clew.log()).turns.map(({ state }) => state)).toEqual(["failed"]);
  const again = await clew.begin({ session, id: 1, text: "hello" });
  expect([again.repeated, again.id === first.id, again.state]).toEqual([false, false, "running"]);
  expect((await clew.turn(first.id)).state).toBe("failed");
  await again.complete({ text: "hi" });
  expect((await clew.begin({ session, id: 1, text: "hello" })).repeated).toBe(true);
  expect((await clew.log()).lines.map(({ kind }) => kind)).toEqual(["said", "called", "returned", "noted", "said"]);
});

test("a message that this process is answering is not begun twice", async () => {
  const first = await clew.begin({ session, id: 1, text: "hello" });
  const second = await clew.begin({ session, id: 1, text: "hello" });
  expect([second.repeated, second.id]).toEqual([true, first.id]);
});

test("a message whose turn failed gets a new turn when it is delivered again, and one entry", async () => {
  const first = await clew.begin({ session, id: 1, text: "hello" });
  await first.fail(new Error("overloaded"));
  const second = await clew.begin({ session, id: 1, text: "hello" });
  expect([second.repeated, second.id === first.id]).toEqual([false, false]);
  const view = await second.view();
  expect(view.kind === "fits" && JSON.stringify(view.messages).match(/hello/g)?.length).toBe(1);
  await second.complete({ text: "hi" });
});

test("a message that was observed first can be answered, once", async () => {
  await clew.observe({ session, id: 1, text: "hello" });
  const turn = await clew.begin({ session, id: 1, text: "hello" });
  expect(turn.repeated).toBe(false);
  await turn.complete({ text: "hi" });
  expect((await clew.begin({ session, id: 1, text: "hello" })).repeated).toBe(true);
});

test("two edits in one second are both kept, and an edit that changes nothing is none", async () => {
  await clew.observe({ session, id: 1, from: 7, text: "at plot 4" });
  await clew.edit({ session, id: 1, from: 7, text: "at plot 5", editedAt: 60_000 });
  await clew.edit({ session, id: 1, from: 7, text: "at plot 6", editedAt: 60_000 });
  await clew.edit({ session, id: 1, from: 7, text: "at plot 6", editedAt: 61_000 });
  expect((await clew.log()).total).toBe(3);
  const text = await seen({ session, id: 2, from: 8, text: "which?" });
  expect(text).toContain('<clew-edit who=\\"7\\" was=\\"at plot 4\\" at=\\"1970-01-01 00:01\\">at plot 6</clew-edit>');
});

test("further instructions come after those that the Clew was opened with", async () => {
  await clew.close();
  clew = await openClew({ store: "memory", instructions: "Be brief." });
  expect(await seen({ session, text: "hello" }, "Answer in rhyme.")).toContain("Be brief.\n\nAnswer in rhyme.");
});

test("closing right after the answer waits until the turn has ended", async () => {
  const model = scriptedModel([{ text: "hi" }]);
  const turn = await clew.begin({ session, id: 1, text: "hello" });
  await streamText(turn.aiSdk({ model })).text;
  await clew.close();
  clew = await open();
  expect((await clew.turn(turn.id)).state).toBe("completed");
});

test("without a stop condition the model still gets to answer after a tool", async () => {
  const tools = { look: tool({ inputSchema: z.object({}), execute: async () => "a cat" }) };
  const model = scriptedModel([{ calls: [{ tool: "look", input: {} }] }, { text: "It is a cat." }]);
  const turn = await clew.begin({ session, text: "What is it?" });
  expect((await generateText(turn.aiSdk({ model, tools }))).text).toBe("It is a cat.");
});

test("a fresh result is read before old ones are kept", async () => {
  const page = "A line of the page that was just opened, number after number.\n".repeat(90);
  for (let index = 0; index < 30; index++) {
    const turn = await clew.begin({ session, text: `question ${index}` });
    await turn.view();
    await turn.record({ calls: [{ id: "a", tool: "look", input: {}, output: "old words ".repeat(60) }] });
    await turn.complete({ text: "so it is" });
  }
  const turn = await clew.begin({ session, text: "and now?" });
  await turn.record({ calls: [{ id: "b", tool: "open", input: {}, output: page }] });
  const view = await turn.view();
  expect(view.kind === "fits" && JSON.stringify(view.messages)).toContain(JSON.stringify(page).slice(1, -1));
  await turn.cancel();
});

test("result after result of half a window, each is whole when the model first sees it", async () => {
  const report = (number: number) =>
    Array.from({ length: 240 }, (_, row) => `row ${row} of report ${number}: invoice ${number * 1_000 + row}`).join(
      "\n",
    );
  const turn = await clew.begin({ session, text: "Read the reports" });
  for (let number = 0; number < 8; number++) {
    await turn.view({ window: 9_600 });
    await turn.record({ calls: [{ id: `${number}`, tool: "read", input: { number }, output: report(number) }] });
    const view = await turn.view({ window: 9_600 });
    expect(view.kind === "fits" && JSON.stringify(view.messages), `report ${number}`).toContain(
      `row 120 of report ${number}:`,
    );
  }
  await turn.cancel();
});

test("a later message that waits for its own turn is not shown to the one before", async () => {
  const first = await clew.begin({ session, text: "one" });
  const second = clew.begin({ session, text: "two" });
  while ((await clew.log()).total < 2) await new Promise((done) => setTimeout(done, 5));
  const view = await first.view();
  expect(view.kind === "fits" && promptText(view.messages as never)).not.toContain("two");
  await first.cancel();
  await (await second).cancel();
});
