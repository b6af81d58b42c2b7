import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import { generateText, tool } from "ai";
import { type Clew, openClew } from "clewline";
import { scriptedModel } from "clewline/testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { typed } from "./cli-run.js";
import { some } from "./some.js";

const session = "telegram:chat:1";
const image = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").toString("base64");

describe.each(["memory", "SQLite"])("what a view's own marks point at, with the log in %s", (kind) => {
  let clew: Clew;
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "clew-recalled-"));
    clew = await openClew({
      store: kind === "memory" ? "memory" : join(folder, "clew.db"),
      timeZone: "UTC",
      window: 8_192,
      config: false,
    });
  });
  afterEach(async () => {
    await clew.close();
    rmSync(folder, { recursive: true });
  });

  const look = tool({ inputSchema: z.object({}), execute: async () => "seen" });

  /** What recall gives for each pointer, asked in a turn of its own. */
  async function recallAll(message: Parameters<Clew["begin"]>[0], pointers: readonly string[]) {
    const turn = await clew.begin(message);
    const calls = pointers.map((pointer) => ({ tool: "recall", input: { pointer } }));
    const model = scriptedModel([{ calls }, { text: "done" }]);
    await generateText(turn.aiSdk({ model }));
    const [, second] = model.calls;
    const outputs = (second?.prompt ?? []).flatMap(({ role, content }) =>
      role === "tool" ? content.flatMap((part) => (part.type === "tool-result" ? [part.output] : [])) : [],
    );
    return outputs.slice(-pointers.length);
  }

  test("a long message of another lane that was looked up opens in later turns too, and for nobody else", async () => {
    const long = `The boiler of the cabin: ${"set the valve to three and wait for the lamp. ".repeat(400)}`;
    await clew.observe({ session, id: 1, topic: 7, text: long });
    await clew.observe({ session, id: 2, topic: 9, text: "another place" });
    const turn = await clew.begin({
      session,
      id: 3,
      topic: 8,
      text: "What did I say in the other chat about the boiler valve of the cabin lamp?",
    });
    await generateText(
      turn.aiSdk({
        model: scriptedModel([{ calls: [{ tool: "look", input: {} }] }, { text: "Three." }]),
        tools: { look },
      }),
    );
    const next = await clew.begin({ session, id: 4, topic: 8, text: "And then?" });
    const view = await next.view();
    await next.complete({ text: "Wait." });
    const foreign = /<clew-found>\\n\[[^\]]* (clew:e[0-9a-z]{10})\]/.exec(JSON.stringify(view))?.[1] ?? "";
    expect(foreign).toMatch(/^clew:e/);
    const [here] = await recallAll({ session, id: 5, topic: 8, text: "Open it." }, [foreign]);
    expect(JSON.stringify(here)).toContain("set the valve to three");
    const [elsewhere] = await recallAll({ session, id: 6, topic: 9, text: "Open it." }, [foreign]);
    expect(JSON.stringify(elsewhere)).toContain("Nothing in this lane has the pointer");
  });

  test("a cleared image comes back as an image, with its tokens in the view", async () => {
    const files = Array.from({ length: 6 }, (_, index) => ({
      mediaType: "image/png",
      data: image,
      name: `${index}.png`,
    }));
    await clew.observe({ session, id: 1, text: "six photos", files });
    const pointer = (await clew.log({ session })).lines[0]?.pointer ?? "";
    const turn = await clew.begin({ session, id: 2, text: "Look at them again." });
    const model = scriptedModel([{ calls: [{ tool: "recall", input: { pointer } }] }, { text: "A cat." }]);
    await generateText(turn.aiSdk({ model }));
    const shown = JSON.stringify(model.calls[1]?.prompt);
    expect(JSON.stringify(model.calls[0]?.prompt)).toContain("<clew-cleared");
    expect(shown).toContain(image);
    const { receipt } = await clew.why({ session });
    expect(receipt.tokens).toBeGreaterThan(1_600);
    expect(receipt.tokens).toBeLessThanOrEqual(8_192);
    const page = await clew.recall({ pointer });
    const first = page.kind === "page" ? page : null;
    expect(first?.files).toEqual([{ mediaType: "image/png", data: image, name: "0.png" }]);
    const rest = await clew.recall({ pointer, offset: first?.next ?? 0 });
    expect(rest).toMatchObject({ kind: "page", text: "", files: [{ name: "1.png" }] });
  });

  test("media of summarised turns are found by the pointer of the span", async () => {
    await clew.observe({
      session,
      id: 1,
      text: "the plan of the house",
      files: [{ mediaType: "image/png", data: image }],
    });
    for (let index = 0; index < 16; index++) {
      const turn = await clew.begin({
        session,
        id: 10 + index,
        text: `Point ${index}: ${"the wall has a door. ".repeat(40)}`,
      });
      await turn.view();
      await turn.complete({ text: "Noted." });
    }
    const turn = await clew.begin({ session, id: 99, text: "What now?" });
    const view = await turn.view();
    await turn.cancel();
    const span = /clew:s[0-9a-z]{10}/.exec(JSON.stringify(view.kind === "fits" && view.messages))?.[0] ?? "";
    const list = await clew.recall({ session, pointer: span });
    const entry = /clew:e[0-9a-z]{10}(?=[^\n]*image\/png)/.exec(list.text)?.[0] ?? "";
    expect(await clew.recall({ session, pointer: entry })).toMatchObject({
      files: [{ mediaType: "image/png", data: image }],
    });
  });

  test("every pointer that a view prints opens in that turn", async () => {
    await clew.observe({ session, id: 1, topic: 7, text: `garden ${"roses and tulips by the fence. ".repeat(300)}` });
    await clew.observe({
      session,
      id: 2,
      topic: 8,
      text: "photos",
      files: Array(4).fill({ mediaType: "image/png", data: image }),
    });
    for (let index = 0; index < 6; index++) {
      const turn = await clew.begin({
        session,
        id: 10 + index,
        topic: 8,
        text: `In the other chat: what of the garden fence, roses and tulips? ${index}`,
      });
      const tools = { look: tool({ inputSchema: z.object({}), execute: async () => "result ".repeat(900) }) };
      await generateText(
        turn.aiSdk({
          model: scriptedModel([{ calls: [{ tool: "look", input: {} }] }, { text: "Yes." }]),
          tools,
        }),
      );
    }
    const turn = await clew.begin({ session, id: 50, topic: 8, text: "Open all of it." });
    const view = await turn.view();
    await turn.cancel();
    const printed = [...new Set(JSON.stringify(view.kind === "fits" && view.messages).match(/clew:[es][0-9a-z]{10}/g))];
    const outputs = await recallAll({ session, id: 51, topic: 8, text: "Open all of it." }, printed.slice(0, 12));
    for (const output of some(outputs)) expect(JSON.stringify(output)).not.toContain("Nothing in this lane");
  });
});

