import { describe, expect, it } from "vitest";
import { learn, wednesday } from "./learning-room.js";

const dayMs = 86_400_000;
/** Midnight of that Wednesday in Berlin. */
const midnight = wednesday - 10 * 3_600_000;

describe("what is learned from a message", () => {
  it.each([
    ["instruction", "Always add the weekday to a date."],
    ["instruction", "From now on, sign my letters with my initials."],
    ["instruction", "Schreib mir niemals vor acht Uhr."],
    ["instruction", "Ne me donne jamais de conseils médicaux."],
    ["instruction", "A partir de ahora háblame de usted."],
    ["instruction", "Всегда присылай мне ссылку на источник."],
    ["instruction", "以后给我写信都用繁体字。"],
    ["preference", "I'd rather sit by the window."],
    ["preference", "Ich trinke lieber Tee als Kaffee."],
    ["preference", "Me gusta la sopa muy caliente."],
    ["fact", "Our plumber is Mr. Hanley."],
    ["fact", "I'm allergic to walnuts."],
    ["fact", "Mia's birthday is 14 May."],
    ["outcome", "We decided to sell the old car."],
    ["event", "On Friday we go to the lake."],
  ])("is the %s of: %s", (kind, text) => {
    expect(learn(text).map((each) => [each.kind, each.text])).toEqual([[kind, text]]);
  });

  it.each([
    "What is my dentist called?",
    "If I were taller, my bike would be too small.",
    "Remind me to water the plants tonight.",
    "Please write a mail to Tom that my car is broken.",
    "Good evening, everyone!",
    "Thanks, that was lovely.",
    'The note said "my key is under the mat".',
    "> my dentist is Dr. Weber",
    "<clew-memories>My dentist is Dr. Weber.</clew-memories>",
    "```\nmy dentist is Dr. Weber\n```",
    "The soup is cold.",
    "I'll make sure to keep everybody updated.",
    "Grandma always says that it will be fine.",
    "Let's go, it's late.",
    "Dear Ms. Hale,\nmy dentist is Dr. Weber.\nOur plumber is Mr. Hanley.\nKind regards\nTom",
    "Sehr geehrte Frau Hahn,\n\nmein Zahnarzt ist Dr. Weber.\n\nMit freundlichen Grüßen\nTom",
    "3: buy milk",
    "4711: the tide was late and the list had grown",
  ])("is nothing of: %s", (text) => {
    expect(learn(text)).toEqual([]);
  });

  it("is the wish before a question, in its own words", () => {
    const text = "I prefer short hikes without climbing, can you find one for Sunday?";
    expect(learn(text)).toMatchObject([
      { kind: "preference", text: "I prefer short hikes without climbing", level: 3 },
    ]);
  });

  it.each([
    [3, "Always add the weekday to a date."],
    [2, "I live in Bramley."],
    [2, "Our plumber is Mr. Hanley."],
    [1, "Mia's dentist is Dr. Klein."],
    [2, "We moved to Bramley."],
  ])("has level %i: %s", (level, text) => {
    expect(learn(text)).toMatchObject([{ level, text }]);
  });

  it.each([
    "My mum says I should become a lawyer.",
    "Oh great, my train is late again.",
    "I hope my train is on time.",
  ])("is not kept for itself: %s", (text) => {
    expect(learn(text)).toEqual([]);
  });

  it.each([
    [3, "Until Friday my desk is in Bramley."],
    [5, "This week my desk is in Bramley."],
    [15, "Durante las próximas dos semanas mi mesa es la 12."],
    [28, "Jusqu'à la fin du mois, mon bureau est le 12."],
    [5, "До воскресенья мой стол — 12."],
    [3, "周五之前我的座位是12号。"],
    [25, "Until the 28th my desk is in Bramley."],
    [8, "В течение недели мой стол — 12."],
    [25, "到3月28日为止我的座位是12号。"],
  ])("ends after %i days of the zone's calendar in: %s", (days, text) => {
    expect(learn(text).map(({ until = 0 }) => (until - midnight) / dayMs)).toEqual([days]);
  });

  it("takes a day of the week for a value where nothing says that it is an end", () => {
    expect(learn("My day off is Friday.").map(({ until }) => until)).toEqual([undefined]);
  });
});
