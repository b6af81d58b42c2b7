/** What becomes of a memory when a later message is about it, and no rule can read what holds now. */
import { openClew } from "clewline";
import { describe, expect, test } from "vitest";
import { learnByRule, listCurrent } from "../bench/household/learn-by-rule.js";
import { noMemories } from "../src/core/memory/fold-changes.js";

const start = Date.UTC(2026, 2, 4, 9);
const dayMs = 86_400_000;

/** What is current after the sentences, told so far apart. */
function tell(texts: readonly string[], apartMs = 10 * dayMs): readonly string[] {
  const told = texts.reduce(
    (known, text, index) =>
      learnByRule(known, { id: `e${index}`, text, at: start + index * apartMs, person: "ana", session: "chat:ana" }),
    noMemories,
  );
  return listCurrent(told, start + texts.length * apartMs).map(({ text }) => text);
}

const retold: readonly (readonly [before: string, later: string])[] = [
  ["My passport runs out in August 2029.", "Just dug the passport out: runs out in May 2028."],
  ["Our broadband is with Fernhill.", "Fernhill were useless so Skylark do our broadband."],
  ["Our cleaner is Marta.", "Marta's off to Gdynia. Lorraine does the cleaning for us these days."],
  ["Unser Internet ist von Fernnetz.", "Fernnetz war ein Graus, Internet haben wir von Lerche."],
  ["Opas Hörtest ist am 3. Juni.", "Die Praxis rief an, Opas Hörtest rutscht auf den 19. Juni."],
];

const others: readonly (readonly [before: string, later: string])[] = [
  ["My wife is Anna.", "Anna and I went to see Dune in Leeds."],
  ["I take the 7:12 to work.", "The 7:12 was late again, that's a record."],
  ["Our day off is Tuesday.", "Margot's day off is Wednesday."],
  ["Lottes Zahnarzt ist Dr. Weber.", "Unser Zahnarzt ist Dr. Brandt."],
  ["Le jour de congé de Margot, c'est mercredi.", "Le jour de congé de Louis, c'est jeudi."],
  ["My passport runs out in August 2029.", "Does my passport run out in May 2028?"],
  ["My passport runs out in August 2029.", "Maybe my passport runs out in May 2028 already."],
];

describe("a later message about what is known", () => {
  test.each(retold)("is told beside it: %s %s", (before, later) => {
    expect(tell([before, later])).toContain(`${before} [later: ${later}]`);
  });

  test.each(others)("is not, if it is of something else or tells nothing: %s %s", (before, later) => {
    expect(tell([before, later])).toContain(before);
  });

  test("is told beside it right after, with one word of it and another value", () => {
    const [before, later] = ["The cat's tablets are 5 mg.", "That's the dog's dose. The cat's are 2.5 mg."];
    expect(tell([before, later], 60_000)).toContain(`${before} [later: ${later}]`);
  });

  test("of several, the last three are told", () => {
    const dates = ["May 2028", "June 2027", "July 2026", "April 2025"];
    const [memory] = tell([
      "My passport runs out in August 2029.",
      ...dates.map((date) => `The passport runs out in ${date}.`),
    ]);
    expect(memory?.startsWith("My passport runs out in August 2029. [later: ")).toBe(true);
    expect(dates.map((date) => memory?.includes(date))).toEqual([false, true, true, true]);
  });

  test("a second one of a thing that has a name leaves the first", () => {
    const told = tell(["我们家有一只狗叫豆豆。", "我们家现在又有一只狗，叫朱诺。"]).join("\n");
    expect([told.includes("豆豆"), told.includes("朱诺")]).toEqual([true, true]);
  });

  test("is gone with its message, and marks nothing as over", async () => {
    const clew = await openClew({ store: "memory", timeZone: "UTC" });
    const [before, later] = retold[0] ?? ["", ""];
    for (const [id, text] of [before, later].entries()) {
      const turn = await clew.begin({ session: "chat:ana", from: "ana", text, id: `m${id}` });
      await turn.complete({ text: "OK." });
    }
    await clew.index({ finish: true });
    const list = async () => (await clew.memory.list({ person: "ana" })).map(({ text }) => text);
    expect(await list()).toContain(`${before} [later: ${later}]`);
    const turn = await clew.begin({ session: "other:ana", from: "ana", text: "When does my passport run out?" });
    expect(JSON.stringify(await turn.view())).not.toContain("no longer so");
    await turn.complete({ text: "OK." });
    await clew.edit({ session: "chat:ana", id: "m1", deleted: true });
    await clew.index({ finish: true });
    expect(await list()).toEqual([before]);
    await clew.close();
  });
});
