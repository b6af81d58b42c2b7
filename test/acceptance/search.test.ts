/** What a search finds, and what is looked up for a view in other words, by number of the list of cases. */

import { balanced } from "@clewline/core/policy/presets/balanced.js";
import { applySettings } from "@clewline/core/policy/settings.js";
import { sha256 } from "@clewline/platform/crypto.js";
import { makeTinyEmbedder } from "@clewline/store-kit/tiny-embedder.js";
import { type Clew, openClew } from "clewline";
import { describe, expect, test } from "vitest";
import { storeKinds, withStore } from "../stores-in-turn.js";
import { filler, session } from "./lab.js";

const said = [
  ["blue", 'She said "the blue door" twice'],
  ["棕色狐狸", "敏捷的棕色狐狸跳过了懒狗"],
  ["青い", "鍵は青い鉢の下にあります"],
  ["ประตู", "ประตูสีน้ำเงินอยู่หลังบ้าน"],
  ["булок", "Съешь же ещё этих мягких булок"],
  ["서울", "서울에서 만나요"],
  ["ελλαδα", "Η Ελλάδα το καλοκαίρι"],
] as const;

const harmless = [
  'blue" OR "door',
  "blue AND NOT NEAR(door, 2)",
  "words: blue*",
  "^blue -door",
  "'; DROP TABLE entries; -- blue",
  "{blue} (\u0000 \\ %",
];
const wordless = ["", " ", '"', '"""', "?!…", "***", "\u0000", "()", "🦊"];

describe.each(storeKinds)("80. a search in %s", (kind) => {
  const withTwo = (work: (mine: Clew, other: Clew) => Promise<void>) =>
    withStore(kind, sha256, async (store) => {
      const open = (owner: string) => openClew({ store, owner, config: false, timeZone: "UTC" });
      const [mine, other] = [await open("me"), await open("somebody-else")];
      for (const [index, [, text]] of said.entries()) await mine.observe({ session, id: index, text });
      await work(mine, other);
    });
  const found = async (clew: Clew, question: string) => (await clew.search(question)).map(({ line }) => line.words);

  test("finds several scripts, takes quotes and operators as such, and finds nothing for no word", async () => {
    await withTwo(async (mine) => {
      for (const [word, text] of said) expect([word, await found(mine, word)]).toEqual([word, [text]]);
      for (const question of harmless)
        expect([question, await found(mine, question)]).toEqual([question, [said[0][1]]]);
      for (const question of wordless) expect([question, await found(mine, question)]).toEqual([question, []]);
    });
  });

  test("never gives rows of another user, under the same names and with the same words", async () => {
    await withTwo(async (mine, other) => {
      const everything = said.map(([word]) => word).join(" ");
      expect(await found(other, everything)).toEqual([]);
      await other.observe({ session, id: "1", text: "a blue door of somebody else" });
      expect(await found(other, everything)).toEqual(["a blue door of somebody else"]);
      expect(await found(mine, "blue")).toEqual([said[0][1]]);
      expect(await found(mine, "somebody")).toEqual([]);
    });
  });
});

describe("with an embedder", () => {
  const sameAs = { vacation: "holiday" };
  const fact = "The holiday was in Crete.";

  async function openLongTalk(): Promise<Clew> {
    const policy = applySettings(balanced, { summary_tokens: 0 });
    const clew = await openClew({
      store: "memory",
      config: false,
      policy,
      window: 3_000,
      embedder: makeTinyEmbedder({ sameAs }),
    });
    await clew.observe({ session, id: "m1", text: fact });
    for (let number = 1; number <= 40; number++)
      await clew.observe({ session, text: `${number} ${filler(number, 60)}` });
    await clew.index({ finish: true });
    return clew;
  }

  async function ask(clew: Clew, text: string, replyTo?: string): Promise<string> {
    const turn = await clew.begin({ session, text, ...(replyTo === undefined ? {} : { replyTo }) });
    const view = await turn.view();
    await turn.complete({ text: "Well." });
    return JSON.stringify(view.kind === "fits" ? view.messages : view);
  }

  const times = (text: string) => text.split(fact).length - 1;

  test("20. what left the view is found in other words than the question's, and 19. never shown twice", async () => {
    const clew = await openLongTalk();
    expect(times(await ask(clew, "Go on."))).toBe(0);
    expect(times(await ask(clew, "Where was the vacation?"))).toBe(1);
    expect(times(await ask(clew, "And where was the vacation?"))).toBe(1);
    expect(times(await ask(clew, "Where was the vacation, then?", "m1"))).toBe(1);
    await clew.close();
  });
});