test("clew recall writes an image to a file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "clew-recalled-"));
  const store = join(folder, "clew.db");
  const clew = await openClew({ store, config: false });
  await clew.observe({ session, id: 1, text: "a photo", files: [{ mediaType: "image/png", data: image }] });
  const pointer = (await clew.log({ session })).lines[0]?.pointer ?? "";
  await clew.close();
  const out = join(folder, "photo.png");
  const told = await typed(["recall", pointer, "--store", store]);
  expect(told.error).toContain("--out");
  await typed(["recall", pointer, "--store", store, "--out", out]);
  expect(readFileSync(out).toString("base64")).toBe(image);
  rmSync(folder, { recursive: true });
});

test("a run of entries that is asked for a pattern gives the lines that match, without a second request", async () => {
  const clew = await openClew({ store: "memory", window: 8_192, timeZone: "UTC", config: false });
  const list = (day: number) =>
    Array.from(
      { length: 90 },
      (_, row) => `row ${row} of day ${day}: ${row % 30 === 7 ? "pump" : "valve"} ${day * 100 + row}`,
    );
  for (let day = 0; day < 12; day++)
    await clew.observe({ session, id: day, text: day === 3 ? "A short pump line" : list(day).join("\n") });
  const turn = await clew.begin({ session, id: 99, text: "What now?" });
  const view = await turn.view();
  await turn.cancel();
  const span = /clew:s[0-9a-z]{10}/.exec(JSON.stringify(view.kind === "fits" && view.messages))?.[0] ?? "";
  const { text } = await clew.recall({ session, pointer: span, find: "pump" });
  await clew.close();
  expect(text).toContain(
    "\n  8: row 7 of day 2: pump 207\n  38: row 37 of day 2: pump 237\n  68: row 67 of day 2: pump 267",
  );
  expect(text.match(/A short pump line/g)).toHaveLength(1);
});

test("an input that is asked for a pattern gives the lines of its texts, not all of its JSON", async () => {
  const clew = await openClew({ store: "memory", config: false });
  const text = Array.from({ length: 50 }, (_, row) => `row ${row}: C:\\next ${row === 17 ? "pump" : "valve"}`).join(
    "\n",
  );
  const turn = await clew.begin({ session, id: 1, text: "Write it." });
  await turn.view();
  await turn.record({ calls: [{ id: "1", tool: "write", input: { path: "a.txt", text }, output: "Done." }] });
  await turn.complete({ text: "Written." });
  const pointer = (await clew.log({ session })).lines.find(({ kind }) => kind === "called")?.pointer ?? "";
  const found = await clew.recall({ session, pointer, find: "pump" });
  const lines = await clew.recall({ session, pointer, lines: { from: 18, to: 19 } });
  await clew.close();
  expect(found.text).toBe(String.raw`18: row 17: C:\\next pump`);
  expect(lines.text.split("\n")).toEqual([String.raw`row 17: C:\\next pump`, String.raw`row 18: C:\\next valve`]);
});

