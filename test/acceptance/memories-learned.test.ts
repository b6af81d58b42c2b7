import { type LaneMemories, noMemories } from "@clewline/core/memory/fold-changes.js";
import { expect, it } from "vitest";
import { type HeardMessage, learnByRule, listCurrent } from "../../bench/household/learn-by-rule.js";

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

it("case 79: a newer value stands beside the former one, each with its date", () => {
  const texts = ["My dentist is Dr. Weber.", "I changed dentists, it's Dr. Brandt now."];
  const { now, memories } = live(...texts);
  expect(now).toEqual(texts);
  expect(memories.map(({ saidAt, replacedBy }) => [saidAt, replacedBy])).toEqual([
    [start, undefined],
    [start + dayMs, undefined],
  ]);
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

it("a correction is kept in its own words where it follows at once, and nowhere else", () => {
  const say = (afterMs: number, ...texts: readonly string[]) => {
    const hearing = (known: LaneMemories, text: string, index: number) =>
      learnByRule(known, hear(text, start + index * afterMs));
    return listCurrent(texts.reduce(hearing, noMemories), start + dayMs).map(({ text }) => text);
  };
  const texts = ["My alarm time is 7:15.", "Sorry, 8:30."];
  expect(say(60_000, ...texts)).toEqual(texts);
  expect(say(3_600_000, ...texts)).toEqual(texts.slice(0, 1));
  expect(say(60_000, "Good morning!", "Sorry, 8:30.")).toEqual([]);
});

it("a wish and its end stand beside each other, and so does taste that has turned", () => {
  const wishes = ["Always add the weekday to a date.", "You can stop adding the weekday."];
  expect(live(...wishes).now).toEqual(wishes);
  const tastes = ["I like olives.", "I don't like olives any more."];
  expect(live(...tastes).now).toEqual(tastes);
});

it("what is asked to be forgotten is, of the one who asks alone", () => {
  const told = ["My blood type is A+.", "My gym is Northgate."];
  const { now } = live(...told, ["felix", "My blood type is B."], "Forget my blood type.");
  expect(now).toEqual(["My gym is Northgate.", "My blood type is B."]);
});

it("no words but a plain wish to forget make anything less", () => {
  const fact = "My dentist is Dr. Weber.";
  const texts = [
    "No, that's wrong.",
    "I no longer have a dentist.",
    "My dentist retired.",
    "Scratch the dentist, I sold it.",
  ];
  for (const text of texts) expect(live(fact, text).now).toContain(fact);
});
