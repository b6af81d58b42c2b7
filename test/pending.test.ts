/** What a short message makes of the questions that are open: sentences of many languages, and laws. */

import { isPointing, listPointedMeanings } from "@clewline/core/conversation/open-questions/pointing.js";
import { resolve, type UserMessage } from "@clewline/core/conversation/open-questions/resolve.js";
import type { EntryId, TurnId } from "@clewline/core/log/keys.js";
import {
  type Ask,
  addAsks,
  answerKinds,
  listStateSources,
  nothingPending,
  recordAnchoredMessage,
  type ThreadState,
} from "@clewline/core/log/open-questions.js";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { checkProperty } from "./properties.js";

const minute = 60_000;
const asking = { turn: "asking" as TurnId, entry: "asked" as EntryId, to: null, now: 0 };

function asked(...asks: readonly Ask[]): ThreadState {
  return addAsks(nothingPending, asks, asking);
}

function say(text: string, state: ThreadState, more: Partial<UserMessage> = {}) {
  const saying: UserMessage = { text, repliesTo: null, from: null, now: minute, turn: "next" as TurnId, ...more };
  return resolve(saying, state);
}

/** The value, or "ask", or null for an ordinary message. */
function heard(text: string, ...asks: readonly Ask[]): string | null {
  const { anchor } = say(text, asked(...asks));
  if (anchor === null || anchor.kind === "newest") return null;
  return anchor.kind === "ask" ? "ask" : anchor.value;
}

const table: Ask = { expects: "yes-no", about: "book the table" };
const taxi: Ask = { expects: "yes-no", about: "order a taxi" };
const guests: Ask = { expects: "number", about: "how many guests come" };
const day: Ask = { expects: "date", about: "the day of the visit" };
const colour: Ask = { expects: "choice", about: "the colour", options: ["dark blue", "light blue", "red"] };
const note: Ask = { expects: "text", about: "what the note should say" };

describe("yes and no", () => {
  test.each([
    ..."yes|Yes!|yep|yeah|yh|sure|Sure, thanks|yes please|ok|okay go ahead|yes book it|yes, book a table|do it|yesss".split(
      "|",
    ),
    ..."ja|Ja, bitte|na klar|gerne|oui|oui, s'il te plaît|bien sûr|d’accord|sí|si, gracias|claro que sí".split("|"),
    ..."да|Да, конечно|是的|好的，谢谢|可以|👍|👍🏽|✅".split("|"),
  ])("%s means yes", (text) => expect(heard(text, table)).toBe("yes"));

  test.each(
    "no|No.|nope|nah|no thanks|not now|don't|nein|nein danke|lieber nicht|non merci|no gracias|нет, спасибо|не надо|不用了|👎".split(
      "|",
    ),
  )("%s means no", (text) => expect(heard(text, table)).toBe("no"));

  test.each(
    "yes, but at eight|yes and no|ok, no|sì|はい|no idea|no one came|no problem|no more rain today|yes?|Is it late?|maybe|yes no|thanks|hello|what a day|keine ahnung|yesterday was fine|nothing works|😀|…".split(
      "|",
    ),
  )("%s is neither", (text) => expect(heard(text, table)).toBeNull());

  it("a long message is an ordinary one, however it begins", () => {
    const long = "Yes, and by the way the printer in the hall is broken again and needs a new cartridge";
    expect(heard(long, table)).toBeNull();
  });
});

describe("other types", () => {
  test.each([
    ["4", "4"],
    ["about 20 guests", "20"],
    ["20 people", null],
    ["1,200", "1200"],
    ["1.200", "1200"],
    ["1 200 please", "1200"],
    ["3,5", "3.5"],
    ["0.125", "0.125"],
    ["1,234.5", "1234.5"],
    ["40", "40"],
    ["€40", null],
    ["40 euros", null],
    ["40 days", null],
    ["seven", "7"],
    ["zwölf", "12"],
    ["20 thousand", null],
    ["I'm 20 minutes late", null],
    ["2 or 3", null],
    ["how many?", null],
    ["at 20:15", null],
    ["yes", null],
  ])("as a number, %s is %s", (text, value) => expect(heard(text, guests)).toBe(value));

  test.each(["2026-05-12", "tomorrow", "on Monday at 8pm", "明天"])("the date %s is left to the model", (text) => {
    expect(say(text, asked(day))).toMatchObject({ anchor: null, state: { open: [] } });
  });

  test.each([
    ["red", "red"],
    ["The dark blue one, please", "dark blue"],
    ["dark", "dark blue"],
    ["2", "light blue"],
    ["b)", "light blue"],
    ["the third one", "red"],
    ["the last one", "red"],
    ["die zweite", "light blue"],
    ["blue", null],
    ["green", null],
    ["4", null],
    ["red or blue?", null],
  ])("of three options, %s is %s", (text, value) => expect(heard(text, colour)).toBe(value));

  it("a free text is left to the model", () => {
    expect(say("Happy birthday", asked(note))).toMatchObject({ anchor: null, state: { open: [] } });
  });

  it("a text that is waited for never takes what another question fits", () => {
    const { anchor } = say("4", asked(note, guests));
    expect(anchor).toMatchObject({ kind: "answers", about: guests.about, value: "4" });
  });
});

