import { first } from "./0001-first.js";
import { leasesAndSearch } from "./0002-leases-and-search.js";
import { records } from "./0003-records.js";
import { tokens } from "./0004-tokens.js";
import type { Migration } from "./migration.js";

/** Append-only: a file's `user_version` counts how many of these it has been through. */
export const migrations: readonly Migration[] = [{ sql: first }, leasesAndSearch, records, tokens];
