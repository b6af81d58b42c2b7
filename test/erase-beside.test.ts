/** Erasing beside what else people asked for: who is told what, and hidden or pinned parts of a chat. */
import type { Clew } from "clewline";
import { describe, expect, test } from "vitest";
import { openFresh } from "./fresh-clew.js";

interface Said {
  readonly session: string;
  readonly from: string;
  readonly text: string;
}

const ana = { session: "telegram:ana", from: "ana" };
const ben = { session: "telegram:ben", from: "ben" };
const group = "telegram:group";

/** Says something, is answered, and returns what the model was sent. */
async function say(clew: Clew, said: Said): Promise<string> {
  const turn = await clew.begin({ group: false, ...said });
  const view = await turn.view();
  if (view.kind !== "fits") throw new Error("The window is too small for the test");
  await turn.complete({ text: "Fine." });
  await clew.index({ finish: true });
  return `${view.system}\n${JSON.stringify(view.messages)}`;
}

async function pointTo(clew: Clew, session: string, words: string): Promise<string> {
  const { lines } = await clew.log({ session });
  return lines.find((line) => line.words.includes(words))?.pointer ?? "";
}

describe("a group of which a person was erased", () => {
  test("stays a group: what is somebody's own is not told there", async () => {
    const clew = await openFresh();
    await say(clew, { session: group, from: "ana", text: "Hello all" });
    await say(clew, { session: group, from: "ben", text: "Hello Ana, nice to see you here" });
    await say(clew, { ...ana, text: "From now on always answer me in short sentences." });
    await clew.erase({ person: "ben" });
    expect(await say(clew, { session: group, from: "ana", text: "Are you there?" })).not.toContain("short sentences");
    expect(await say(clew, { session: "signal:ana", from: "ana", text: "Hello" })).toContain("short sentences");
  });

  test("notes them again when they speak again, and tells them what was said there since", async () => {
    const clew = await openFresh();
    const share = (text: string) => say(clew, { session: group, from: "ana", text });
    await share("Hello all");
    for (const text of ["Hello Ana, nice to see you here", "Here I am again, Ana", "And once more, dear Ana"]) {
      await say(clew, { session: group, from: "ben", text });
      await clew.erase({ person: "ben" });
    }
    await share("Our dentist is Doctor Violet Harbour.");
    expect(await say(clew, { ...ben, text: "Who is our dentist?" })).not.toContain("Violet");
    await say(clew, { session: group, from: "ben", text: "Good morning everybody" });
    await share("Our plumber is Mister Amber Lantern.");
    expect(await say(clew, { ...ben, text: "Who is our plumber?" })).toContain("Amber Lantern");
  });
});

describe("hidden and pinned parts", () => {
  test("of an erased entry show nothing, and views go on", async () => {
    const clew = await openFresh();
    await say(clew, { ...ana, text: "The door code is 4711 blue seven" });
    await say(clew, { ...ana, text: "The gate code is 4712 green eight" });
    const [door, gate] = [await pointTo(clew, ana.session, "door"), await pointTo(clew, ana.session, "gate")];
    await clew.ranges.pin(door, { session: ana.session });
    await clew.ranges.hide(gate, { session: ana.session });
    await clew.erase({ entry: door });
    await clew.erase({ entry: gate });
    const sent = await say(clew, { ...ana, text: "What are the codes?" });
    expect(sent).not.toMatch(/blue seven|green eight/);
    await clew.compact({ session: ana.session });
    await clew.ranges.show(gate, { session: ana.session });
    expect(await say(clew, { ...ana, text: "And now?" })).not.toMatch(/blue seven|green eight/);
    expect(await clew.doctor({ thorough: true })).toEqual([]);
  });

  test("of a session that was erased and began anew are those of its new entries", async () => {
    const clew = await openFresh();
    const hideFirst = async (text: string) => {
      await say(clew, { ...ana, text });
      await clew.ranges.hide("1", { session: ana.session });
      return say(clew, { ...ana, text: "What did I say?" });
    };
    expect(await hideFirst("The door code is 4711 blue seven")).not.toContain("blue seven");
    await clew.erase({ session: ana.session });
    expect(await hideFirst("The gate code is 4712 green eight")).not.toContain("green eight");
  });

  test("a compaction that is taken back after an erasure brings nothing back", async () => {
    const clew = await openFresh();
    await say(clew, { ...ana, text: "The door code is 4711 blue seven" });
    for (let number = 0; number < 6; number++)
      await say(clew, { ...ana, text: `This is the message number ${number}` });
    await clew.compact({ session: ana.session });
    await clew.erase({ entry: await pointTo(clew, ana.session, "door") });
    await clew.compact({ session: ana.session, undo: true });
    expect(await say(clew, { ...ana, text: "What is the code?" })).not.toContain("blue seven");
    expect(await clew.doctor({ thorough: true })).toEqual([]);
  });
});
