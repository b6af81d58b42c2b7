import assert from "node:assert/strict";
import type { Hash } from "@clewline/core/log/pointer.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { closingCases } from "./store-contract/closing.js";
import { type Connections, concurrencyCases } from "./store-contract/concurrency.js";
import { contentCases } from "./store-contract/contents.js";
import { entryCases } from "./store-contract/entries.js";
import { epochCases } from "./store-contract/epochs.js";
import { erasureCases } from "./store-contract/erase/erasure.js";
import { hostileCases } from "./store-contract/hostile.js";
import { leaseChangeCases } from "./store-contract/lease-changes.js";
import { leaseCases } from "./store-contract/leases.js";
import { listCases } from "./store-contract/lists.js";
import { locatingCases } from "./store-contract/locating.js";
import { lookupCases } from "./store-contract/lookups.js";
import { placeCases } from "./store-contract/places.js";
import { readCases } from "./store-contract/reads.js";
import { receiptCases } from "./store-contract/receipts.js";
import { recordCases } from "./store-contract/records.js";
import { repeatCases } from "./store-contract/repeats.js";
import { requestCases } from "./store-contract/requests.js";
import { append, listTexts, makeLane, makeMessage, nth, type StoreCase, sampleHash } from "./store-contract/sample.js";
import { searchCases } from "./store-contract/search/hits.js";
import { findTexts, here } from "./store-contract/search/sample.js";
import { vectorCases } from "./store-contract/search/vectors.js";
import { searchVersionCases } from "./store-contract/search/versions.js";
import { searchWallCases } from "./store-contract/search/walls.js";
import { sessionsApartCases } from "./store-contract/sessions-apart.js";
import { settingCases } from "./store-contract/settings.js";
import { tokenCases } from "./store-contract/tokens.js";
import { unsentCases } from "./store-contract/unsent.js";

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

const searchHostileCases: readonly StoreCase[] = words.map(([name, word]) => [
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

/**
 * The cases that every log store must pass, one sentence per case, for any test runner. `open` returns a new and empty
 * store each time; each case opens one and closes it.
 */
export function storeContract(
  open: (hash: Hash) => Promise<LogStore>,
): readonly { readonly name: string; run(): Promise<void> }[] {
  return cases.map(([name, check]) => ({
    name,
    run: async () => {
      const store = await open(sampleHash);
      try {
        await check(store);
      } finally {
        await store.close();
      }
    },
  }));
}

/**
 * The cases for a store that two processes may open at once. `open` returns connections to a new and empty log each
 * time; each case closes or kills the connections that it makes.
 */
export function storeConcurrencyContract(
  open: (hash: Hash) => Promise<Connections>,
): readonly { readonly name: string; run(): Promise<void> }[] {
  return concurrencyCases.map(([name, check]) => ({ name, run: async () => check(await open(sampleHash)) }));
}

const cases: readonly StoreCase[] = [
  ...entryCases,
  ...repeatCases,
  ...placeCases,
  ...readCases,
  ...requestCases,
  ...epochCases,
  ...recordCases,
  ...settingCases,
  ...lookupCases,
  ...locatingCases,
  ...contentCases,
  ...sessionsApartCases,
  ...leaseCases,
  ...leaseChangeCases,
  ...tokenCases,
  ...unsentCases,
  ...receiptCases,
  ...searchCases,
  ...searchVersionCases,
  ...searchWallCases,
  ...searchHostileCases,
  ...vectorCases,
  ...erasureCases,
  ...listCases,
  ...hostileCases,
  ...closingCases,
];
