/** What is said in one chat and holds in others: learned behind the replies, told where it may be. */
import type { Clew } from "clewline";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

interface Said {
  readonly session: string;
  readonly from?: string;
  readonly text: string;
  readonly id?: string;
}

/** Says something, is answered, and returns what the model was sent. */
async function say(clew: Clew, { session, from, text, id }: Said): Promise<string> {
  const turn = await clew.begin({
    session,
    group: false,
    text,
    ...(from === undefined ? {} : { from }),
    ...(id === undefined ? {} : { id }),
  });
  const view = await turn.view();
  if (view.kind !== "fits") throw new Error("The window is too small for the test");
  await turn.complete({ text: "Fine." });
  await clew.index({ finish: true });
  return `${view.system}\n${JSON.stringify(view.messages)}`;
}

const standing = (sent: string) => /<clew-known[^>]*>[\s\S]*<\/clew-known>/.exec(sent)?.[0] ?? "";
const ana = { session: "telegram:ana", from: "ana", group: false };
const other = { session: "signal:ana", from: "ana", group: false };

describe("a standing wish", () => {
  test("is told in another chat of the same person", async () => {
    const clew = await openFresh();
    await say(clew, { ...ana, text: "From now on always answer me in short sentences." });
    const sent = await say(clew, { ...other, text: "Hello there" });
    expect(standing(sent)).toContain("always answer me in short sentences");
  });

  test("is told nobody else", async () => {
    const clew = await openFresh();
    await say(clew, { ...ana, text: "From now on always answer me in short sentences." });
    const sent = await say(clew, { session: "telegram:ben", from: "ben", text: "Hello there" });
    expect(standing(sent)).toBe("");
  });

  test("of a private chat is not told in a group", async () => {
    const clew = await openFresh();
    await say(clew, { session: "telegram:group", from: "ben", text: "Hello all" });
    await say(clew, { ...ana, text: "From now on always answer me in short sentences." });
    const sent = await say(clew, { session: "telegram:group", from: "ana", text: "Hello there" });
    expect(standing(sent)).toBe("");
  });

  test("and its newer one are both told, the newer first", async () => {
    const clew = await openFresh();
    await say(clew, { ...ana, text: "Please always answer me in French." });
    await say(clew, { ...ana, text: "Please always answer me in German, no longer in French." });
    const sent = standing(await say(clew, { ...other, text: "Hello there" }));
    expect(sent.match(/^\d.*$/gm)).toEqual([
      expect.stringContaining("in German, no longer"),
      expect.stringContaining("me in French."),
    ]);
  });

  test("leaves with its message", async () => {
    const clew = await openFresh();
    await say(clew, { ...ana, id: "7", text: "From now on always answer me in short sentences." });
    await clew.edit({ ...ana, id: "7", deleted: true });
    expect(standing(await say(clew, { ...other, text: "Hello there" }))).toBe("");
    expect(await clew.memory.list()).toEqual([]);
  });

  test("is not repeated while its message is in view, and stands there after it has left", async () => {
    const clew = await openFresh({ window: 4_000 });
    await say(clew, { ...ana, text: "From now on always answer me in short sentences." });
    const sent: string[] = [];
    for (let day = 0; day < 12; day++)
      sent.push(await say(clew, { ...ana, text: `Day ${day}: ${`the beds of row ${day} were dry. `.repeat(30)}` }));
    const places = sent.map((each) => ({
      isRepeated: standing(each) !== "" && each.replace(standing(each), "").includes('"text":"From now on always'),
      isTold: each.includes("always answer me in short sentences"),
    }));
    expect(places.filter(({ isRepeated }) => isRepeated)).toEqual([]);
    expect(places.filter(({ isTold }) => !isTold)).toEqual([]);
    expect(standing(sent.at(-1) ?? "")).toContain("short sentences");
  });
});

