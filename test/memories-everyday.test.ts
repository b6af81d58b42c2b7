/** Everyday sentences that the rules were made to understand: facts, tastes, wishes, changes, corrections, what ends, and what is nothing. */
import { expect, test } from "vitest";
import { chinese } from "../bench/household/blind/chinese.js";
import { english } from "../bench/household/blind/english.js";
import { french } from "../bench/household/blind/french.js";
import { german } from "../bench/household/blind/german.js";
import { measureBlind } from "../bench/household/blind/measure-blind.js";
import { russian } from "../bench/household/blind/russian.js";
import { spanish } from "../bench/household/blind/spanish.js";

test.each([
  ["English", 1, english],
  ["German", 1, german],
  ["Spanish", 4, spanish],
  ["French", 1, french],
  ["Russian", 3, russian],
  ["Chinese", 2, chinese],
])("75 everyday sentences in %s are understood but for %i", (_language, missed, wordings) => {
  const { right, wrong } = measureBlind(wordings);
  expect(right.nothing).toEqual([12, 12]);
  expect(wrong.slice(missed)).toEqual([]);
});