describe("several open questions", () => {
  it("a bare yes is asked about, and they all stay open", () => {
    const { anchor, state } = say("yes", asked(table, taxi));
    expect(anchor).toMatchObject({ kind: "ask", options: [{ about: table.about }, { about: taxi.about }] });
    expect(state.open).toHaveLength(2);
    for (const text of ["the taxi", "second", "2", "the taxi please"]) {
      expect(say(text, state).anchor).toMatchObject({ kind: "answers", about: taxi.about, value: "yes" });
    }
    expect(say("yes", state).anchor).toMatchObject({ kind: "ask" });
    expect(say("what is the weather like", state)).toMatchObject({ anchor: null, state: { open: [], which: null } });
  });

  it("a yes that names one of them answers it, and leaves the others", () => {
    const { anchor, state } = say("yes, order the taxi", asked(table, taxi));
    expect(anchor).toMatchObject({ kind: "answers", about: taxi.about, value: "yes" });
    expect(state.open.map(({ about }) => about)).toEqual([table.about]);
  });

  it("a yes that names a thing without its verb is left to the model: it may be meant the other way round", () => {
    expect(say("yes to the taxi", asked(table, taxi)).anchor).toBeNull();
    expect(heard("yes, order it", { expects: "yes-no", about: "cancel the order" })).toBeNull();
    expect(heard("yes, cancel it", { expects: "yes-no", about: "cancel the order" })).toBe("yes");
  });

  it("a yes to all of them is left to the model", () => {
    expect(say("yes, both", asked(table, taxi)).anchor).toBeNull();
  });

  it("the only one of its type is answered, whatever else is open", () => {
    const { anchor, state } = say("4", asked(table, guests, day));
    expect(anchor).toMatchObject({ kind: "answers", about: guests.about, value: "4" });
    expect(state.open.map(({ about }) => about)).toEqual([table.about, day.about]);
  });

  it("a reply to the message that asked answers that one only", () => {
    const other = { ...asking, turn: "another" as TurnId };
    const state = addAsks(asked(table), [taxi], other);
    expect(say("yes", state, { repliesTo: other.turn }).anchor).toMatchObject({ about: taxi.about });
    expect(say("yes", state, { repliesTo: "other" })).toMatchObject({ anchor: null, state: { open: [] } });
  });

  it("the same question again takes the place of the one before", () => {
    const again = addAsks(asked(table), [{ ...table, about: "Book the table" }], { ...asking, now: minute });
    expect(again.open).toHaveLength(1);
    expect(say("yes", again).anchor).toMatchObject({ value: "yes" });
  });
});

describe("what ends a question", () => {
  it("its time", () => {
    const state = asked({ ...table, minutes: 5 });
    expect(say("yes", state, { now: 5 * minute - 1 }).anchor).toMatchObject({ value: "yes" });
    expect(say("yes", state, { now: 5 * minute })).toMatchObject({ anchor: null, state: { open: [] } });
  });

  it("a message that does not answer it", () => {
    const { state } = say("what is the weather like", asked(table, guests));
    expect(state.open).toEqual([]);
    expect(say("yes", state).anchor).toBeNull();
  });

  test.each(
    "stop|Stop!|please stop|no, wait|ok stop|never mind|the other place instead|yes, but the early one instead|warte|annule|стоп|取消|cancel".split(
      "|",
    ),
  )("the order %s", (text) =>
    expect(say(text, asked(table, note))).toMatchObject({ anchor: null, state: { open: [] } }),
  );

  it("but not an order word that the question itself used", () => {
    expect(heard("yes, cancel it", { expects: "yes-no", about: "cancel the trip" })).toBe("yes");
    expect(heard("wait", { expects: "choice", about: "what to do", options: ["wait", "go on"] })).toBe("wait");
  });

  it("never somebody else's message", () => {
    const state = addAsks(nothingPending, [table], { ...asking, to: "7" });
    for (const text of ["yes", "stop", "good morning everybody"]) {
      expect(say(text, state, { from: "8" })).toEqual({ anchor: null, state });
    }
    expect(say("yes", state, { from: "7" }).anchor).toMatchObject({ value: "yes" });
  });
});

