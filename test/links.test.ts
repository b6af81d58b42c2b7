import { findAddressees, indexNames } from "@clewline/core/conversation/links/addressees.js";
import { type PlacedLine, readLine } from "@clewline/core/conversation/links/line.js";
import { inferLink } from "@clewline/core/conversation/links/link.js";
import { classifyOpening } from "@clewline/core/conversation/links/opening.js";
import { windowLines } from "@clewline/core/conversation/links/scene.js";
import type { LinkWeights } from "@clewline/core/conversation/links/signs.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inferPlainLink } from "../bench/lanes/plain-rule.js";
import { checkProperty } from "./properties.js";

const minuteMs = 60_000;

type Said = readonly [sender: string, text: string, minute?: number, thread?: string];

/** Lines with their place as id, each a conversation of its own unless told. */
function chat(...said: readonly Said[]): readonly PlacedLine[] {
  return said.map(([sender, text, minute = 0, thread], index) => ({
    ...readLine({ sender, at: minute * minuteMs, text }),
    id: String(index),
    thread: thread ?? String(index),
  }));
}

function line(sender: string, text: string, minute = 0) {
  return readLine({ sender, at: minute * minuteMs, text });
}

const none: ReadonlyMap<string, string> = new Map();

describe.each([
  ["the plain rule", inferPlainLink],
  ["the weighed signs", inferLink],
])("By %s, a line", (_name, rule) => {
  const earlier = chat(
    ["guest", "how do I prune the old roses by the gate?"],
    ["visitor", "which paint is best for a wooden boat"],
    ["helper", "visitor: take the one with oil", 1, "1"],
    ["reader", "the library closes early on Friday", 1],
  );

  test.each(["guest: cut them in March", "Guest, cut them in March", "@guest cut them in March"])(
    "that begins with %j answers the last line of that person",
    (text) => {
      expect(rule(line("gardener", text, 2), earlier)?.id).toBe("0");
    },
  );

  test("goes on with what its sender was told", () => {
    expect(rule(line("visitor", "thanks, that helps", 2), earlier)?.id).toBe("2");
  });

  test("begins a conversation if its sender is new and calls nobody", () => {
    const text = "does anybody here know where the spare key for the green shed is kept these days?";
    expect(rule(line("stranger", text, 30), earlier)).toBe(null);
  });

  test("begins a conversation if nothing was said before", () => {
    expect(rule(line("guest", "hello?"), [])).toBe(null);
  });

  test("does not take a name inside a word for an address", () => {
    const said = chat(["art", "the wall is painted"], ["guest", "shall we begin?"]);
    for (const text of ["start: press the button", "artist, come here", "partly: yes"]) {
      expect(rule(line("stranger", text, 200), said)?.id).not.toBe("0");
    }
  });

  test.each([
    ["садовник", "садовник: когда поливать?"],
    ["Ελπίδα", "ΕΛΠΊΔΑ, πού είναι το κλειδί"],
    ["园丁", "园丁：什么时候浇水"],
    ["ผู้ดูแล", "@ผู้ดูแล รดน้ำเมื่อไหร่"],
    ["حارس", "حارس، أين المفتاح"],
    ["zoë", "ZOË: where is it"],
    ["|marks|", "marks: where is it"],
    ["a.+*(b", "a.+*(b: where is it"],
  ])("finds the name %j in %j", (name, text) => {
    const said = chat([name, "rows one and two"], ["other", "something else"], ["third", "and more"]);
    expect(rule(line("asker", text, 1), said)?.id).toBe("0");
  });

  test("knows people by a second name, of several words too", () => {
    const said = chat(["id-7", "rows one and two"], ["id-8", "something else"]);
    const people = new Map([["id-7", "The Old Gardener"]]);
    expect(rule(line("id-9", "the old gardener: which rows?", 1), said, people)?.id).toBe("0");
  });

  test("looks at a bounded number of lines only", () => {
    const old = chat(["guest", "how do I prune roses?"]);
    const many = chat(...Array.from({ length: windowLines }, (): Said => ["other", "word"]));
    expect(rule(line("helper", "guest: in March"), [...old, ...many])?.sender).not.toBe("guest");
  });

  test("gets the same answer again, and one of the lines, whatever was said", () => {
    const words = fc.oneof(
      fc.string(),
      fc.string({ unit: "grapheme" }),
      fc.constantFrom("__proto__", "a:", "@", "b, c"),
    );
    const said = fc.tuple(words, words, fc.integer({ min: -9, max: 9_000 }));
    let linked = 0;
    checkProperty(
      fc.property(fc.array(said, { maxLength: 30 }), words, words, (lines, sender, text) => {
        const before = chat(...lines);
        const found = rule(line(sender, text, 5), before, none);
        expect(rule(line(sender, text, 5), chat(...lines), none)?.id).toBe(found?.id);
        linked += found === null ? 0 : 1;
        expect([...before, null]).toContain(found);
      }),
      { runs: 100 },
    );
    expect(linked).toBeGreaterThan(0);
  });
});

test("a name that two people have calls neither of them", () => {
  const said = chat(["id-1", "rows one and two"], ["id-2", "the boat"], ["id-3", "rain again"]);
  const people = new Map([
    ["id-1", "keeper"],
    ["id-2", "keeper"],
  ]);
  expect(inferPlainLink(line("id-4", "keeper: hello", 1), said, people)).toBe(null);
});

test("a long pause ends what the plain rule would go on with", () => {
  const said = chat(["guest", "rows one and two", 0]);
  expect(inferPlainLink(line("guest", "and three", 10), said)?.id).toBe("0");
  expect(inferPlainLink(line("guest", "and three", 60), said)).toBe(null);
});

test.each([
  ["hello there", "greeting"],
  ["guest: thanks a lot", "thanks"],
  ["Danke das hilft", "thanks"],
  ["oui", "yes"],
  ["does anybody know why?", "everyone"],
  ["это не работает", "pointing"],
  ["constructor", "other"],
  ["", "other"],
])("%j opens with the kind %j", (text, opening) => {
  const names = indexNames(["guest", "asker"], new Map());
  const read = line("asker", text);
  expect(classifyOpening(read, findAddressees(read, names))).toBe(opening);
});

test("many lines of a conversation outweigh a single one that has as much for it as each of them", () => {
  const said = chat(
    ["guest", "my roses have black spots on their leaves", 0, "roses"],
    ["visitor", "the boat does not start", 0, "boat"],
    ["gardener", "black spots come from wet leaves", 1, "roses"],
    ["guest", "they are wet in the morning", 1, "roses"],
  );
  const even: LinkWeights = { conversation: {}, start: { "conversations 2": 0.5 }, line: {} };
  expect(inferLink(line("reader", "so it is", 2), said, none, even)?.thread).toBe("roses");
  expect(inferLink(line("reader", "so it is", 2), said.slice(1, 3), none, even)).toBe(null);
});

test("two conversations that run through each other are told apart without a single name", () => {
  const said = chat(
    ["guest", "my roses have black spots on their leaves, what can I do?", 0, "roses"],
    ["visitor", "the engine of my boat does not start in the cold", 0, "boat"],
    ["gardener", "black spots on roses come from wet leaves", 1, "roses"],
    ["sailor", "is the battery of the boat charged?", 1, "boat"],
  );
  expect(inferLink(line("guest", "so I should not wet the leaves", 2), said)?.thread).toBe("roses");
  expect(inferLink(line("visitor", "the battery is charged", 2), said)?.thread).toBe("boat");
});
