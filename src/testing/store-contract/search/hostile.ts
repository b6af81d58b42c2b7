import assert from "node:assert/strict";
import type { LogStore } from "../../../core/ports/index.js";
import { append, listTexts, makeLane, makeMessage, nth, type StoreCase } from "../sample.js";
import { findTexts, here } from "./sample.js";

/** Words that mean something to a query language, or nothing at all. */
const words: readonly (readonly [name: string, word: string])[] = [
  ["quotes", `"`],
  ["quotes around an operator", `x" OR "lake`],
  ["single quotes", `'; DROP TABLE entries; --`],
  ["parentheses", "(river"],
  ["NEAR", "NEAR(river lake)"],
  ["a star", "riv*"],
  ["a caret and a column", "^text:lake"],
  ["an operator", "AND"],
  ["NUL", "la\0ke"],
  ["emoji", "😀"],
  ["half surrogates", "\ud83d"],
  ["nothing", ""],
  ["a very long word", "x".repeat(5_000)],
];

export const searchHostileCases: readonly StoreCase[] = words.map(([name, word]) => [
  `A search for strange words finds what the others find: ${name}`,
  (store) => checkStrangeWord(store, word),
]);

async function checkStrangeWord(store: LogStore, word: string): Promise<void> {
  await append(store, makeLane(), makeMessage("a lake"), makeMessage("a river"), makeMessage("riverside"));
  const hits = (await store.search(here, ["river", word], 10)).found;
  assert.deepEqual(listTexts([nth(hits, 0).entry]), ["a river"]);
  assert.ok(hits.every(({ entry }) => entry.seq !== 3));
  await store.search(here, [word], 10);
  assert.equal((await findTexts(store, `river ${word} of`))[0], "a river");
}
