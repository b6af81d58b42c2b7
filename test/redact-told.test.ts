/**
 * Codes and passwords that people tell in sentences. The texts in `redact/training` are the training set of the rules:
 * they show that a change loses nothing, and are no measure of what is found in texts of others.
 */
import { readFileSync } from "node:fs";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { makeScan } from "@clewline/redact/scan.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { seed } from "./seed.js";

function readLines(name: string): readonly string[] {
  const text = readFileSync(new URL(`redact/training/${name}`, import.meta.url), "utf8");
  return text.split("\n").filter((line) => line !== "");
}

interface Told {
  readonly text: string;
  readonly secrets: readonly string[];
}

const told = readLines("told.jsonl").map((line) => JSON.parse(line) as Told);
const ordinary = readLines("ordinary.txt");

describe("codes and passwords told in sentences", () => {
  test("are found in at least 88 of 100 training texts", () => {
    const left = told.filter(({ text, secrets }) => secrets.some((secret) => redactSecrets(text).includes(secret)));
    expect(left.length, left.map(({ text }) => text).join("\n")).toBeLessThanOrEqual(told.length * 0.12);
  });

  test("are not seen in more than 3 of 100 ordinary sentences with the same words", () => {
    const touched = ordinary.filter((text) => redactSecrets(text) !== text);
    expect(touched.length, touched.join("\n")).toBeLessThanOrEqual(ordinary.length * 0.03);
  });

  test("leave a text that is redacted again as it is", () => {
    const changed = told.map(({ text }) => redactSecrets(text)).filter((clean) => redactSecrets(clean) !== clean);
    expect(changed).toEqual([]);
  });
});

describe("passwords in files and calls", () => {
  test("are found where the format says that they stand", () => {
    const placed = readLines("files.jsonl").map((line) => JSON.parse(line) as Told);
    const left = placed.filter(({ text, secrets }) => secrets.some((secret) => redactSecrets(text).includes(secret)));
    expect(left).toEqual([]);
  });

  test("are not seen in calls and lines that hold a name or none", () => {
    const harmless = [
      'auth=("user", "password")',
      "new NetworkCredential(user, secret)",
      'getConnection(url, "scott", "<password>")',
      "# key\nsnmp-server community public RO",
      ": PSK %any",
    ];
    expect(harmless.filter((text) => redactSecrets(text) !== text)).toEqual([]);
  });
});

describe("the scan for words", () => {
  const letters = fc.constantFrom("a", "B", "b", "é", "É", "д", "Д", " ", "\n", "1");
  const word = fc.string({ unit: letters, minLength: 3, maxLength: 6 });

  test("finds the words that a search without case finds", () => {
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 4 }),
        fc.string({ unit: letters, maxLength: 60 }),
        (words, text) => {
          const scan = makeScan(words);
          const expected = words.some((each) => text.toLowerCase().includes(each.toLowerCase()));
          expect(scan.testLine(text)).toBe(expected);
        },
      ),
      { seed, numRuns: 20 },
    );
  });
});