describe("a refusal", () => {
  const refused = say("no", asked(table)).state;

  test.each(
    "actually yes|Actually, yeah|actually yes please|on second thought, sure|doch|eigentlich ja|en fait oui|en realidad sí|вообще-то да|其实，可以".split(
      "|",
    ),
  )("is taken back by %s", (text) => {
    const { anchor } = say(text, refused, { now: 5 * minute });
    expect(anchor).toMatchObject({ kind: "answers", about: table.about, value: "yes", reverses: true });
  });

  it("is not taken back by a mere yes, nor after ten minutes, nor after a message that answers nothing", () => {
    expect(say("yes", refused).anchor).toBeNull();
    expect(say("actually yes", refused, { now: 12 * minute }).anchor).toBeNull();
    expect(say("actually yes", say("how much is it", refused).state).anchor).toBeNull();
    expect(say("actually no", refused).anchor).toBeNull();
  });

  it("and another offer that is open are told apart by asking", () => {
    expect(say("actually yes", addAsks(refused, [taxi], asking)).anchor).toMatchObject({ kind: "ask" });
  });
});

describe("a message that points at another", () => {
  test.each(
    "do it again|cancel that|send it|please repeat that|delete the last one|mach das nochmal|show me that again".split(
      "|",
    ),
  )("%s does", (text) => expect(isPointing(text)).toBe(true));
  test.each(
    "that|it|cancel the trip|do you like it?|send it to the printer in the hall|that was a good idea|no|again|it is late".split(
      "|",
    ),
  )("%s does not", (text) => expect(isPointing(text)).toBe(false));

  it("means the newest, or one of those that came close together", () => {
    const told = (turn: string, at: number) => ({
      entry: turn as EntryId,
      turn: turn as TurnId,
      at,
      text: `${turn} is done`,
    });
    const abouts = (...all: Parameters<typeof listPointedMeanings>[0]) =>
      listPointedMeanings(all).map(({ about }) => about);
    expect(abouts(told("backup", 0), told("build", 20 * minute))).toEqual(["build is done"]);
    expect(abouts(told("backup", 0), told("build", 2 * minute))).toEqual(["backup is done", "build is done"]);
    expect(abouts(told("build", 0), told("build", 1))).toEqual(["build is done"]);
    expect(abouts()).toEqual([]);
  });
});

describe("laws", () => {
  const words =
    "yes no actually stop instead 4 tomorrow red first the taxi table both ok please it that doch 是 👍 ? , not idea /x".split(
      " ",
    );
  const text = fc.oneof(
    fc.constantFrom("yes", "no", "4", "the first", "actually yes"),
    fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((each) => each.join(" ")),
    fc.string({ unit: "grapheme", maxLength: 60 }),
  );
  const ask: fc.Arbitrary<Ask> = fc.record({
    expects: fc.constantFrom(...answerKinds),
    about: fc.constantFrom("book the table", "order a taxi", "the colour", "yes", "stop"),
    options: fc.constantFrom([], ["red", "blue"], ["yes", "no"], ["1", "2"]),
    minutes: fc.integer({ min: 1, max: 60 }),
  });
  const happening = fc.record({
    text,
    asks: fc.array(ask, { maxLength: 3 }),
    from: fc.constantFrom(null, "7", "8"),
    wait: fc.integer({ min: 0, max: 20 }),
    repliesTo: fc.constantFrom(null, "other" as const, "t0" as TurnId, "t1" as TurnId),
  });

  it("whatever is said, at most one question is answered, and only one that was open to this person", () => {
    let [answers, asked] = [0, 0];
    checkProperty(
      fc.property(fc.array(happening, { maxLength: 12 }), (happenings) => {
        let state = nothingPending;
        let now = 0;
        for (const [index, each] of happenings.entries()) {
          now += each.wait * minute;
          const turn = `t${index}` as TurnId;
          const { anchor, state: next } = say(each.text, state, { ...each, now, turn });
          const before = [...state.open, ...state.refused];
          const gone = before.filter(({ id }) => ![...next.open, ...next.refused].some((left) => left.id === id));
          const pending = anchor?.kind === "answers" ? anchor.pending : null;
          const answered = before.filter(({ id }) => id === pending);
          const expired = before.filter(({ until }) => until <= now);
          expect(answered).toHaveLength(pending === null ? 0 : 1);
          expect(answered.filter(({ to, until }) => until <= now || (to !== null && to !== each.from))).toEqual([]);
          // What is answered is one, and nothing else goes before its time.
          expect(pending === null ? 0 : gone.length).toBeLessThanOrEqual(expired.length + 1);
          expect(anchor?.kind === "ask" ? anchor.options.length : 2).toBeGreaterThan(1);
          answers += answered.length;
          asked += anchor?.kind === "ask" ? 1 : 0;
          const entry = `e${index}` as EntryId;
          state = addAsks(recordAnchoredMessage(next, entry, anchor), each.asks, { turn, entry, to: each.from, now });
          expect(state.open.length).toBeLessThanOrEqual(8);
          expect(state.refused.length).toBeLessThanOrEqual(3);
          expect(state.heard.length).toBeLessThanOrEqual(8);
          expect(listStateSources(state).length).toBeLessThanOrEqual(40);
        }
      }),
      { runs: 300 },
    );
    expect(answers).toBeGreaterThan(0);
    expect(asked).toBeGreaterThan(0);
  });
});
