import { encodeCanonicalJson, isSameJson, toJson } from "@clewline/text/json.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkProperty } from "./properties.js";

const value = fc.anything({ withBigInt: true, withDate: true, withSparseArray: true, withNullPrototype: true });

describe("two values are the same JSON if their canonical texts are", () => {
  test("whatever they are", () => {
    checkProperty(
      fc.property(value, value, (one, other) => {
        expect(isSameJson(one, other)).toBe(encodeCanonicalJson(one) === encodeCanonicalJson(other));
      }),
      { runs: 300 },
    );
  });

  test("also a copy, with its keys in another order", () => {
    checkProperty(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (one) => {
        const turned = Object.entries(structuredClone(one)).reverse();
        expect(isSameJson(one, Object.fromEntries(turned))).toBe(true);
        expect(isSameJson(one, { ...one, another: 1 })).toBe(
          encodeCanonicalJson(one) === encodeCanonicalJson({ ...one, another: 1 }),
        );
      }),
      { runs: 200 },
    );
  });

  test.each([
    [{ a: undefined }, {}, true],
    [{ a: undefined }, { b: undefined }, true],
    [[undefined], [null], true],
    [[], {}, false],
    [[1], { 0: 1, length: 1 }, false],
    [Array(2), [undefined, undefined], true],
    [new Date(0), "1970-01-01T00:00:00.000Z", true],
    [new Date(0), new Date(1), false],
    [new Map([[1, 2]]), {}, true],
    ["\uD800", "\uD801", false],
  ])("%o and %o: %s", (one, other, same) => {
    expect(isSameJson(one, other)).toBe(same);
  });
});

test("a text is its own JSON, half a character included", () => {
  checkProperty(
    fc.property(fc.string({ unit: fc.nat({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }), (text) => {
      expect(toJson(text)).toBe(JSON.parse(encodeCanonicalJson(text)));
    }),
    { runs: 200 },
  );
});