test("a pattern in the middle of one long line gives the part that holds it, marked as a part", async () => {
  const clew = await openClew({ store: "memory", config: false });
  const rows = Array.from({ length: 3_000 }, (_, row) => [row, `item ${row}`]);
  const turn = await clew.begin({ session, id: 1, text: "Fetch it." });
  await turn.view();
  const output = JSON.stringify({ rows, grandTotal: "EUR 48211.77" });
  await turn.record({ calls: [{ id: "1", tool: "fetch", input: { id: 7 }, output }] });
  await turn.complete({ text: "Fetched." });
  const pointer = (await clew.log({ session })).lines.find(({ kind }) => kind === "returned")?.pointer ?? "";
  const found = await clew.recall({ session, pointer, find: "grandTotal" });
  await clew.close();
  expect(found.text).toMatch(/^1: … .*"grandTotal":"EUR 48211\.77"\}$/);
  expect(found.text.length).toBeLessThan(1_000);
});

describe.each(["balanced", "layered"])("a text above what a view shows whole, under %s", (policy) => {
  test("is shown by the pages that recall gives of it, and none of these is cut", async () => {
    const clew = await openClew({ store: "memory", config: false, timeZone: "UTC", window: 200_000, policy });
    const text = Array.from({ length: 3_000 }, (_, row) => `row ${row}: pump ${row * 7} of hall ${row % 9}`).join("\n");
    const fetch = tool({ inputSchema: z.object({}), execute: async () => text });
    const opening = await clew.begin({ session, id: 1, text: "Fetch it." });
    await generateText(
      opening.aiSdk({
        model: scriptedModel([{ calls: [{ tool: "fetch", input: {} }] }, { text: "ok" }]),
        tools: { fetch },
      }),
    );
    const pointer = (await clew.log({ session })).lines.find(({ kind }) => kind === "returned")?.pointer ?? "";
    const turn = await clew.begin({ session, id: 2, text: "Open it." });
    const model = scriptedModel([{ calls: [{ tool: "recall", input: { pointer } }] }, { text: "done" }]);
    await generateText(turn.aiSdk({ model, tools: { fetch } }));
    const shown = JSON.stringify(model.calls[1]?.prompt.at(-1));
    await clew.close();
    expect(shown).toContain("go on with offset");
    expect(shown).not.toContain("clew-cut");
    expect(shown.length).toBeGreaterThan(40_000);
  });
});

test("a secret deep in a long message is in no part of it that is looked up", async () => {
  const secret = ["hunter", "Kro7kus", "Mango42"].join("-");
  const clew = await openClew({ store: "memory", window: 8_192, config: false });
  const rows = Array.from({ length: 1_500 }, (_, row) => `row ${row} of the meadow is mown`);
  const middle = `The greenhouse pump takes seal QX, and the password: ${secret} opens its panel.`;
  await clew.observe({ session, id: 1, text: [...rows, middle, ...rows].join("\n") });
  for (let index = 0; index < 30; index++)
    await clew.observe({
      session,
      id: 10 + index,
      text: `Day ${index}: ${"nothing happened at the quay. ".repeat(30)}`,
    });
  const turn = await clew.begin({ session, id: 99, text: "Which seal does the greenhouse pump take?" });
  const shown = JSON.stringify(await turn.view());
  await clew.close();
  expect(shown).toMatch(/clew-found>.*greenhouse pump takes seal QX/s);
  expect(shown).not.toContain(secret);
});

test("the block of what is looked up is filled, although its lines come to less together than one by one", async () => {
  const clew = await openClew({ store: "memory", window: 8_192, config: false });
  for (let index = 0; index < 300; index++)
    await clew.observe({ session, id: index, text: `Buoy ${index}: the harbour light was seen ${index % 7} times.` });
  await clew.settings({ session, set: { memory_tokens: "600" } });
  const { request } = await clew.context({ session, message: "When was the harbour light seen?" });
  await clew.close();
  const [block = ""] =
    /<clew-found>[\s\S]*?<\/clew-found>/.exec(
      request.messages.map(({ content }) => JSON.stringify(content)).join("\n"),
    ) ?? [];
  const tokens = countTokens(JSON.parse(`"${block}"`), estimated);
  expect(tokens).toBeGreaterThan(580);
  expect(tokens).toBeLessThanOrEqual(600);
});
