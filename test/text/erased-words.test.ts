/** Runs of words and names are found as Unicode has them, in the bytes of any file. */

import { listFirstWords, listPhrases } from "@clewline/core/receipt/erase/erased-words.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkProperty } from "../properties.js";

const unspaced =
  "[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmr}\\p{scx=Mymr}]";
const alone = `(?!\\p{sc=Hangul})(?=[\\p{L}\\p{N}])${unspaced}`;
const words = new RegExp(`${alone}|(?:(?!${alone})[\\p{L}\\p{M}\\p{N}])+`, "gu");

/** The same by expressions, which take many times as long. */
function listByExpressions(text: string): readonly string[] {
  const found = text.toLowerCase().match(words) ?? [];
  const runs = found.slice(4).map((_, place) => found.slice(place, place + 5).join(" "));
  const dashed = (text.match(/[\p{L}\p{N}\p{M}-]+/gu) ?? []).filter((each) => each.includes("-"));
  return [...runs, ...dashed.flatMap((each) => /^-*(.+-[0-9a-hjkmnp-tv-z]{4})/u.exec(each)?.[1] ?? [])];
}

const piece = fc.oneof(
  fc.constantFrom(
    " ",
    "-",
    "\0",
    "ffd",
    "Tea",
    "ß",
    "İ",
    "日本",
    "จะ",
    "한국어",
    "𠮷",
    "𝒜",
    "👍",
    "\ud800",
    "\udc00",
    "é",
    "٣",
  ),
  fc.constantFrom("likes-tea-x7k2", "-wolf-0a1b", "zwölf-ab12", "𝒜-ab12"),
  fc.string({ unit: "grapheme", maxLength: 4 }),
);
const text = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

test("phrases are those of the expressions, and by first words the same of those that begin so", () => {
  checkProperty(
    fc.property(text, fc.array(text, { maxLength: 2 }), (given, others) => {
      const found = listPhrases(given);
      expect(found).toEqual(listByExpressions(given));
      const sought = new Set(others.flatMap((each) => listPhrases(each + given.slice(0, 20))));
      const isSought = (each: string) => sought.has(each);
      expect(listPhrases(given, listFirstWords(sought)).filter(isSought)).toEqual(found.filter(isSought));
    }),
    { runs: 300, longer: 3_000 },
  );
});
