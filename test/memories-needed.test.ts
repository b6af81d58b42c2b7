/** The memories that a message needs stand before it, in what the prefix has left and the policy has for memories. */

import { countTokens, estimated } from "@clewline/text/tokens/count-tokens.js";
import { balanced, type Clew } from "clewline";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

const ana = { session: "telegram:ana", from: "ana", group: false };
const other = { session: "signal:ana", from: "ana", group: false };
const question = "Where is the zeppelin key, parked in winter?";
const story = `Where the zeppelin is parked in winter: ${"the mast of the zeppelin stood by the lake. ".repeat(40)}`;
const halls = Array.from({ length: 6 }, (_, hall) => `The zeppelin ${hall} is parked in hall ${hall}, with its key.`);

async function see(clew: Clew, message: { readonly session: string; readonly text: string }) {
  const turn = await clew.begin({ from: "ana", group: false, ...message });
  const view = await turn.view();
  if (view.kind !== "fits") throw new Error("The window is too small for the test");
  await turn.complete({ text: `Fine. ${"ok ".repeat(200)}` });
  await clew.index({ finish: true });
  return { system: view.system, sent: JSON.stringify(view.messages) };
}

async function remember(clew: Clew, texts: readonly string[]): Promise<void> {
  for (const text of texts) await clew.memory.add({ text, person: "ana" });
}

const block = (text: string) => /<clew-known[\s\S]*?<\/clew-known>/.exec(text)?.[0] ?? "";
const listLines = (text: string) => text.match(/\d{4}-\d\d-\d\d “[^”]*”/g) ?? [];

describe("memories that a message needs", () => {
  test("stand there beside one that finds no room", async () => {
    const clew = await openFresh({ window: 2_000 });
    await remember(clew, [...halls, story]);
    const { sent } = await see(clew, { ...other, text: question });
    expect(halls.filter((text) => sent.includes(text)).length).toBeGreaterThan(2);
    expect(sent).not.toContain("mast");
  });

  test("take no more than the prefix has left and the policy has for memories", async () => {
    const layers = balanced.layers.map((layer) => (typeof layer === "object" ? { ...layer, tokens: 100 } : layer));
    const clew = await openFresh({ window: 200_000, policy: { ...balanced, layers } });
    await remember(
      clew,
      Array.from({ length: 6 }, (_, year) => `${story} In year ${year}.`),
    );
    const { sent } = await see(clew, { ...other, text: question });
    expect(block(sent)).toContain("mast");
    expect(countTokens(block(sent), estimated)).toBeLessThan(1_300);
  });

  test("are not told once more where messages leave and the prefix is made anew", async () => {
    const clew = await openFresh({ window: 12_000, policy: "laned" });
    for (const locker of [1, 2, 3, 4]) await see(clew, { ...other, text: `My locker number ${locker} is green.` });
    const twice: string[] = [];
    for (let row = 0; row < 12; row++) {
      if (row % 4 === 0) await see(clew, { ...other, text: `My shelf ${row} is painted blue.` });
      const rain = "Rain came late, and the boat stayed. ".repeat(60);
      const text = `Tell me about the beds of row ${row}: how is my shelf? ${rain}`;
      const { system, sent } = await see(clew, { ...ana, text });
      const told = new Set(listLines(system));
      twice.push(...listLines(block(sent)).filter((line) => told.has(line)));
    }
    expect(twice).toEqual([]);
  });
});
