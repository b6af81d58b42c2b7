import { makeLineBreaker } from "@clewline/cli/terminal/line-breaks.js";
import { measureColumns } from "@clewline/cli/terminal/text.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkProperty } from "./properties.js";

const broken = (pieces: readonly string[], columns: number | null): string => {
  const lines = makeLineBreaker(() => columns);
  return pieces.map((piece) => lines.next(piece)).join("") + lines.rest();
};

test("lines break between words, however the text is cut into pieces", () => {
  const words = fc.array(fc.stringMatching(/^[a-z天地]{1,12}$/), { minLength: 1, maxLength: 40 });
  checkProperty(
    fc.property(words, fc.integer({ min: 24, max: 60 }), fc.integer({ min: 1, max: 9 }), (said, columns, size) => {
      const text = said.join(" ");
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
        text.slice(at * size, at * size + size),
      );
      const shown = broken(pieces, columns);
      expect(shown.replace(/\s+/g, " ")).toBe(text);
      expect(shown).toBe(broken([text], columns));
      for (const line of shown.split("\n")) expect(measureColumns(line.trimEnd())).toBeLessThanOrEqual(columns);
    }),
    { runs: 100 },
  );
});

test("in a pipe nothing is broken and nothing waits", () => {
  expect(makeLineBreaker(() => null).next("half a wo")).toBe("half a wo");
});
