import type { Hash } from "@clewline/core/log/pointer.js";
import type { FaultyRow, StoreFault } from "@clewline/core/ports/index.js";
import type { SqliteDatabase } from "../drivers/driver.js";

/** A row that could not be saved. */
export interface LostRow extends FaultyRow {
  /** The last number of a run of rows that are lost together. */
  readonly to?: number;
  /** Why, as a clause without its full stop. */
  readonly reason: string;
}

export interface RescueReport {
  /** The new file. */
  readonly path: string;
  /** How many rows of each table it has. */
  readonly saved: Readonly<Record<string, number>>;
  readonly lost: readonly LostRow[];
  /** The faults that the check finds in the new file, such as an entry whose contents are lost. */
  readonly faults: readonly StoreFault[];
}

/** Both files of a rescue. */
export interface Rescue {
  readonly from: SqliteDatabase;
  readonly to: SqliteDatabase;
  readonly hash: Hash;
  lose(row: LostRow): void;
}
