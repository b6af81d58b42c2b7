import { findToldAgain } from "@clewline/core/importing/heard-order.js";
import { expect, test } from "vitest";

/** Of letters, those that were told again, with their places. */
function find(said: string, heard: string): string {
  const words = said.split(" ").map((key, place) => ({ id: `${key}${place}`, keys: key.split("+") }));
  return findToldAgain(words, heard.split(" ")).told.join(" ");
}

test.each([
  ["the whole", "a b c", "a b c", "a0 b1 c2"],
  ["the end, and more after it", "a b c", "x b c y", "b1 c2"],
  ["the last of words that stand twice", "g a g b", "x g b", "g2 b3"],
  ["the longest part in order, not a new question that was asked before", "g a b c", "a b c g", "a1 b2 c3"],
  ["in full what has several parts", "a+b c+d e", "a b c e", "a+b0 e2"],
  ["nothing of what is not there", "a b", "x y", ""],
])("what was told again is %s", (_what, said, heard, told) => {
  expect(find(said, heard)).toBe(told);
});

test("calls that ran side by side are known by their ids, whatever their order", () => {
  const keys = ["called 1", "returned 1", "called 2", "returned 2"];
  const words = keys.map((key) => ({ id: key, keys: [key] }));
  const { told } = findToldAgain(words, ["called 1", "called 2", "returned 2", "returned 1"]);
  expect(told).toEqual(keys);
});

test("what is left was heard of something else", () => {
  expect(findToldAgain([{ id: 1, keys: ["b"] }], ["a", "b", "c"]).left).toEqual(["a", "c"]);
});
