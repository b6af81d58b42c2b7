/** Memories that are found by their meaning, where there is an embedder. */

import { makeTinyEmbedder } from "@clewline/store-kit/tiny-embedder.js";
import { type Clew, openClew } from "clewline";
import { makeMemoryStore } from "clewline/stores/memory";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

const embedder = makeTinyEmbedder({ sameAs: { live: "home", residence: "home", stay: "home" } });
const home = "My home is a flat in Lisbon";
const others = ["Maya plays the cello", "The bins go out on Tuesday", "Our cat eats fish only"];

async function openWith(texts: readonly string[]): Promise<Clew> {
  const clew = await openFresh({ embedder });
  for (const text of texts) await clew.memory.add({ text });
  await clew.index({ finish: true });
  return clew;
}

describe("a memory that shares no word with the question", () => {
  test("is found first", async () => {
    const clew = await openWith([...others, home]);
    const [first] = await clew.memory.find("Where do I live?");
    expect(first?.text).toBe(home);
  });

  test("is found by its new words once it is edited, and no longer once it is forgotten", async () => {
    const clew = await openWith([...others, home]);
    const [first] = await clew.memory.find("Where do I live?");
    await clew.memory.edit(first?.name ?? "", { text: "My residence is a boat" });
    await clew.index({ finish: true });
    expect((await clew.memory.find("Where do I live?"))[0]?.text).toBe("My residence is a boat");
    await clew.memory.forget(first?.name ?? "");
    expect((await clew.memory.find("Where do I live?")).map(({ text }) => text)).not.toContain(
      "My residence is a boat",
    );
  });

  test("is counted among what can be compared", async () => {
    const clew = await openWith([...others, home]);
    expect(await clew.index({ finish: true })).toMatchObject({ indexed: 4, of: 4 });
  });
});

test("a log that has all its vectors is not written to once more, however many people it remembers something of", async () => {
  const store = makeMemoryStore();
  const first = await openClew({ store, embedder, timeZone: "UTC" });
  for (let person = 0; person < 20; person += 1)
    await first.memory.add({ text: `${others[person % others.length]} at home`, person: `person${person}` });
  await first.index({ finish: true });
  await first.close();
  let writes = 0;
  const write: typeof store.write = (change) => {
    writes += change.vectors === undefined ? 0 : 1;
    return store.write(change);
  };
  const again = await openClew({ store: { ...store, write }, embedder, timeZone: "UTC" });
  expect(await again.index({ finish: true })).toMatchObject({ indexed: 20, of: 20 });
  expect(writes).toBe(0);
  await again.close();
  await store.close();
});