describe("a fact", () => {
  test("is told in another chat of the same person, the newest version first", async () => {
    const clew = await openFresh();
    await say(clew, { ...ana, text: "My dentist is Dr. Weber." });
    await say(clew, { ...ana, text: "My dentist is Dr. Brandt now." });
    const sent = await say(clew, { ...other, text: "Who is my dentist?" });
    expect(standing(sent)).toMatch(/Brandt now.*\n.*Weber/);
  });

  test("said in a group is found by those who were there before, in a chat of their own", async () => {
    const clew = await openFresh();
    for (const from of ["ana", "ben"]) await say(clew, { session: "telegram:group", from, text: "Hello all" });
    await say(clew, { session: "telegram:group", from: "ben", text: "Our plumber is Mr. Okafor." });
    await say(clew, { session: "telegram:group", from: "eve", text: "Hello, I am new" });
    expect(await say(clew, { ...other, text: "Who is our plumber?" })).toContain("Okafor");
    expect(await say(clew, { session: "signal:eve", from: "eve", text: "Who is our plumber?" })).not.toContain(
      "Okafor",
    );
  });

  test("that is yet to come is found in another chat", async () => {
    const clew = await openFresh();
    const from = Date.now() + 3 * 86_400_000;
    await say(clew, { ...ana, text: `Our trip to Lisbon is on ${new Date(from).toISOString().slice(0, 10)}.` });
    expect(await say(clew, { ...other, text: "When is our trip to Lisbon?" })).toContain("Our trip to Lisbon is on");
  });
});

test("nothing that a view looks up claims that something has ended", async () => {
  const clew = await openFresh({ window: 4_000 });
  await say(clew, { ...ana, text: "My dentist is Dr. Weber." });
  await say(clew, { ...ana, text: "Oops, not Dr. Weber, Dr. Brandt." });
  for (let day = 0; day < 14; day++)
    await say(clew, { ...ana, text: `Day ${day}: ${`the beds of row ${day} were dry. `.repeat(30)}` });
  const sent = await say(clew, { ...ana, text: "Who is my dentist?" });
  expect(sent).toMatch(/Dr\. Weber/);
  expect(sent).toMatch(/Dr\. Brandt/);
  expect(sent).not.toContain("no longer so");
});

test("a preview of the first message of a chat shows what that message would be told", async () => {
  const clew = await openFresh();
  await say(clew, { ...ana, text: "From now on always answer me in short sentences." });
  await say(clew, { ...ana, text: "My dentist is Dr. Weber." });
  const asked = { ...other, text: "Who is my dentist?" };
  const { request } = await clew.context({ session: asked.session, message: asked });
  const stranger = await clew.context({ session: asked.session, message: { ...asked, from: "bo" } });
  const sent = await say(clew, asked);
  const memories = ["in short sentences", "My dentist is Dr. Weber."];
  const listTold = (view: string) => memories.filter((words) => view.includes(words));
  expect(listTold(JSON.stringify(request))).toEqual(memories);
  expect(listTold(sent)).toEqual(memories);
  expect(listTold(JSON.stringify(stranger.request))).toEqual([]);
});

test("memory that was told is never learned again, over 100 turns", async () => {
  const clew = await openFresh();
  await say(clew, { ...ana, text: "From now on always answer me in short sentences." });
  await say(clew, { ...ana, text: "My dentist is Dr. Weber." });
  for (let turn = 0; turn < 100; turn++) {
    const begun = await clew.begin({
      ...other,
      text: turn % 2 === 0 ? "Who is my dentist?" : "How shall you answer me?",
    });
    const view = await begun.view();
    await begun.complete({ text: view.kind === "fits" ? `${view.system} Your dentist is Dr. Weber.` : "" });
  }
  await clew.index({ finish: true });
  const memories = await clew.memory.list({ all: true });
  expect(memories.map(({ text }) => text).sort()).toEqual([
    "From now on always answer me in short sentences.",
    "My dentist is Dr. Weber.",
  ]);
  expect(memories.map(({ sources }) => sources.length)).toEqual([1, 1]);
});

test("what was said later is told in another chat beside what was said before", async () => {
  const clew = await openFresh();
  const say = async (session: string, text: string) => {
    const turn = await clew.begin({ session, from: "ana", text, group: false });
    const view = await turn.view();
    await turn.complete({ text: "OK." });
    await clew.index({ finish: true });
    return view.kind === "fits" ? `${view.system} ${JSON.stringify(view.messages)}` : "";
  };
  await say("telegram:ana", "I live in Lyon.");
  await say("telegram:ana", "I moved to Marseille.");
  expect(await say("signal:ana", "Where do I live?")).toMatch(/<clew-known[^>]*>.*moved to Marseille/s);
});
