/** How messages are ranked for a question, by properties of the pure ranking. */

import { scoreDate } from "@clewline/core/log/times/date-spans.js";
import { preferNewest } from "@clewline/core/retrieval/prefer-newest.js";
import { putCopiesLast } from "@clewline/core/retrieval/put-copies-last.js";
import { readQuestion } from "@clewline/core/retrieval/question.js";
import { rankMessages } from "@clewline/core/retrieval/rank-messages.js";
import { recipe } from "@clewline/core/retrieval/recipe.js";
import type { SaidMessage } from "@clewline/core/retrieval/said-message.js";
import { weighMeaning } from "@clewline/core/retrieval/weigh-meaning.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProperty } from "./properties.js";

const now = Date.UTC(2026, 10, 1);
const [minuteMs, dayMs] = [60_000, 86_400_000];
const speakers = new Map([
  ["u1", "Nora"],
  ["u2", "Emil"],
]);

const ask = (text: string) => readQuestion(text, { speakers, asker: "u1", now });
const rank = (question: string, messages: readonly SaidMessage[]) =>
  rankMessages(ask(question), messages, { messages: messages.length }).ranked;
/** As a list of hits has them. */
const list = (question: string, messages: readonly SaidMessage[]) => {
  const { ranked, weights } = rankMessages(ask(question), messages, { messages: messages.length });
  const { spans } = ask(question);
  const fitOf = ({ at }: SaidMessage) => scoreDate(spans, at);
  return preferNewest(putCopiesLast(ranked, fitOf), { weights, fitOf });
};
const nameAll = (ranked: readonly { readonly message: SaidMessage }[]) =>
  ranked.map(({ message: { lane, seq } }) => `${lane} ${seq}`);

/** One said each minute, all by one person. */
function tell(lane: string, texts: readonly string[], from = now - 30 * dayMs): readonly SaidMessage[] {
  return texts.map((text, index) => ({ lane, seq: index + 1, speaker: "u1", at: from + index * minuteMs, text }));
}

const words = [
  "rent",
  "boiler",
  "Nora",
  "May 2026",
  "ticket 7",
  "now",
  "the",
  "ключ",
  "钥匙",
  "?",
  "",
  "\u0000",
  "a\u0301",
];
const someText = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((some) => some.join(" "));
const likeness = fc.option(fc.double({ min: -1, max: 1, noNaN: true }), { nil: null });
const said = fc.record({ text: someText, speaker: fc.constantFrom("u1", "u2", "agent"), pause: fc.nat(600), likeness });

/** Some lanes with their messages in order. */
const someLanes = fc.array(fc.array(said, { maxLength: 8 }), { minLength: 1, maxLength: 4 }).map((lanes) =>
  lanes.map((messages, lane) => {
    let at = now - 40 * dayMs;
    return messages.map(({ pause, ...each }, index): SaidMessage => {
      at += pause * minuteMs;
      return { ...each, lane: `lane${lane}`, seq: index + 1, at };
    });
  }),
);

