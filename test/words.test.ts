import type { Draft } from "@clewline/core/log/entry.js";
import type { EntryId } from "@clewline/core/log/keys.js";
import { listIndexedWords, makeSearchableText, makeWordQuery } from "@clewline/core/log/search-words.js";
import { redactSecrets } from "@clewline/redact/redact-secrets.js";
import { stripAccents } from "@clewline/text/letters.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

const unspacedLetter =
  "(?=[\\p{L}\\p{M}\\p{N}])[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmr}\\p{scx=Mymr}]";
const unspacedRuns = new RegExp(`(?:${unspacedLetter})+`, "gu");
const words = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;

/** What the classes of Unicode say, by regular expressions. */
function plainly(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

function wordsPlainly(text: string): readonly string[] {
  const small = plainly(redactSecrets(text)).toLowerCase();
  const paired = small.replace(unspacedRuns, (run) => {
    const letters = [...run];
    const pairs = letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
    return ` ${[...pairs, letters.at(-1)].join(" ")} `;
  });
  return paired.match(words) ?? [];
}

function said(text: string): Draft {
  const base = { id: "1" as EntryId, turn: null, step: null, at: 1, arrived: 1 };
  return { ...base, kind: "said", by: { role: "user" }, parts: [{ kind: "text", text }], source: null, replyTo: null };
}

const scripts = [
  "The quick brown fox, 3.5 km; it's snake_case and e-mail@example.org",
  "проверь пожалуйста ёлку и йод",
  "请检查明天的任务列表，然后告诉我 ABC公司 的事",
  "παρακαλώ έλεγξε τη λίστα",
  "من فضلك راجع القائمة",
  "कृपया कल की सूची देखें",
  "ตรวจสอบรายการพรุ่งนี้",
  "내일 할 일 목록을 확인해",
  "がぎぐげご ｶﾞｷﾞ ヴ",
  "ﬁn ½ ² Ⅷ ℡ ſtraße İstanbul ǅ",
  "😀👩‍👩‍👧 𝐀𝐁 𝒳 🇩🇪",
  "\u1112\u1161\u11ab a\u0301\u0323 \u0e33",
];
const characters = scripts.flatMap((text) => [...text]);
const text = fc
  .array(fc.oneof(fc.constantFrom(...characters), fc.constantFrom(...scripts), fc.string({ unit: "binary" })), {
    maxLength: 30,
  })
  .map((parts) => parts.join(""));

describe("Words of the search", () => {
  test("are those that the classes of Unicode tell, for any text", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(listIndexedWords(makeSearchableText(said(given), new Map()))).toEqual(wordsPlainly(given));
      }),
      { numRuns: 2_000 },
    );
  });

  test("are written without accents as Unicode decomposes and composes them", () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(stripAccents(given)).toBe(plainly(given));
      }),
      { numRuns: 2_000 },
    );
  });

  test("hold nothing but letters, marks and numbers, whatever is asked", () => {
    fc.assert(
      fc.property(text, (given) => {
        for (const word of makeWordQuery(given).run) expect(word).toMatch(/^[\p{L}\p{N}\p{M}\p{Co}]+$/u);
      }),
      { numRuns: 500 },
    );
  });
});
