/** A long list is stored in several writes, so that others get their turn in between; cut off, it goes on from there. */
import { openClew } from "clewline";
import { makeMemoryStore } from "clewline/stores/memory";
import { expect, test } from "vitest";
import { some } from "./some.js";

const session = "web:long";
const messages = Array.from({ length: 501 }, (_, place) =>
  place % 2 === 0
    ? { role: "user" as const, content: `Question ${place}` }
    : { role: "assistant" as const, content: `Answer ${place}` },
);

async function openWatched(onWrite: (entries: number) => void) {
  const store = makeMemoryStore();
  const write: typeof store.write = (change) => {
    onWrite(change.entries?.length ?? 0);
    return store.write(change);
  };
  return openClew({ store: { ...store, write }, config: false, window: 200_000, memory: false });
}

test("no write of a first list of 501 messages has more than a hundred entries", async () => {
  const sizes: number[] = [];
  await using clew = await openWatched((entries) => sizes.push(entries));
  await clew.sync({ session, messages });
  for (const size of some(sizes)) expect(size).toBeLessThanOrEqual(100);
  expect(sizes.filter((size) => size > 0).length).toBeGreaterThan(10);
});

test("a list that is cut off in the middle is stored once, in its order", async () => {
  let left = 4;
  await using clew = await openWatched((entries) => {
    if (entries > 0 && left-- === 0) throw new Error("The disk is full");
  });
  await expect(clew.sync({ session, messages })).rejects.toThrow("The disk is full");
  const view = await clew.sync({ session, messages });
  expect(view.kind).toBe("fits");
  const parts = (await clew.messages(session)).flatMap((message) => message.parts);
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  expect(texts).toEqual(messages.map(({ content }) => content));
});
