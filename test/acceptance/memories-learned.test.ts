import { expect, it } from "vitest";
import { type HeardMessage, learnByRule, listCurrent } from "../../bench/household/learn-by-rule.js";
import { type LaneMemories, noMemories } from "../../src/core/memory/fold-changes.js";

const start = Date.UTC(2026, 2, 4, 9);
const dayMs = 86_400_000;

/** What is current at the end of the day after the last message; one message a day. */
function live(...texts: readonly (string | readonly [person: string, text: string])[]) {
  const told = texts.map((each) => (typeof each === "string" ? (["nora", each] as const) : each));
  const lane = told.reduce<LaneMemories>(
    (known, [person, text], day) => learnByRule(known, hear(text, start + day * dayMs, person)),
    noMemories,
  );
  const memories = [...lane.memories.values()];
  const current = (at: number) => listCurrent(lane, at).map(({ text }) => text);
  return { memories, now: current(start + (texts.length - 1) * dayMs + 1), later: current(start + 90 * dayMs) };
}

function hear(text: string, at: number, person = "nora"): HeardMessage {
  return { id: `${at}`, text, at, person, session: "house:chat:1" };
}

it("case 79: a fact with one value takes the place of the former one, which is kept and not told", () => {
  const { now, memories } = live("My dentist is Dr. Weber.", "I changed dentists, it's Dr. Brandt now.");
  expect(now).toEqual(["I changed dentists, it's Dr. Brandt now."]);
  expect(memories.map(({ replacedBy }) => replacedBy)).toEqual(["m1", undefined]);
});

it("case 79: a temporary fact stands beside the lasting one, and only while it holds", () => {
  const { now, later } = live("My gym is Northgate.", "Until Sunday my gym is Harbour Lane.");
  expect(now).toEqual(["My gym is Northgate.", "Until Sunday my gym is Harbour Lane."]);
  expect(later).toEqual(["My gym is Northgate."]);
});

it("case 79: what is said again in nearly the same words confirms one memory, with both sources", () => {
  const { memories } = live("My dentist is Dr. Weber.", "By the way, my dentist is Dr. Weber!");
  expect(memories.map(({ sources, saidAt }) => [sources.length, saidAt])).toEqual([[2, start + dayMs]]);
});

it("case 79: another object is kept, of whoever it is", () => {
  const texts = ["My dentist is Dr. Weber.", "My eye doctor is Dr. Weber.", "Mia's dentist is Dr. Klein."];
  expect(live(...texts, ["felix", "My dentist is Dr. Okafor."]).now).toEqual([...texts, "My dentist is Dr. Okafor."]);
});

it("a correction takes the place of what was just said, says what it is about, and keeps both sources", () => {
  const at = start;
  const first = learnByRule(noMemories, hear("My gym is Northgate.", at));
  const then = hear("No, I meant Harbour Lane.", at + 5_000);
  const [current] = listCurrent(learnByRule(first, then), at + 6_000);
  expect([current?.text, current?.subject, current?.sources.length]).toEqual([
    "My gym: No, I meant Harbour Lane.",
    "gym",
    2,
  ]);
});

it("what may be a correction stands beside what was just said, and takes nothing away", () => {
  const say = (...texts: readonly string[]) => {
    const hearing = (known: LaneMemories, text: string, index: number) =>
      learnByRule(known, hear(text, start + index * 60_000));
    return listCurrent(texts.reduce(hearing, noMemories), start + dayMs).map(({ text }) => text);
  };
  expect(say("My alarm time is 7:15.", "Sorry, 8:30.")).toEqual(["My alarm time is 7:15. [later: Sorry, 8:30.]"]);
  expect(say("My alarm time is 7:15.", "Sorry, 8:30.", "Sorry, 8:45.")).toEqual([
    "My alarm time is 7:15. [later: Sorry, 8:45.]",
  ]);
  expect(say("My alarm time is 7:15.", "Sorry, 8:30.", "My alarm time is 9:00.")).toEqual(["My alarm time is 9:00."]);
  expect(say("Good morning!", "Sorry, 8:30.")).toEqual([]);
});

it("of a message that contradicts itself the last words stand", () => {
  expect(live("My gym is Northgate. Actually, my gym is Harbour Lane.").now).toEqual([
    "Actually, my gym is Harbour Lane.",
  ]);
});

it("a wish ends when the one who wished it says so, and taste that has turned replaces itself", () => {
  expect(live("Always add the weekday to a date.", "You can stop adding the weekday.").now).toEqual([]);
  expect(live("I like olives.", "I don't like olives any more.").now).toEqual(["I don't like olives any more."]);
});

it("in a group anybody changes what is everybody's, and nobody what is another's", () => {
  const texts = ["Our plumber is Hanley.", "My gym is Northgate."];
  const { now } = live(...texts, ["felix", "Our plumber is Moss now."], ["felix", "My gym is Blackbird now."]);
  expect(now).toEqual(["My gym is Northgate.", "Our plumber is Moss now.", "My gym is Blackbird now."]);
});
