import { cueTables } from "@clewline/core/summary/rules/cue-tables.js";
import { nameTables } from "@clewline/core/summary/rules/name-tables.js";
import type { Phrases } from "@clewline/core/summary/rules/phrase-index.js";
import { type Matcher, makeMatchers } from "@clewline/core/summary/rules/phrases.js";
import { smallTalkTables } from "@clewline/core/summary/rules/small-talk-tables.js";
import { weightTables } from "@clewline/core/summary/rules/weight-tables.js";
import { arbitraryText } from "@clewline/store-kit/texts.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkProperty } from "../properties.js";

const tables: Readonly<Record<string, Phrases>> = { ...cueTables, ...smallTalkTables, ...nameTables, ...weightTables };
const matchers: Readonly<Record<string, Matcher>> = makeMatchers(tables);

/** The same tables as regular expressions: what the signs of a phrase mean. */
function expressionOf(phrases: Phrases): RegExp {
  const patterns = Object.entries(phrases).map(([language, list]) => {
    const either = list.split("|").sort((a, b) => b.length - a.length);
    const pattern = either.map(patternOf).join("|");
    return language === "zh" ? `(?:${pattern})` : `(?<![\\p{L}\\p{N}_])(?:${pattern})(?![\\p{L}\\p{N}_])`;
  });
  return new RegExp(patterns.join("|"), "gu");
}

function patternOf(phrase: string): string {
  return phrase
    .replace(/[.()[\]?+^$\\]/g, "\\$&")
    .replaceAll(" … ", "(?:[^\\S\\n]+[^\\s.!?;:,]+){0,4}?[^\\S\\n]+")
    .replaceAll(" ", "\\s+")
    .replace(/\*(ed)?/g, (_, ending?: string) => (ending === undefined ? "[\\p{L}\\p{M}]*" : "\\p{L}{2,}(?<!e)ed"));
}

const expressions = Object.entries(tables).map(([name, phrases]) => [name, expressionOf(phrases)] as const);

function expectSame(text: string): void {
  const straight = text.replaceAll("İ", "I").toLowerCase().replace(/[’ʼ]/g, "'");
  const wanted = expressions.map(([name, expression]) => {
    const spans = [...straight.matchAll(expression)].map(({ 0: found, index }) => [index, index + found.length]);
    return { name, spans, isIn: spans.length > 0 };
  });
  const found = Object.entries(matchers).map(([name, matcher]) => {
    const spans = matcher.spansIn(text).map(({ start, end }) => [start, end]);
    return { name, spans, isIn: matcher.isIn(text) };
  });
  expect(found).toEqual(wanted);
}

const phrases = Object.values(tables).flatMap((table) => Object.values(table).flatMap((list) => list.split("|")));

/** A phrase of the tables with something for its signs, as people or machines might write it. */
const spoken = fc
  .tuple(
    fc.constantFrom(...phrases),
    fc.constantFrom("", "s", "walk", "é", "ение", "x2", "2", "a\u0301", "n\u0301\u0302"),
    fc.constantFrom(" ", " just ", " the old red ", "  a b c d ", " a, b ", "\nx ", " a b c d e "),
    fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => text.toUpperCase(),
      (text) => text.replaceAll("'", "’"),
      (text) => text.replaceAll(" ", "\u00a0\n"),
      (text) => text.normalize("NFD"),
    ),
  )
  .map(([phrase, letters, between, style]) =>
    style(phrase.replaceAll("*", letters).replaceAll(" … ", between).replaceAll(":", ": ")),
  );

const around = fc.constantFrom(
  " ",
  "",
  ", ",
  ". ",
  "\n",
  "'",
  "-",
  "_",
  "5",
  "\u0301",
  "😀",
  "𝒜",
  "我",
  "İ",
  "क्",
  " it ",
);

describe("the phrases of the cue tables", () => {
  it("are found where a regular expression finds them", () => {
    const text = fc
      .array(fc.oneof(spoken, around, arbitraryText()), { minLength: 1, maxLength: 8 })
      .map((pieces) => pieces.join(""));
    checkProperty(fc.property(text, expectSame), { runs: 80, longer: 2_000 });
  });

  it("are each found in themselves", () => {
    for (const [name, table] of Object.entries(tables)) {
      for (const phrase of Object.values(table).flatMap((list) => list.split("|"))) {
        const text = phrase.replaceAll(" … ", " was then ").replaceAll("*", "wand");
        expect({ phrase, found: matchers[name]?.isIn(text) }).toEqual({ phrase, found: true });
      }
    }
  });

  it("give way to spaces of the same length, and leave all else where it is", () => {
    expect(matchers.neutral?.blankedIn("Not only rain, no doubt.")).toBe("         rain,         .");
    expect(matchers.neutral?.blankedIn("Rain.")).toBe("Rain.");
  });
});
