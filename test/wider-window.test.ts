/** A log that was made in a small window, seen in a large one. */
import type { ViewResult } from "clewline";
import { expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

const session = "telegram:chat:1";
const hourMs = 3_600_000;
const start = Date.parse("2026-03-01T08:00Z");

test("what was looked up for past turns with calls is not repeated in a window that shows the whole chat", async () => {
  const clew = await openFresh({ config: false, embedder: "none", memory: false, window: 4_096 });
  const said = ["The key of the boathouse hangs behind the blue door.", ...makeTalk(120)];
  for (const [index, text] of said.entries()) {
    await clew.observe({ session, id: `m${index}`, from: "a1", at: start + index * hourMs, text });
  }
  const blocks: number[] = [];
  for (const round of [1, 2, 3]) {
    const at = start + (200 + round) * hourMs;
    const turn = await clew.begin({ session, from: "a1", at, text: `Where is the key of the boathouse? (${round})` });
    await turn.view();
    await turn.record({ calls: [{ id: `c${round}`, tool: "look", input: { round }, output: "yes" }] });
    blocks.push(count(await turn.view(), "<clew-found>"));
    await turn.complete({ text: "It is where it always is." });
  }
  // In the window that they were sent in, the steps keep what they stand on.
  expect(blocks).toEqual([1, 1, 1]);
  const turn = await clew.begin({ session, from: "a1", at: start + 300 * hourMs, text: "Thanks!" });
  const wide = await turn.view({ window: 100_000 });
  expect(count(wide, "behind the blue door")).toBe(1);
  expect(count(wide, "<clew-found>")).toBe(0);
});

function makeTalk(count: number): readonly string[] {
  return Array.from(
    { length: count },
    (_, n) => `Note ${n}: the river was high, the train late and lunch was soup with bread.`,
  );
}

function count(view: ViewResult, text: string): number {
  return JSON.stringify(view.kind === "fits" ? view.messages : []).split(text).length - 1;
}
