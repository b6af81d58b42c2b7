/** What `layered` shows, row by row, through the public API and with the figures of its design. */

import type { ResultContent } from "@clewline/core/view/request.js";
import { scriptedModel } from "@clewline/store-kit/scripted-model.js";
import { tool } from "ai";
import type { Clew, ClewOptions, Turn } from "clewline";
import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { openChat, read, session, stopClock, viewOf } from "./acceptance/chat.js";
import { contentsIn, type Fits, filler } from "./acceptance/lab.js";
import { from } from "./acceptance/talk.js";

beforeEach(() => stopClock());

const open = (options: ClewOptions = {}) =>
  openChat({ policy: "layered", window: { tokens: 110_000, reply: 10_000 }, ...options });
const room = 100_000;

const resultsIn = (view: Fits) =>
  contentsIn(view).filter((content): content is ResultContent => content.type === "tool-result");
const textOf = ({ output }: ResultContent) => ("value" in output ? String(output.value) : "");
const isCleared = (result: ResultContent) => textOf(result).startsWith("<clew-cleared");
const pointerIn = (text: string) => /open=\\?"(clew:\w+)/.exec(text)?.[1] ?? "";

/** One more step of a turn, and the view of the call after it. */
async function step(turn: Turn, number: number, output: unknown, input: unknown = { number }): Promise<Fits> {
  await turn.record({ text: `step ${number}`, calls: [{ id: `c${number}`, tool: "read", input, output }] });
  return viewOf(turn);
}

/** The one result of a turn, as it is shown in its own turn. */
async function shownResult(clew: Clew, call: { readonly output?: unknown; readonly error?: string }) {
  const turn = await clew.begin({ session, text: "Run it." });
  await turn.record({ calls: [{ id: "c", tool: "run", input: {}, ...call }] });
  const view = await viewOf(turn);
  await turn.complete({ text: "Done." });
  const [result] = resultsIn(view);
  if (result === undefined) throw new Error("There is no result.");
  return { view, result, value: textOf(result) };
}

