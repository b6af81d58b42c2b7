/** What once went wrong with memories, through the public verbs. */
import type { Clew } from "clewline";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

type Message = Parameters<Clew["observe"]>[0];

/** Says it, has it answered and learned from, and gives back all that the model was shown. */
async function say(clew: Clew, message: Message): Promise<string> {
  const turn = await clew.begin(message);
  const shown = JSON.stringify(await turn.view());
  await turn.complete({ text: "All right." });
  await clew.index({ finish: true });
  return shown;
}

const wish = "Please always call me Princess Bluebell.";

/** Ana has told a wish at home, and has spoken alone in another chat. */
async function openWithWish(): Promise<Clew> {
  const clew = await openFresh();
  await say(clew, { session: "tg:home", from: "ana", text: wish });
  expect(await say(clew, { session: "tg:x", from: "ana", text: "Hello" })).toContain("Bluebell");
  return clew;
}

describe("what one person told alone is not told where somebody else spoke", () => {
  test("in the same burst", async () => {
    const clew = await openWithWish();
    const turn = await clew.begin([
      { session: "tg:x", from: "ana", text: "What is my name?" },
      { session: "tg:x", from: "ben", text: "Hi, Ben here" },
    ]);
    expect(JSON.stringify(await turn.view())).not.toContain("Bluebell");
  });

  test("under another topic, in a turn that has no view yet", async () => {
    const clew = await openWithWish();
    await clew.begin({ session: "tg:x", from: "ben", text: "Hi, Ben here", topic: "b" });
    const turn = await clew.begin({ session: "tg:x", from: "ana", text: "What is my name?", topic: "a" });
    expect(JSON.stringify(await turn.view())).not.toContain("Bluebell");
  });

  test("in a message that waits behind the turn", async () => {
    const clew = await openWithWish();
    const turn = await clew.begin({ session: "tg:x", from: "ana", text: "What is my name?" });
    const waiting = clew.begin({ session: "tg:x", from: "ben", text: "Hi, Ben here" });
    const isWritten = async () => (await clew.search("Ben here")).length > 0;
    await expect.poll(isWritten).toBe(true);
    expect(JSON.stringify(await turn.view())).not.toContain("Bluebell");
    await turn.complete({ text: "Ana." });
    await (await waiting).complete({ text: "Hello Ben." });
  });

  test("on a surface of his own", async () => {
    const clew = await openWithWish();
    await clew.observe({ session: "tg:x", from: "ben", text: "Hi, Ben here", surface: "web", private: true });
    expect(await say(clew, { session: "tg:x", from: "ana", text: "What is my name?" })).not.toContain("Bluebell");
  });
});

test("what was said before somebody else spoke is the speaker's own, even if it is learned only then", async () => {
  const clew = await openFresh();
  const turn = await clew.begin({ session: "tg:x", from: "ana", text: wish, at: 1_000 });
  await turn.view();
  await clew.observe({ session: "tg:x", from: "ben", text: "Hi, Ben here", at: 2_000 });
  await turn.complete({ text: "All right." });
  await clew.index({ finish: true });
  expect((await clew.memory.list()).map(({ scope }) => scope)).toEqual([{ kind: "person", person: "ana" }]);
});
