import type { Database } from "better-sqlite3";

/** One step from a schema to the next. Once released it never changes. */
export interface Migration {
  readonly sql: string;
  /** What SQL cannot work out from the rows; runs after it, in the same transaction. */
  readonly fill?: (database: Database) => void;
}
