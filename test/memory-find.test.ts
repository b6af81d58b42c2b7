/** Which memories a question finds, and which it leaves alone. */
import type { Clew } from "clewline";
import { expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

async function openWith(texts: readonly string[]): Promise<Clew> {
  const clew = await openFresh();
  for (const text of texts) await clew.memory.add({ text });
  return clew;
}

const find = async (clew: Clew, question: string) => (await clew.memory.find(question)).map(({ text }) => text);

const queue = "dead letter queue, DLQ: Failed messages wait there for a manual replay.";
const pipes = "functional pipeline, pipe: Data is changed by small functions, one after the other.";
const cache = "cache, Redis: A single node.";
const login = "login: Not decided yet, by token or by session.";
const joined = "login needs Redis: Without it nobody gets in.";

test("a memory with names is found by one of them as a whole", async () => {
  const clew = await openWith([queue, pipes, cache]);
  expect(await find(clew, "How do we replay items from the DLQ?")).toEqual([queue]);
  expect(await find(clew, "What is our CI pipeline, and is Redis in it?")).toEqual([cache]);
});

test("where nothing has the name, a memory is found by most of the words of the question", async () => {
  const clew = await openWith([queue, pipes]);
  expect(await find(clew, "Where do failed messages wait?")).toEqual([queue]);
  expect(await find(clew, "Shall we write small messages to the neighbours about the garden party?")).toEqual([]);
});

test("a word that no memory has is read as the one that is a letter off, unless it begins otherwise", async () => {
  const clew = await openWith([cache, "The plumber is called Okafor."]);
  expect(await find(clew, "Reedis?")).toEqual([cache]);
  expect(await find(clew, "Who is Okaforr?")).toEqual(["The plumber is called Okafor."]);
  expect(await find(clew, "Ledis?")).toEqual([]);
});

test("accents do not matter", async () => {
  const clew = await openWith(["Le café préféré est Chez Zoé."]);
  expect(await find(clew, "Quel est le cafe prefere ?")).toHaveLength(1);
});

test("a name that joins two others brings both", async () => {
  const clew = await openWith([cache, login, joined]);
  expect((await find(clew, "Why does login needs Redis matter?")).toSorted()).toEqual(
    [cache, joined, login].toSorted(),
  );
});

test("among equals what is pinned comes first, then what is told to fewer", async () => {
  const clew = await openFresh();
  const text = "The spare key hangs in the shed";
  await clew.memory.add({ text: `${text}.` });
  await clew.memory.add({ text: `${text}!`, session: "house:chat:1" });
  const pinned = await clew.memory.add({ text: `${text}…` });
  await clew.memory.pin(pinned.name);
  const found = await clew.memory.find("Where is the spare key?", { session: "house:chat:1" });
  expect(found.map((each) => [each.pinned ?? false, each.scope.kind])).toEqual([
    [true, "everyone"],
    [false, "session"],
    [false, "everyone"],
  ]);
});
