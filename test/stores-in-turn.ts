/** On which store a check of many presets runs: the first preset on both, each other one on one of them, every day on the other. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { presets } from "@clewline/core/policy/presets/presets.js";
import type { LogStore } from "@clewline/core/ports/index.js";
import { openSqliteStore } from "@clewline/sqlite/sqlite-store.js";
import { makeMemoryStore } from "@clewline/store-kit/memory/memory-store.js";
import { isLongerCheck } from "./properties.js";
import { seed } from "./seed.js";

const memory = "memory";
const sqlite = "sqlite";
export type StoreKind = typeof memory | typeof sqlite;
export const storeKinds: readonly StoreKind[] = [memory, sqlite];

export interface StoreAndPreset {
  readonly kind: StoreKind;
  /** The preset's name. */
  readonly policy: string;
}

/** All pairs in the longer check. */
export const storesAndPresets: readonly StoreAndPreset[] = pairsOf(Object.keys(presets), isLongerCheck ? null : seed);

/** Without a day all of them. */
export function pairsOf(policies: readonly string[], day: number | null): readonly StoreAndPreset[] {
  return policies.flatMap((policy, index) => {
    const kinds: readonly StoreKind[] =
      day === null || index === 0 ? storeKinds : [(index + day) % 2 === 0 ? memory : sqlite];
    return kinds.map((kind) => ({ kind, policy }));
  });
}

/** A store that is there while the work goes on. */
export async function withStore<Result>(
  kind: StoreKind,
  hash: (text: string) => string,
  work: (store: LogStore) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "clew-store-"));
  const store = kind === memory ? makeMemoryStore({ hash }) : openSqliteStore({ path: join(folder, "clew.db"), hash });
  try {
    return await work(store);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
}
