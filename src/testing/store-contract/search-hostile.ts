import assert from "node:assert/strict";
import type { LogStore } from "../../core/ports/index.js";
import { append, lane, nth, type StoreCase, said, texts } from "./sample.js";
import { found, here } from "./search-sample.js";

/** Words that mean something to a query language, or nothing to anybody. */
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
  (store) => strangeWord(store, word),
]);

async function strangeWord(store: LogStore, word: string): Promise<void> {
  await append(store, lane(), said("a lake"), said("a river"), said("riverside"));
  const hits = await store.search(here, ["river", word], 10);
  assert.deepEqual(texts([nth(hits, 0).entry]), ["a river"]);
  assert.ok(hits.every(({ entry }) => entry.seq !== 3));
  await store.search(here, [word], 10);
  assert.equal((await found(store, `river ${word} of`))[0], "a river");
}
