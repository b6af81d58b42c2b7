/** Acceptance case 84: what is made of messages has no secrets, and keeps what only looks like one. */
import { expect, test } from "vitest";
import { openFresh } from "../fresh-clew.js";

const commit = "9fceb02d0ae598e95dc970b74767f19372d61af8";
const link = "https://example.com/garden/plan-2026?page=3";
const password = "Tulpen-4711-Mond";

test("84: secrets are in no summary and no memory; ordinary hashes and links are", async () => {
  const clew = await openFresh({ window: 4_000 });
  const session = "terminal:garden";
  const told = [
    `We decided that the password is ${password}.`,
    `We decided that the fix is commit ${commit}.`,
    `We decided that the plan of the beds is ${link}`,
  ];
  const days = Array.from({ length: 14 }, (_, day) => `Day ${day}: ${`the beds of row ${day} were dry. `.repeat(30)}`);
  const views: string[] = [];
  for (const text of [...told, ...days]) {
    const turn = await clew.begin({ session, text });
    const view = await turn.view();
    views.push(view.kind === "fits" ? `${view.system} ${JSON.stringify(view.messages)}` : "");
    await turn.complete({ text: "Noted." });
  }
  await clew.memory.add({ text: `The password of the shed is ${password}, see ${link} and ${commit}`, session });
  await clew.index({ finish: true });
  const summary = JSON.stringify(await clew.summaries(session));
  const memories = JSON.stringify([await clew.memory.list({ all: true }), await clew.memory.history()]);
  expect([summary, memories, views.at(-1)].filter((text) => text?.includes(password))).toEqual([]);
  expect([summary, memories].filter((text) => text.includes(commit) && text.includes(link))).toHaveLength(2);
});
