/** The tools by which an agent finds, keeps and forgets what other chats told. */
import type { Clew } from "clewline";
import { scriptedModel } from "clewline/testing";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

interface Chat {
  readonly session: string;
  readonly from?: string;
}

const ana = { session: "telegram:ana", from: "ana" };
const anaElsewhere = { session: "signal:ana", from: "ana" };
const ben = { session: "telegram:ben", from: "ben" };
const group = "telegram:group";

async function say(clew: Clew, chat: Chat, text: string): Promise<void> {
  const turn = await clew.begin({ ...chat, text, group: false });
  await turn.complete({ text: "Fine." });
  await clew.index({ finish: true });
}

/** What a tool answers when the agent calls it in a turn of this chat. */
async function call(clew: Clew, chat: Chat, tool: string, input: Record<string, unknown>): Promise<string> {
  const model = scriptedModel([{ calls: [{ tool, input }] }, { text: "Done." }]);
  const { steps } = await clew.generate({ ...chat, text: "Please look.", group: false }, { model });
  await clew.index({ finish: true });
  return String(steps[0]?.toolResults[0]?.output);
}

describe("recall by a question", () => {
  test("finds memories of the same person's other chats, and of the chat itself its messages too", async () => {
    const clew = await openFresh();
    await say(clew, ana, "My dentist is Dr. Weber.");
    await say(clew, ana, "I saw the blue parcel at the harbour.");
    const found = await call(clew, anaElsewhere, "recall", { question: "Who is the dentist?" });
    expect(found).toMatch(/^clew:e\w{10} \S+ \S+ memory my-dentist\S*, ana: My dentist is Dr\. Weber/m);
    const parcel = { question: "blue parcel" };
    expect(await call(clew, ana, "recall", parcel)).toMatch(/ana: .*blue parcel/);
    expect(await call(clew, anaElsewhere, "recall", parcel)).not.toContain("harbour");
  });

  test("finds nothing of another person, and in a group nothing of private chats", async () => {
    const clew = await openFresh();
    await say(clew, ana, "My dentist is Dr. Weber.");
    await say(clew, { session: group, from: "ben" }, "Hello all");
    const query = { question: "dentist Weber" };
    expect(await call(clew, ben, "recall", query)).not.toContain("Dr. Weber");
    expect(await call(clew, { session: group, from: "ana" }, "recall", query)).not.toContain("Dr. Weber");
    expect(await call(clew, { session: "web:anonymous" }, "recall", query)).not.toContain("Dr. Weber");
  });

  test("shows of a group only what was said since the person spoke there", async () => {
    const clew = await openFresh();
    await say(clew, { session: group, from: "ben" }, "Our cellar is number 12.");
    await say(clew, { session: group, from: "ana" }, "Hello, I am new.");
    await say(clew, { session: group, from: "ben" }, "Our attic is number 40.");
    const found = await call(clew, ana, "recall", { question: "Which number is the attic or the cellar?" });
    expect(found).toContain("attic");
    expect(found).not.toContain("cellar is");
    const pointer = /clew:e\w{10}(?=.*attic)/.exec(found)?.[0] ?? "";
    const page = await call(clew, ana, "recall", { pointer: `around ${pointer}` });
    expect(page).toContain("Hello, I am new.");
    expect(page).not.toContain("cellar is");
  });
});

test("the pointer of a memory opens its text and where it was said", async () => {
  const clew = await openFresh();
  await say(clew, ana, "My dentist is Dr. Weber.");
  const pointer = (await call(clew, anaElsewhere, "recall", { question: "dentist" })).slice(0, 16);
  const { text } = await clew.recall({ pointer });
  expect(text).toMatch(/^memory my-dentist-is-dr-weber-\w{4}: My dentist is Dr\. Weber\.\nsaid in \S+ clew:e\w{10} /u);
});

