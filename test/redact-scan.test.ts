/** The shared look-up of words answers as a search for each of them would. */

import { makeScan, makeWordHint } from "@clewline/redact/scan.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkProperty } from "./properties.js";

const words = ["pw", "pass", "passwd", "-u ", "<<<", "12 ", "naïve", "пароль", "密码", "şifre", "schlüssel", "key"];
/** Words, cut or in capitals, with what may stand between them: many nearly are one. */
const piece = fc.oneof(
  fc.constantFrom(...words, ...words.map((word) => word.toUpperCase())),
  fc.constantFrom(...words).map((word) => word.slice(0, -1)),
  fc.constantFrom(" ", "\n", "a", "P", "0", "@", "ş", "密"),
);
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));
const scans = words.map((word) => ({ word, scan: makeScan([word]) }));
const lone = makeWordHint("pass|key", /(?<![a-z])(?:pass|key)(?![a-z])/i);

test("a table has a word where a text holds it in any case, by itself and beside all other tables", () => {
  checkProperty(
    fc.property(text, (given) => {
      for (const { word, scan } of scans) {
        const holds = given.toLowerCase().includes(word);
        expect([word, scan.test(given), scan.testLine(given)]).toEqual([word, holds, holds]);
      }
      expect(lone.test(given)).toBe(/(?<![a-z])(?:pass|key)(?![a-z])/i.test(given));
    }),
    { runs: 2_000, longer: 50_000 },
  );
});