describe("the ranking of messages", () => {
  it("is the same in whatever order the lanes come", () => {
    checkProperty(
      fc.property(someText, someLanes, (question, lanes) => {
        const [one, other] = [rank(question, lanes.flat()), rank(question, lanes.toReversed().flat())];
        expect(nameAll(other)).toEqual(nameAll(one));
      }),
      { runs: 25, longer: 2_000 },
    );
  });

  it("has each message once with a number for its score, whatever is asked and said", () => {
    const hostile = fc.oneof(
      someText,
      fc.string({ maxLength: 60 }),
      fc.constantFrom("\ud800", "\u202e)(*[", "? ? ?", "\u200d\ufe0f", 'NEAR AND OR "'),
      fc.constant("x".repeat(5_000)),
    );
    checkProperty(
      fc.property(hostile, someLanes, hostile, (question, lanes, text) => {
        const messages = [...lanes.flat(), ...tell("other", [text, text])];
        const ranked = rank(question, messages);
        expect(nameAll(ranked).sort()).toEqual(nameAll(messages.map((message) => ({ message }))).sort());
        expect(ranked.every(({ score }) => Number.isFinite(score))).toBe(true);
      }),
      { runs: 25, longer: 2_000 },
    );
  });

  it("keeps the order within a lane when what has nothing of the question is said in another one", () => {
    const messages = tell("a", [
      "The rent is due on the first.",
      "Fine.",
      "The boiler was mended.",
      "Who has the ladder?",
    ]);
    const alone = rank("When is the rent due?", messages);
    const beside = rank("When is the rent due?", [...messages, ...tell("b", ["Hello.", "Good morning, everybody."])]);
    expect(nameAll(beside).filter((name) => name.startsWith("a"))).toEqual(nameAll(alone));
  });

  it("answers nothing where nothing was said", () => {
    expect(rank("When is the rent due?", [])).toEqual([]);
  });

  it("lends nothing across lanes", () => {
    const said = tell("a", ["The boiler was mended.", "Yes, by the landlord."]);
    const apart = said.map((message, index) => ({ ...message, lane: `lane${index}`, seq: 1 }));
    const scoreOf = (messages: readonly SaidMessage[]) =>
      rank("Who mended the boiler?", messages).find(({ message }) => message.text.startsWith("Yes"))?.score ?? 0;
    expect(scoreOf(said)).toBeGreaterThan(scoreOf(apart));
  });
});

describe("of statements of one thing", () => {
  it("the newest comes first", () => {
    checkProperty(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 1, max: 5 }), (before, between) => {
        const filler = (count: number) =>
          Array.from({ length: count }, (_, index) => `Something else, number ${index}.`);
        const rent = (amount: number) => `The rent of the flat is ${amount} a month.`;
        const messages = tell("a", [...filler(before), rent(700), ...filler(between), rent(750)]);
        const [first, second] = list("What is the rent of the flat?", messages);
        expect([first?.message.text, second?.message.text]).toEqual([rent(750), rent(700)]);
      }),
      { runs: 10, longer: 100 },
    );
  });

  it("a newer one that holds half of what the older one has of the question comes right before it", () => {
    const messages = tell("a", [
      "I have 3 interviews with producers in the spring, says the agency.",
      "The weather was fine.",
      "My interviews are 5 now, and what do I wear?",
      "The garden needs water.",
    ]);
    const asked = "How many interviews do I have with producers?";
    expect(nameAll(rank(asked, messages))[0]).toBe("a 1");
    expect(nameAll(list("How many interviews?", messages)).slice(0, 2)).toEqual(["a 3", "a 1"]);
  });

  it("a remark without a figure of its own, or of somebody else, replaces nothing", () => {
    const said = "The interviews in the spring are 3, says the agency.";
    const remarks = ["Now the interviews make me nervous.", "I have a new suit for interviews."];
    const asked = "How many interviews are in the spring?";
    expect(nameAll(list(asked, tell("a", [said, ...remarks])))[0]).toBe("a 1");
    const [first, other] = tell("a", [said, "I have 5 interviews now."]);
    const two = [first, other].flatMap((each, index) => (each === undefined ? [] : [{ ...each, speaker: `${index}` }]));
    expect(nameAll(list(asked, two))[0]).toBe("a 1");
  });

  it("figures from further down the list leave the best ones where they are", () => {
    const best = Array.from({ length: 14 }, (_, index) => `The rent of the flat by the lake: see sheet ${index}.`);
    const others = Array.from({ length: 60 }, (_, index) => `Something else, number ${index}.`);
    const far = Array.from(
      { length: 20 },
      (_, index) => `A new flat with a low rent, number ${index}, two rooms, a garden.`,
    );
    const messages = tell("a", [...best, ...others, ...far]);
    const found = nameAll(list("What is the rent of the flat by the lake?", messages));
    expect(found.slice(0, 10).filter((name) => Number(name.slice(2)) > best.length)).toEqual([]);
  });

  it("that are equal the newest stands for all, and the others come last", () => {
    const messages = tell("a", [
      "The key is with Olga.",
      "Where is the ladder?",
      "the key is  with Olga.",
      "It was a key to the cellar.",
      "The key is with Olga.",
    ]);
    const found = nameAll(list("Who has the key?", messages));
    expect(found[0]).toBe("a 5");
    expect(found.slice(-2).sort()).toEqual(["a 1", "a 3"]);
  });

  it("that are equal the one of the time that is asked about stands for all", () => {
    const copy = "We paid the rent.";
    const [may, june] = [Date.UTC(2026, 4, 3), Date.UTC(2026, 5, 3)];
    const messages = [...tell("a", [copy], may), ...tell("b", [copy], june)];
    expect(nameAll(list("Did we pay the rent in May 2026?", messages))[0]).toBe("a 1");
    expect(nameAll(list("Did we pay the rent?", messages))[0]).toBe("b 1");
  });

  it("two people's equal words are two statements", () => {
    const [own = []] = [tell("a", ["Something about a key that is longer.", "I have a key.", "I have a key."])];
    const messages = own.map((message, index) => (index === 2 ? { ...message, speaker: "u2" } : message));
    expect(nameAll(list("Who has a key?", messages)).slice(0, 2).sort()).toEqual(["a 2", "a 3"]);
  });
});

