/** The entries that a summary says it tells, and where its pointer leads. */
import type { Turn } from "clewline";
import { expect, test } from "vitest";
import { viewOf } from "../acceptance/chat.js";
import { openFresh } from "../fresh-clew.js";

const session = "terminal:audit";

async function readMarks(turn: Turn): Promise<readonly string[]> {
  const text = JSON.stringify((await viewOf(turn)).messages).replaceAll('\\"', '"');
  return [...text.matchAll(/<clew-summary entries="(\d+)-(\d+)"[^>]* open="([^"]+)"/g)].flat().filter(Boolean);
}

test("a question that stayed until its long turn was over is told with the entries that left before it", async () => {
  const clew = await openFresh({ window: 4_000 });
  const turn = await clew.begin({ session, from: "ann", text: "Read all reports 0 to 58 and archive number 30." });
  for (let step = 0; step < 40; step++) {
    await turn.view();
    // Nothing of it is worth a line of a summary.
    const output = `row ${step} of the ledger is as it was. `.repeat(60);
    await turn.record({ calls: [{ id: `c${step}`, tool: "read_report", input: { number: step }, output }] });
  }
  await turn.complete({ text: "Done." });
  let marks: readonly string[] = [];
  for (let report = 0; report < 20 && marks.length === 0; report++) {
    const later = await clew.begin({
      session,
      from: "ann",
      text: `What did report ${report} say? ${"Tell me. ".repeat(60)}`,
    });
    marks = await readMarks(later);
    await later.complete({ text: "That all is well with it." });
  }
  const [, from, to, open = ""] = marks;
  expect(from).toBe("1");
  expect(Number(to)).toBeGreaterThan(1);
  expect((await clew.recall({ session, pointer: open })).text).toContain("Read all reports 0 to 58");
});