describe("what enters", () => {
  test("streamed output is as a terminal leaves it, and its last 256 KB", async () => {
    const clew = await open({ window: 400_000 });
    const frames = from(1, 400)
      .map((part) => `\rdownloading ${part}`)
      .join("");
    expect((await shownResult(clew, { output: `${frames}\nready\n` })).value).toBe("downloading 400\nready\n");
    await clew.command({ session, text: "/config spill_over off" });
    const lines = from(1, 40_000).map((line) => `line ${line}\r`);
    const { value } = await shownResult(await openChat({ policy: "layered", window: 2_000_000 }), {
      output: `${lines.join("\n")}`,
    });
    expect(Buffer.byteLength(value)).toBeLessThanOrEqual(262_144);
  });

  test("any other long output is kept to its last 256 KB, with a pointer to all of it", async () => {
    const clew = await openChat({ policy: "layered", window: 2_000_000 });
    await clew.command({ session, text: "/config spill_over off" });
    const output = from(1, 40_000)
      .map((line) => `line ${line}\n`)
      .join("");
    const { value, view } = await shownResult(clew, { output });
    expect(Buffer.byteLength(value)).toBeLessThanOrEqual(262_144);
    expect(value).toMatch(/^\[the first \d+ characters are left out\]\nline \d+\n/);
    expect(value.endsWith("line 40000\n")).toBe(true);
    const verdict = view.receipt.verdicts.find(({ rule }) => rule === "shape");
    expect(verdict?.limit).toBe("streamBytes=262144");
    const opened = await clew.recall({ pointer: verdict?.pointer ?? "" });
    expect(JSON.stringify(opened)).toContain("line 1\\nline 2");
  });

  test("values and errors are kept to 64 KiB, with a pointer to all; a text may be longer", async () => {
    const long = `It begins. ${"river stone lamp paper ".repeat(3_200)}It ends.`;
    expect(long.length).toBeGreaterThan(65_536);
    const failed = await shownResult(await open(), { error: long });
    expect(failed.value.length).toBeLessThan(65_536 + 100);
    expect(failed.value.length).toBeGreaterThan(65_000);
    expect(failed.value).toMatch(/^It begins.*clew-cut characters="\d+" open="clew:.*It ends\.$/s);
    const verdict = failed.view.receipt.verdicts.find(({ rule }) => rule === "value.over");
    expect(verdict).toMatchObject({ kind: "stubbed", limit: "valueCharacters=65536" });
    const given = await shownResult(await open(), { output: { text: long } });
    expect(given.value).toContain("clew-cut");
    expect((await shownResult(await open(), { output: long })).value).toBe(long);
  });
});

describe("a single result over 20,000 tokens", () => {
  test("shows its beginning, its end and a pointer that opens the whole", async () => {
    const clew = await open();
    const long = `It begins. ${filler(1, 30_000)} It ends.`;
    const { value } = await shownResult(clew, { output: long });
    expect(value.length).toBeLessThan(10_000);
    expect(value).toMatch(/^It begins\..*It ends\.$/s);
    const opened = await clew.recall({ pointer: pointerIn(value) });
    expect(JSON.stringify(opened)).toContain("It begins. ");
    expect((await shownResult(await open(), { output: filler(1, 15_000) })).value).toBe(filler(1, 15_000));
  });
});

describe("past 60 % of the window", () => {
  /** About 5,000 tokens. */
  const page = (number: number) => `page ${number} ${filler(number, 6_400)}`;

  test("older results become stubs with tool, size and pointer, the newest six stay, and again whenever it is passed", async () => {
    const clew = await open();
    const turn = await clew.begin({ session, text: "Read the book." });
    let swaps = 0;
    let fullest = 0;
    let view = await viewOf(turn);
    for (const number of from(1, 24)) {
      view = await step(turn, number, page(number));
      fullest = Math.max(fullest, view.tokens);
      swaps += view.receipt.compacted ? 1 : 0;
    }
    // One more page than the threshold, and never the 98 % at which there would be no other way.
    expect(fullest).toBeLessThanOrEqual(0.6 * room + 5_500);
    expect(swaps).toBeGreaterThan(1);
    expect(swaps).toBeLessThan(6);
    const results = resultsIn(view);
    expect(results).toHaveLength(24);
    expect(results.slice(-6).map(textOf)).toEqual(from(19, 24).map(page));
    const stub = textOf(results[0] as ResultContent);
    expect(stub).toMatch(/^<clew-cleared what="result of read" tokens="[45]\d\d\d" open="clew:\w+"\/>$/);
    expect(JSON.stringify(await clew.recall({ pointer: pointerIn(stub) }))).toContain("page 1 paper");
  });

  test("three results stay in a window under 100,000 tokens", async () => {
    const clew = await open({ window: { tokens: 60_000, reply: 10_000 } });
    const turn = await clew.begin({ session, text: "Read the book." });
    const views: Fits[] = [];
    for (const number of from(1, 8)) views.push(await step(turn, number, page(number)));
    const cleared = views.find(({ receipt }) => receipt.compacted);
    expect(resultsIn(cleared as Fits).filter((result) => !isCleared(result))).toHaveLength(3);
  });

  test("what never_clear names stays, and what was cleared stays so: the prefix holds from call to call", async () => {
    const clew = await open();
    await clew.command({ session, text: "/config never_clear attempts" });
    const turn = await clew.begin({ session, text: "Read the book." });
    await turn.record({ calls: [{ id: "log", tool: "attempts", input: {}, output: page(0) }] });
    let broken = 0;
    let before = "";
    for (const number of from(1, 15)) {
      const view = await step(turn, number, page(number));
      const now = JSON.stringify(view.messages.slice(0, -2));
      const isGoingOn = now.startsWith(before.slice(0, -1));
      broken += isGoingOn || view.receipt.compacted ? 0 : 1;
      before = now;
      expect(textOf(resultsIn(view)[0] as ResultContent)).toBe(page(0));
    }
    expect(broken).toBe(0);
  });

  test("a cleared call keeps its path beside the stub of what it carried, however large that was", async () => {
    const clew = await open();
    const turn = await clew.begin({ session, text: "Write the book." });
    const text = (size: number) => `"Chapter" ${filler(size, 12_000).repeat(size)} "path":"no/such/file"`;
    await step(turn, 1, "written", { path: "book/one.md", text: text(1), force: true });
    await step(turn, 2, "written", { path: "book/two.md", text: text(2), zone: { of: "x" } });
    let view = await viewOf(turn);
    for (const number of from(3, 12)) view = await step(turn, number, page(number));
    const inputs = contentsIn(view).flatMap((content) => (content.type === "tool-call" ? [content.input] : []));
    const stub = expect.stringMatching(/^<clew-cleared what="input" tokens="\d+" open="clew:\w+"\/>$/);
    expect(inputs[0]).toEqual({ path: "book/one.md", force: true, cleared: stub });
    expect(inputs[1]).toEqual({ path: "book/two.md", cleared: stub });
  });
});

describe("at 85 %", () => {
  test("older turns become a summary with a pointer, the newest stay, and the log has everything", async () => {
    const clew = await open({ window: { tokens: 40_000, reply: 5_000 } });
    const said = (number: number) =>
      `We decided that pump ${number} gets seal ${300 + number}. ${filler(number, 2_000)}`;
    let view: Fits | null = null;
    for (const number of from(1, 24)) {
      const turn = await clew.begin({ session, text: said(number) });
      view = await viewOf(turn);
      expect(view.tokens).toBeLessThanOrEqual(0.85 * 35_000 + 3_000);
      await turn.complete({ text: "Good." });
      if (view.receipt.compacted) break;
    }
    const text = read(view as Fits);
    const summary = /<clew-summary.*?<\/clew-summary>/s.exec(text)?.[0] ?? "";
    expect(summary).toContain("pump 1 gets seal 301");
    expect(text).toContain(said(14));
    expect(JSON.stringify(await clew.recall({ pointer: pointerIn(summary) }))).toContain("pump 1 gets seal 301. paper");
    const { lines } = await clew.log({ session, limit: 1_000 });
    expect(lines.filter(({ text: line }) => line.includes("We decided"))).toHaveLength(lines.length / 2);
    const events = await clew.trace({ session });
    expect(JSON.stringify(events)).toContain("context_compaction");
  });

  test("/compact refuses while a message is answered, says what it did, and that there is nothing to do", async () => {
    const clew = await open();
    expect(await clew.command({ session, text: "/compact" })).toMatch(/no message yet/i);
    for (const number of from(1, 12)) {
      const turn = await clew.begin({
        session,
        text: `Pump ${number} gets seal ${300 + number}. ${filler(number, 300)}`,
      });
      await viewOf(turn);
      await turn.complete({ text: "Good." });
    }
    const running = await clew.begin({ session, text: "And?" });
    await viewOf(running);
    expect(await clew.command({ session, text: "/compact" })).toMatch(/being answered/);
    await running.complete({ text: "Yes." });
    expect(await clew.command({ session, text: "/compact" })).toMatch(/\d+ messages.*summ/is);
  });
});

test("/context adds up by category and names both thresholds", async () => {
  const clew = await open({ instructions: "You read books." });
  const turn = await clew.begin({ session, text: "Read." });
  await step(turn, 1, filler(1, 2_000));
  await turn.complete({ text: "Read." });
  const said = (await clew.command({ session, text: "/context" })) ?? "";
  const figure = (text: string | undefined) => Number(text?.replaceAll(",", ""));
  const lines = [...said.matchAll(/^([a-z ]+): ([\d,]+) \([\d.]+ %\)$/gm)];
  const total = lines.findIndex(([, name]) => name === "total");
  const parts = lines.slice(0, total).map(([, , tokens]) => figure(tokens));
  expect(parts.length).toBeGreaterThan(2);
  expect(parts.reduce((sum, part) => sum + part, 0)).toBe(figure(lines[total]?.[2]));
  expect(said).toMatch(/Clearing: at 60k tokens/);
  expect(said).toMatch(/Summary: at 85k tokens/);
  expect(said).toMatch(/Last call: /);
});

test("the model can change in mid-session: the next one reads what the first one did, and every call is on the trace", async () => {
  const clew = await open();
  const lookUp = tool({ inputSchema: z.object({}), execute: () => "found: the blue pot" });
  const first = scriptedModel([{ calls: [{ tool: "lookUp", input: {} }] }, { text: "Under the blue pot." }]);
  await clew.generate({ session, text: "Where is the key?" }, { model: first, tools: { lookUp } });
  const second = scriptedModel([{ text: "As I said." }]);
  await clew.generate({ session, text: "Where?" }, { model: second });
  expect(JSON.stringify(second.calls[0]?.prompt)).toContain("found: the blue pot");
  const usage = (await clew.trace({ session })).filter((line) => JSON.stringify(line).includes("model_usage"));
  expect(usage).toHaveLength(3);
});

test("a subagent works in a window of its own, and its conclusion alone comes back", async () => {
  const clew = await open();
  const browse = tool({ inputSchema: z.object({}), execute: () => "a thousand lines of source" });
  const helper = scriptedModel([{ calls: [{ tool: "browse", input: {} }] }, { text: "It is in pump.ts." }]);
  const model = scriptedModel([{ calls: [{ tool: "explorer", input: { task: "Find it." } }] }, { text: "pump.ts." }]);
  await clew.generate(
    { session, text: "Where is it?" },
    { model, subagents: { explorer: { model: helper, tools: { browse } } } },
  );
  const parent = JSON.stringify(model.calls.at(-1)?.prompt);
  expect(parent).toContain("It is in pump.ts.");
  expect(parent).not.toContain("a thousand lines");
});
