import { rememberByText } from "@clewline/text/remember.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

function counting(bounds: Parameters<typeof rememberByText>[1]) {
  const made: string[] = [];
  const ask = rememberByText((text) => {
    made.push(text);
    return text.toUpperCase();
  }, bounds);
  return { ask, made };
}

describe("what is remembered by text", () => {
  it("is the same as what would be made anew, whatever is asked", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 6 })), (texts) => {
        const { ask } = counting({ texts: 6, characters: 20 });
        expect(texts.map(ask)).toEqual(texts.map((text) => text.toUpperCase()));
      }),
    );
  });

  it("is made once for equal texts, and null is a thing to remember", () => {
    const { ask, made } = counting({ texts: 10, characters: 100 });
    expect([ask("a"), ask("b"), ask(["a"].join(""))]).toEqual(["A", "B", "A"]);
    expect(made).toEqual(["a", "b"]);
    let asked = 0;
    const nothing = rememberByText(
      () => {
        asked += 1;
        return null;
      },
      { texts: 10, characters: 100 },
    );
    expect([nothing("a"), nothing("a"), asked]).toEqual([null, null, 1]);
  });

  it("stays while it is in use, and is forgotten when it is not", () => {
    const { ask, made } = counting({ texts: 10, characters: 1_000 });
    for (let number = 0; number < 100; number += 1) {
      ask("in use");
      ask(`${number}`);
    }
    expect(made.filter((text) => text === "in use")).toHaveLength(1);
    ask("0");
    expect(made.filter((text) => text === "0")).toHaveLength(2);
  });

  it("is bounded by characters too, and a text beyond that is not kept", () => {
    const { ask, made } = counting({ texts: 1_000, characters: 100 });
    const long = "x".repeat(51);
    ask("a");
    ask(long);
    ask(long);
    ask("a");
    expect(made).toEqual(["a", long, long]);
    for (let number = 100; number < 140; number += 1) ask(`${number}`);
    ask("a");
    expect(made.filter((text) => text === "a")).toHaveLength(2);
  });
});