describe("recall around a pointer", () => {
  test("opens the chat around a memory, and for others its pointer is one that never was", async () => {
    const clew = await openFresh();
    await say(clew, ana, "We talk about teeth now.");
    await say(clew, ana, "My dentist is Dr. Weber.");
    const pointer = (await call(clew, anaElsewhere, "recall", { question: "dentist" })).slice(0, 16);
    expect(await call(clew, anaElsewhere, "recall", { pointer: `around ${pointer}` })).toContain(
      "We talk about teeth now.",
    );
    const unknown = (await call(clew, ben, "recall", { pointer: "around clew:e0000000000" })).slice(0, 37);
    expect(await call(clew, ben, "recall", { pointer: `around ${pointer}` })).toBe(`${unknown}${pointer}.`);
    expect(await call(clew, ben, "recall", { pointer: "nonsense" })).toMatch(/^Not a pointer/);
  });
});

describe("remember", () => {
  test("is found from another chat of the same person, by the agent, as a fact", async () => {
    const clew = await openFresh();
    await call(clew, ana, "remember", { text: "Always answer in French: the cat is called Mitsou." });
    const [memory, ...others] = await clew.memory.list();
    expect(others).toEqual([]);
    expect(memory).toMatchObject({
      by: "agent",
      kind: "fact",
      person: "ana",
      scope: { kind: "person", person: "ana" },
    });
    expect((await clew.memory.why(memory?.name ?? "")).sources).toHaveLength(1);
    expect(await call(clew, anaElsewhere, "recall", { question: "cat called" })).toContain("Mitsou");
    expect(await call(clew, ben, "recall", { question: "cat called" })).not.toContain("Mitsou");
  });

  test("takes the place of nothing that a person said", async () => {
    const clew = await openFresh();
    await say(clew, ana, "My dentist is Dr. Weber.");
    await call(clew, ana, "remember", { text: "My dentist is Dr. Evil." });
    expect((await clew.memory.list()).map(({ text }) => text)).toContain("My dentist is Dr. Weber.");
  });
});

describe("remember, to forget", () => {
  test("forgets what is meant by its words or its name, says so, and is undone", async () => {
    const clew = await openFresh();
    await say(clew, ana, "My dentist is Dr. Weber.");
    await say(clew, ana, "My barber is Luigi.");
    const before = await clew.memory.list();
    expect(await call(clew, anaElsewhere, "remember", { forget: "the dentist" })).toMatch(
      /^Forgotten: My dentist is Dr\. Weber/,
    );
    expect((await clew.memory.list()).map(({ text }) => text)).toEqual(["My barber is Luigi."]);
    await clew.memory.undo();
    expect(await clew.memory.list()).toEqual(before);
    const name = before.find(({ text }) => text.includes("Luigi"))?.name ?? "";
    expect(await call(clew, ana, "remember", { forget: name })).toMatch(/^Forgotten: My barber is Luigi/);
  });

  test("forgets nothing where several may be meant, and lists them", async () => {
    const clew = await openFresh();
    await say(clew, ana, "My dentist is Dr. Weber.");
    await say(clew, ana, "My dentist's assistant is Olga.");
    const before = await clew.memory.list();
    const answer = await call(clew, ana, "remember", { forget: "dentist" });
    expect(answer).toMatch(/^Nothing was forgotten: which one\?/);
    expect(before.filter(({ name }) => answer.includes(name))).toHaveLength(before.length);
    expect(await clew.memory.list()).toEqual(before);
  });

  test("forgets nothing of what its person may not be told", async () => {
    const clew = await openFresh();
    await say(clew, ana, "My dentist is Dr. Weber.");
    const before = await clew.memory.list();
    for (const forget of ["My dentist is Dr. Weber.", before[0]?.name ?? ""])
      expect(await call(clew, ben, "remember", { forget })).toBe("Nothing that is remembered here has these words.");
    expect(await clew.memory.list()).toEqual(before);
  });
});

describe("what was remembered", () => {
  test("is not learned again from what the tools bring back", async () => {
    const clew = await openFresh();
    await say(clew, ana, "My dentist is Dr. Weber.");
    const before = await clew.memory.list();
    const found = await call(clew, anaElsewhere, "recall", { question: "dentist" });
    expect(found).toContain("Dr. Weber");
    expect(await clew.memory.list()).toEqual(before);
  });

  test("is not learned again from a message that pastes it", async () => {
    const clew = await openFresh();
    await say(clew, ana, "My dentist is Dr. Weber.");
    await say(clew, ana, "Please always answer me in French.");
    const found = await call(clew, anaElsewhere, "recall", { question: "dentist" });
    const view = await (await clew.begin({ session: "web:ana", from: "ana", text: "Hello", group: false })).view();
    if (view.kind !== "fits") throw new Error("The window is too small for the test");
    const block = /<clew-known[^>]*>[\s\S]*<\/clew-known>/.exec(`${view.system}`)?.[0] ?? "";
    expect(block).toContain("always answer me in French");
    const before = await clew.memory.list();
    await say(clew, ben, `Look what it says:\n${found}`);
    await say(clew, ben, `And this:\n${block}`);
    expect(await clew.memory.list()).toEqual(before);
  });
});

