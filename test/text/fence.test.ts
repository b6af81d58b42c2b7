/** The one door of the fence: whatever a model could read as our mark is escaped, and can be read back. */

import { escapeText, makeTagEscape, mark, unescapeText } from "@clewline/text/fence.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { lookAlikes, parseFence } from "../fence-parser.js";
import { checkProperty } from "../properties.js";

/** Characters of these ranges are the letter in another form: full-width, mathematical, circled, with accents. */
const ranges = [
  [0xc0, 0x24f],
  [0x1d2c, 0x1eff],
  [0x2070, 0x24ff],
  [0xfe50, 0xffef],
  [0x1d400, 0x1d7ff],
] as const;

function listForms(plain: string): readonly string[] {
  const forms = ranges.flatMap(([from, to]) => {
    const all = Array.from({ length: to - from + 1 }, (_, place) => String.fromCodePoint(from + place));
    return all.filter((each) => each.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase() === plain);
  });
  return [plain, plain.toUpperCase(), ...forms, ...(lookAlikes[plain] ?? "")];
}

const gaps = fc
  .array(fc.constantFrom(..." \n\t\u00a0\u2009\u200b\u200d\u2060\ufeff\u00ad\u0301\u0007"), { maxLength: 3 })
  .map((all) => all.join(""));
const bracket = fc.oneof(
  fc.constantFrom(...listForms("<")),
  fc.constantFrom("&lt;", "&amp;lt;", "&#65308;", "&#119350;", "&AMP;lt;"),
);
const letters = fc.tuple(...[..."clew-"].flatMap((letter) => [gaps, fc.constantFrom(...listForms(letter))]));
const slash = fc.oneof(
  fc.constant(""),
  fc.tuple(gaps, fc.constantFrom(...listForms("/"))).map((both) => both.join("")),
);
const disguised = fc.tuple(bracket, slash, letters).map(([open, closing, rest]) => open + closing + rest.join(""));
const text = fc
  .array(
    fc.oneof(disguised, fc.constantFrom("<", "&", "&lt;", "a < b", "clew-", "past>", " ", "&#65308;"), fc.string()),
    {
      maxLength: 6,
    },
  )
  .map((pieces) => pieces.join(""));

describe("the escape", () => {
  test("leaves nothing that reads like a mark, and gives the text back", () => {
    const property = fc.property(text, (given) => {
      const escaped = escapeText(given);
      expect(parseFence(escaped).join("")).toBe(given);
      expect(parseFence(escaped).every((node) => typeof node === "string")).toBe(true);
      expect(unescapeText(escaped)).toBe(given);
      expect(unescapeText(unescapeText(escapeText(escaped)))).toBe(given);
    });
    checkProperty(property, { runs: 300, longer: 20_000 });
  });

  test("meets every disguise", () => {
    const property = fc.property(disguised, (given) => {
      expect(escapeText(given)).not.toBe(given);
    });
    checkProperty(property, { runs: 300, longer: 20_000 });
  });

  test("leaves ordinary text as it is", () => {
    for (const given of [
      "if (a < b && c > d) {}",
      "<div class=x>",
      "<click>",
      "< c",
      "5 < clever",
      "&lt;b&gt;",
      "‹ici›",
    ])
      expect(escapeText(given)).toBe(given);
  });

  test("of some names disables those alone", () => {
    const disable = makeTagEscape(["history", "left-out"]);
    expect(disable(mark("now"))).toBe(mark("now"));
    expect(disable("< clew-h\u00edst\u200bory>")).toBe("&lt; clew-h\u00edst\u200bory>");
    expect(disable("<clew-left-out>")).toBe("&lt;clew-left-out>");
  });
});
