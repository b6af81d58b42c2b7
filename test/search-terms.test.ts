/** Searching for a name of a program, for a phrase, and past what was only looked up before. */

import { pickSearchTerms } from "@clewline/core/log/search-terms.js";
import type { Clew } from "clewline";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";
import { openDatabaseFile } from "./search-file.js";

const session = "terminal:default";

async function fill(clew: Clew): Promise<Clew> {
  const say = (text: string) => clew.observe({ session, from: 1, text });
  await say("We go live with the session of May.");
  await say("The flag session_live switches it on.");
  await say("The pot is blue, and the key is under the mat.");
  await say("The key lies under the blue pot.");
  await say("A live session is not the flag.");
  const turn = await clew.begin({ session, from: 1, text: "What was it?" });
  const call = (id: string, input: object) => ({
    id,
    tool: "recall",
    input,
    output: "session_live, under the blue pot",
  });
  await turn.record({ calls: [call("c1", { question: "session_live" }), call("c2", { question: "blue pot" })] });
  await turn.complete({ text: "A flag." });
  return clew;
}

const found = async (clew: Clew, question: string) =>
  (await clew.search(question)).map(({ line, matched, asked }) => [line.words, matched, asked, line.kind]);
const stores = [
  ["memory", () => openFresh()],
  ["sqlite", () => openDatabaseFile()],
] as const;

describe.each(stores)("a search in %s", (_name, open) => {
  test("finds an identifier whole, and its words only where nothing has it whole", async () => {
    const clew = await fill(await open());
    const texts = (await found(clew, "session_live")).filter(([, , , kind]) => kind === "said");
    expect(texts).toEqual([["The flag session_live switches it on.", 1, 1, "said"]]);
    expect((await found(clew, "session.may"))[0]).toEqual(["We go live with the session of May.", 2, 2, "said"]);
  });

  test("finds a code whole or not at all, and shows where it stands in a long result", async () => {
    const clew = await open();
    await clew.observe({ session, from: 1, text: "row 1 INV-58-12 paid\nrow 200 INV-58-13 open" });
    const rows = Array.from({ length: 900 }, (_, row) => `row ${row}: INV-12-${1_000 + row} is open`);
    const turn = await clew.begin({ session, from: 1, text: "Read it" });
    await turn.record({ calls: [{ id: "c1", tool: "read", input: {}, output: rows.join("\n") }] });
    await turn.complete({ text: "Read." });
    // Who asks is not shown its own turn.
    await clew.begin({ session, from: 1, text: "And?" });
    for (const code of ["INV-12-200", "v1.2.3", "src/a1/b.ts", "4711-0815"])
      expect(await found(clew, code)).toEqual([]);
    expect(await found(clew, "INV-58-13")).toHaveLength(1);
    const { recall } = clew.tools({ session });
    const answer = await recall?.execute?.({ question: "INV-12-1880" }, { toolCallId: "t", messages: [] });
    expect(String(answer).split("\n")[0]).toContain("row 880: INV-12-1880 is open");
    expect((await clew.search("row.open")).map(({ apart }) => apart)).toEqual([true, true]);
  });

  test("finds a phrase in quotes as a phrase, and nothing for one that nobody said", async () => {
    const clew = await fill(await open());
    expect((await found(clew, '"under the blue pot"'))[0]).toEqual(["The key lies under the blue pot.", 1, 1, "said"]);
    expect((await found(clew, "key “the blue pot”"))[0]).toEqual(["The key lies under the blue pot.", 2, 2, "said"]);
    expect(await found(clew, '"pot blue under"')).toEqual([]);
    expect((await found(clew, "under blue pot")).length).toBeGreaterThan(1);
  });

  test("shows what was only looked up after everything else", async () => {
    const clew = await fill(await open());
    const hits = await clew.search("session live flag pot");
    const kinds = hits.map(({ line }) => line.kind);
    expect(kinds.filter((kind) => kind !== "said")).toHaveLength(4);
    expect(kinds.slice(-4)).not.toContain("said");
    const [first] = await clew.search("session_live", { limit: 1 });
    expect(first?.line.kind).toBe("said");
  });

  test("a question of one term is answered by what has it before what stands beside that", async () => {
    const clew = await fill(await open());
    const { recall } = clew.tools({ session });
    const answer = async (question: string) =>
      String(await recall?.execute?.({ question }, { toolCallId: "t", messages: [] }))
        .split("\n")
        .map((line) => line.replace(/^\S+ \S+ \S+ /, ""));
    const [first] = await answer("session_live");
    expect(first).toContain("The flag session_live switches it on.");
    const lines = await answer("live");
    const has = lines.map((line) => /(?<![a-z])live\b/.test(line));
    expect(has.indexOf(false) === -1 || has.lastIndexOf(true) < has.indexOf(false)).toBe(true);
    expect((await answer('"under the blue pot"'))[0]).toContain("under the blue pot");
  });
});

test("names, phrases and words become terms", () => {
  const terms = (question: string) => pickSearchTerms(question).terms;
  expect(terms("where is the well-known key")).toEqual(["well", "known", "key"]);
  expect(terms('the "Blue Pot" of src/index.ts')).toEqual(["blue pot", "src index ts"]);
  expect(terms("「蓝色」 花瓶")).toEqual(terms("蓝色 花瓶"));
  expect(terms('""')).toEqual([]);
  expect(pickSearchTerms("INV-12-200 of v1.2.3")).toEqual({ terms: ["inv 12 200", "v1 2 3"], apart: null });
  expect(pickSearchTerms("a.toml of v1.2.3").apart).toEqual(["v1 2 3", "toml"]);
});