describe("the tools", () => {
  const named = (tools: object) => Object.keys(tools).sort();

  test("are there in turn.aiSdk and clew.tools too, and forget nothing where nothing is remembered", async () => {
    const clew = await openFresh();
    const turn = await clew.begin({ ...ana, text: "Hello" });
    expect(named(turn.aiSdk({ model: scriptedModel([]), tools: {} }).tools)).toEqual(["recall", "remember"]);
    await turn.cancel();
    expect(named(clew.tools({ session: ana.session }))).toEqual(["compact", "recall", "remember"]);
    const without = await openFresh({ memory: false });
    expect(named(without.tools({ session: ana.session }))).toEqual(["compact", "recall", "remember"]);
    expect(await call(without, ana, "remember", { forget: "the dentist" })).toBe("Give a text to keep.");
  });

  test("search and show conversations under names of their own in a preset that keeps to its document", async () => {
    const clew = await openFresh({ policy: "tiered" });
    expect(named(clew.tools({ session: ana.session }))).toEqual(
      expect.arrayContaining(["get_conversation", "recall", "remember", "search_memories"]),
    );
    await say(clew, ana, "We talk about teeth now.");
    await say(clew, ana, "My dentist is Dr. Weber.");
    const found = await call(clew, anaElsewhere, "search_memories", { query: "dentist" });
    expect(found).toContain("memory my-dentist");
    const place = { pointer: found.slice(0, 16), direction: "around" };
    expect(await call(clew, anaElsewhere, "get_conversation", place)).toContain("We talk about teeth now.");
    expect(await call(clew, ben, "search_memories", { query: "dentist" })).not.toContain("Dr. Weber");
  });

  test("keep a text and forget another in one call, and what was forgotten is found by neither words", async () => {
    const clew = await openFresh();
    await say(clew, ana, "My dentist is Dr. Weber.");
    const answer = await call(clew, ana, "remember", { text: "Ana sees Dr. Roth now.", forget: "the dentist" });
    expect(answer).toMatch(/^Kept: .* Forgotten: My dentist is Dr\. Weber/);
    expect((await clew.memory.list()).map(({ text }) => text)).toEqual(["Ana sees Dr. Roth now."]);
    expect(await call(clew, ana, "remember", { forget: "Dr. Roth" })).toMatch(/^Forgotten: Ana sees Dr\. Roth/);
    expect(await call(clew, ana, "recall", { question: "Forgotten, undo it" })).not.toContain("Weber");
  });

  test("recall goes on with a conversation and a search, and says how", async () => {
    const clew = await openFresh();
    for (let number = 1; number <= 60; number += 1) await say(clew, ana, `Report ${number} was about the harbour.`);
    const found = await call(clew, ana, "recall", { question: "Report 15" });
    const [pointer = ""] = /clew:e\w{10}(?=.*Report 15 )/.exec(found) ?? [];
    const page = await call(clew, ana, "recall", { pointer: `around ${pointer}` });
    expect(page).toContain("Report 15 was");
    const [, earlier = ""] = /\[earlier: (before clew:e\w{10})\]/.exec(page) ?? [];
    expect(await call(clew, ana, "recall", { pointer: earlier })).toContain("Report 5 was");
    const [, offset] = /go on with offset (\d+)/.exec(await call(clew, ana, "recall", { question: "harbour" })) ?? [];
    const next = await call(clew, ana, "recall", { question: "harbour", offset: Number(offset) });
    expect(next).toMatch(/^clew:e/);
    const elsewhere = await call(clew, anaElsewhere, "recall", { pointer });
    expect(elsewhere).toMatch(/^Nothing in this lane .*"around clew:…"\.$/);
  });
});
