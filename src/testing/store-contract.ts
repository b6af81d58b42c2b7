import type { Hash } from "../core/log/pointer.js";
import type { LogStore } from "../core/ports/index.js";
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
import { type StoreCase, sampleHash } from "./store-contract/sample.js";
import { searchCases } from "./store-contract/search/hits.js";
import { searchHostileCases } from "./store-contract/search/hostile.js";
import { vectorCases } from "./store-contract/search/vectors.js";
import { searchVersionCases } from "./store-contract/search/versions.js";
import { searchWallCases } from "./store-contract/search/walls.js";
import { sessionsApartCases } from "./store-contract/sessions-apart.js";
import { settingCases } from "./store-contract/settings.js";
import { tokenCases } from "./store-contract/tokens.js";
import { unsentCases } from "./store-contract/unsent.js";

/**
 * What every log store must do, one sentence per case, for any test runner. `open` returns a new and empty store each
 * time; each case opens one and closes it.
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
 * What every store must do that two processes may open at once. `open` returns connections to a new and empty log each
 * time; each case closes or kills those that it makes.
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
