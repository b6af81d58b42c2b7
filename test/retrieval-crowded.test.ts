/** What people said, found among much that tools gave, in archived chats, and by days of the calendar. */

import { readDateSpans } from "@clewline/core/log/times/date-spans.js";
import type { Clew, ClewOptions } from "clewline";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

const session = "telegram:chat:1";
const hourMs = 3_600_000;
const start = Date.parse("2026-03-01T08:00Z");

const open = (options: ClewOptions = {}) =>
  openFresh({ config: false, embedder: "none", memory: false, window: 8_192, ...options });

async function tell(clew: Clew, texts: readonly string[], from = start, every = hourMs): Promise<void> {
  for (const [index, text] of texts.entries()) {
    await clew.observe({ session, id: `m${from}.${index}`, from: "a1", at: from + index * every, text });
  }
}

/** One turn whose tool gave the word so often. */
async function callTools(clew: Clew, word: string, times: number): Promise<void> {
  const turn = await clew.begin({ session, from: "a1", text: "Please check everything.", at: start + 40 * hourMs });
  await turn.view();
  const calls = Array.from({ length: times }, (_, index) => ({
    id: `c${index}`,
    tool: "probe",
    input: { index },
    output: `${word} ${word} reading ${index}: ${word} is at ${index * 7} and stays ${word}.`,
  }));
  await turn.record({ calls });
  await turn.complete({ text: "All done." });
}

const fill = Array.from(
  { length: 80 },
  (_, n) => `Note ${n}: lunch was soup with bread, and the train was late again.`,
);

async function look(clew: Clew, text: string, at = start + 400 * hourMs): Promise<string> {
  const turn = await clew.begin({ session, from: "a1", text, at });
  const view = await turn.view();
  await turn.complete({ text: "ok" });
  const shown = JSON.stringify(view.kind === "fits" ? view.messages : []);
  return [...shown.matchAll(/<clew-found>(.*?)<\/clew-found>/gs)].map(([, block]) => block).join("\n");
}

describe("what a person said once", () => {
  test("is found and looked up beside hundreds of results with the same word", async () => {
    const clew = await open();
    await tell(clew, ["The turbine in the cellar belongs to my uncle."]);
    await callTools(clew, "turbine", 700);
    await tell(clew, fill, start + 100 * hourMs);
    expect((await clew.search("turbine"))[0]?.line.words).toContain("belongs to my uncle");
    expect(await look(clew, "Whose is the turbine?")).toContain("belongs to my uncle");
  });

  test("is found by one of two words with a stroke between them, though others of the question are there too", async () => {
    const clew = await open();
    await tell(clew, ["We eat breakfast at half past six.", "The hotel in Graz was fine.", ...fill.slice(0, 10)]);
    const found = (await clew.search("hotel breakfast/dinner")).map(({ line }) => line.words);
    expect(found).toContain("We eat breakfast at half past six.");
  });

  test.each([
    ["in this conversation", 0],
    ["in another one of the day", hourMs / 2],
  ])("is looked up by a preset that leaves out what is beyond its limit, %s", async (_where, ago) => {
    const clew = await open({ policy: "tiered", window: 200_000 });
    const long = fill.map((text) => `${text} `.repeat(24));
    await tell(clew, ["The spare fuse is in the red tin.", ...long, ...long], Date.now() - 165 * 10_000 - ago, 10_000);
    expect(await look(clew, "Where is the spare fuse?", Date.now())).toContain("red tin");
  });
});

describe("a time that is counted from today", () => {
  const read = (text: string, now: string) =>
    readDateSpans(text, Date.parse(now), "UTC").map(({ from, to }) =>
      [from, to].map((at) => new Date(at).toISOString().slice(0, 10)),
    );

  test.each([
    ["last month", "2026-03-20T12:00Z", "2026-02-01", "2026-03-01"],
    ["last month", "2026-01-31T12:00Z", "2025-12-01", "2026-01-01"],
    ["this month", "2026-03-20T12:00Z", "2026-03-01", "2026-03-21"],
    ["last year", "2026-03-20T12:00Z", "2025-01-01", "2026-01-01"],
    ["last week", "2026-03-20T12:00Z", "2026-03-08", "2026-03-16"],
    ["this week", "2026-03-20T12:00Z", "2026-03-15", "2026-03-21"],
    ["last weekend", "2026-03-18T12:00Z", "2026-03-13", "2026-03-16"],
  ])("%s on %s", (text, now, from, to) => {
    expect(read(`What did I say ${text}?`, now)).toEqual([[from, to]]);
  });
});
