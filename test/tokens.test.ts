import { loadExactCounter } from "@clewline/agent/models/exact-tokens/o200k.js";
import { countTokens, estimated, type TokenCounter } from "@clewline/text/tokens/count-tokens.js";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { checkProperty } from "./properties.js";
import * as corpus from "./tokens-corpus.js";

const estimate: TokenCounter = (text) => countTokens(text, estimated);
let exact: TokenCounter;

beforeAll(async () => {
  exact = await loadExactCounter();
});

const kinds: Readonly<Record<string, string>> = {
  ...corpus.prose,
  TypeScript: corpus.typescript,
  Python: corpus.python,
  Markdown: corpus.markdown,
  "log lines": corpus.logs(),
  "terminal output": corpus.terminal(),
  "a diff": corpus.diff(),
  "pretty JSON": corpus.json(2),
  "minified JSON": corpus.json(0),
  base64: corpus.base64(),
  hexadecimal: corpus.hex(),
  "a list of UUIDs": corpus.uuids(),
};

/** Made once: the table of graphemes takes longer than a hundred cases. */
const anyText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.string({ maxLength: 200 }),
  fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map((codes) => String.fromCharCode(...codes)),
);

const unusual: Readonly<Record<string, string>> = {
  "letters and their marks apart": corpusLike("L’été à l’hôtel, où le garçon a goûté le déjeuner. ").normalize("NFD"),
  "many marks on a letter": corpusLike("Z\u0351\u036b\u0343a\u0334\u0335l\u0321\u0322g\u0319\u0320o\u033b\u033c "),
  "no-break spaces between words": corpusLike("a\u00a0b\u00a0\u00a0word\u00a0\u00a0\u00a0\u00a0"),
  "narrow spaces": corpusLike("1\u202f000\u2009\u2009km "),
  "a header in C": corpusLike(
    "#define GL_TEXTURE_BIT_EXT 0x8F3A\nextern void (*pfn)(const unsigned char *__restrict__ p);\n",
  ),
  Devanagari: corpusLike("क्षेत्रीय विद्यार्थियों ने प्रयोगशाला में उपकरणों का परीक्षण किया। "),
};

function corpusLike(text: string): string {
  return text.repeat(60);
}

describe("the estimate against the exact count", () => {
  it.each(Object.entries(unusual))("of %s is not under by more than 2 % either", (_, text) => {
    expect(estimate(text)).toBeGreaterThanOrEqual(exact(text) * 0.98);
  });

  it.each(Object.entries(kinds))("of %s is not under by more than 2 % nor over by more than 25 %", (_, text) => {
    expect(text.length).toBeGreaterThanOrEqual(2_000);
    const ratio = estimate(text) / exact(text);
    expect(ratio).toBeGreaterThanOrEqual(0.98);
    expect(ratio).toBeLessThanOrEqual(1.25);
  });

  it.each(corpus.tiny)("of the short text %j is not under by more than one token", (text) => {
    expect(estimate(text)).toBeGreaterThanOrEqual(exact(text) - 1);
  });

  it.each([
    ["spaces", " "],
    ["line breaks", "\n"],
    ["dashes", "-"],
    ["a letter", "a"],
    ["a digit", "7"],
    ["a laugh", "haha"],
    ["an emoji", "😀"],
    ["a box character", "─"],
    ["a Windows line break", "\r\n"],
    ["a slash on a line", "/\n"],
  ])("of a long repetition of %s is not under by more than 2 %%", (_, unit) => {
    const text = unit.repeat(2_000);
    expect(estimate(text)).toBeGreaterThanOrEqual(exact(text) * 0.98);
  });
});

describe("counting tokens", () => {
  it("costs nothing for nothing", () => {
    expect(estimate("")).toBe(0);
  });

  it("gives a whole number of one or more for any text, twice the same", () => {
    checkProperty(
      fc.property(anyText, (text) => {
        const count = estimate(text);
        expect(Number.isInteger(count)).toBe(true);
        expect(count).toBeGreaterThanOrEqual(text === "" ? 0 : 1);
        expect(estimate(text)).toBe(count);
      }),
      { runs: 100 },
    );
  });

  it("never counts more than two tokens for each byte", () => {
    checkProperty(
      fc.property(anyText, (text) => {
        expect(estimate(text)).toBeLessThanOrEqual(2 * Buffer.byteLength(text) + 1);
      }),
      { runs: 100 },
    );
  });

  it("counts two texts joined about as it counts them apart", () => {
    checkProperty(
      fc.property(anyText, anyText, (first, second) => {
        const apart = estimate(first) + estimate(second);
        expect(estimate(first + second)).toBeLessThanOrEqual(apart + 16);
      }),
      { runs: 100 },
    );
  });

  it.each([
    ["half of a surrogate pair", "\ud83d"],
    ["halves in the wrong order", "\ude00\ud83d"],
    ["a NUL", "\0"],
    ["a special token", "<|endoftext|><|im_start|>"],
    ["stacked marks", `Z${"\u0301".repeat(500)}`],
    ["text that turns direction", "\u202eabc\u202c"],
  ])("takes %s as text", (_, text) => {
    expect(estimate(text)).toBeGreaterThanOrEqual(1);
    expect(exact(text)).toBeGreaterThanOrEqual(1);
  });

  it("gets through ten megabytes of prose, of one letter, of line breaks and of emoji", () => {
    const size = 10_000_000;
    for (const unit of [corpus.prose.English ?? "", "x", "\n", "😀", " \n", "/\n"])
      expect(estimate(unit.repeat(Math.ceil(size / unit.length)))).toBeGreaterThan(100_000);
  });

  it("multiplies the estimate by the factor of the calibration and rounds up", () => {
    const text = corpus.prose.English ?? "";
    const doubled = countTokens(text, { version: "test/2", factor: 2 });
    expect(Math.abs(doubled - 2 * estimate(text))).toBeLessThanOrEqual(2);
    expect(countTokens("a", { version: "test/1.1", factor: 1.1 })).toBe(2);
  });

  it("asks the counter of the calibration where there is one", () => {
    const calibration = { version: "o200k", factor: 3, counter: exact };
    expect(countTokens("hello world", calibration)).toBe(2);
  });
});

describe("the exact counter", () => {
  it("counts slices without losing a character between them", () => {
    const text = "one two three ".repeat(1_000);
    expect(exact(text)).toBe(3_001);
  });

  it("does not cut an emoji in half at the end of a slice", () => {
    const text = `x${"😀".repeat(600)}`;
    expect(exact(text)).toBe(601);
  });

  it("gets through a megabyte without spaces", () => {
    expect(exact("x".repeat(1_000_000))).toBeGreaterThan(100_000);
  });
});