it("likeness counts by how much of the question the embedder has words for", () => {
  const [held, alike] = ["Der Schlüssel liegt unter der Matte.", "The parrot eats seeds."];
  const messages = [
    ...tell("a", [held]).map((each) => ({ ...each, likeness: 0 })),
    ...tell("b", [alike]).map((each) => ({ ...each, likeness: 1 })),
  ];
  const findBest = (known: number) =>
    rankMessages(ask("Wo liegt der Schlüssel?"), messages, { messages: 2 }, weighMeaning(recipe, known)).ranked[0]
      ?.message.text;
  expect([1, 0.8, 0.5, 0].map(findBest)).toEqual([alike, alike, held, held]);
});

describe("for a long message that tells of a matter", () => {
  const told =
    "Hello again. The plumber came on Tuesday, looked at the boiler, found the valve broken, ordered another, and asked for a deposit that seems high to me. My sister thinks that we should look for somebody else before winter.";

  it("the conversation about it precedes a newer one that shares a few of its words", () => {
    const about = tell("a", [
      "The boiler has a broken valve.",
      "A plumber should look at it.",
      "Ask for the deposit first.",
    ]);
    const newer = tell(
      "b",
      ["We changed the plan: now 3 people come on Tuesday, and my sister brings 2 cakes."],
      now - dayMs,
    );
    expect(rank(told, [...about, ...newer])[0]?.message.lane).toBe("a");
  });

  describe("what is said all the time", () => {
    const things = ["milk", "bread", "apples", "rice", "soap", "tea", "pears", "flour", "salt", "beans"];
    const days = things.flatMap((thing, day) =>
      tell(
        `day ${day}`,
        [`Please put ${thing} on the shopping list`, "Done, it is on your list."],
        now - (20 - day) * dayMs,
      ),
    );
    const told = tell("day 20", ["The ferry ticket is in the blue folder"], now - 25 * dayMs);

    it("comes behind what was said once, for a question that shares no word with either", () => {
      const [best] = rank("Where did I leave the passage papers?", [...told, ...days]);
      expect(best?.message.text).toBe("The ferry ticket is in the blue folder");
    });

    it("comes first where it is asked for", () => {
      const ranked = rank("What did I put on the shopping list?", [...told, ...days]);
      expect(ranked.slice(0, 10).every(({ message }) => message.text.includes("shopping list"))).toBe(true);
    });

    it("is no routine within one conversation, however often it is said there", () => {
      const one = tell(
        "day 1",
        things.map((thing) => `The new kitchen needs ${thing}`),
        now - dayMs,
      );
      const weigh = (messages: readonly SaidMessage[]) =>
        rank("papers", messages).map(({ message, score }) => `${message.text} ${score.toFixed(6)}`);
      const without = rankMessages(ask("papers"), one, { messages: one.length }, { ...recipe, routine: 0 }).ranked;
      expect(weigh(one)).toEqual(without.map(({ message, score }) => `${message.text} ${score.toFixed(6)}`));
    });
  });
});
