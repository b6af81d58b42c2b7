import type { Clew } from "../compose/clew.js";
import { clewOn } from "../compose/open.js";
import { sha256 } from "../compose/options.js";
import { sqliteStore } from "../stores/sqlite/sqlite-store.js";

/** What the store was asked for. */
export interface Counters {
  readonly statements: number;
  /** Given back or changed. */
  readonly rows: number;
}

export interface CountedLog {
  readonly clew: Clew;
  /** What has been counted since the last time that this was called. */
  take(): Counters;
}

/** A log with an 8k window whose statements are counted. */
export async function openCounted(path: string, window = 8_192): Promise<CountedLog> {
  let [statements, rows] = [0, 0];
  const watch = (_sql: string, count: number) => {
    statements += 1;
    rows += count;
  };
  const clew = await clewOn(sqliteStore({ path, hash: sha256, watch }), { window, timeZone: "UTC" });
  return {
    clew,
    take() {
      const counted = { statements, rows };
      [statements, rows] = [0, 0];
      return counted;
    },
  };
}
