/**
 * Copies the readable rows of a damaged file to a new one, with the same numbers, and lists those that are lost.
 *
 * 1. The damaged file is only read. The new one gets its name once it is complete.
 * 2. No index and no join is used: each table is read by row numbers, around the pages that SQLite refuses.
 * 3. A note replaces each lost entry and says that it is lost, so that every other entry keeps its place.
 * 4. The new file passes the check that every log has to pass, except for lost contents.
 * 5. A receipt is kept if everything for its replay is there. Leases are dropped, since their processes are gone.
 *    Vectors are dropped too, and computed again.
 */
import { existsSync, renameSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { ClewError } from "@clewline/core/errors.js";
import type { Hash } from "@clewline/core/log/pointer.js";
import { findFaults } from "../check/check.js";
import { convertStoreError } from "../check/faults.js";
import { nameLanes } from "../damage/lane-names.js";
import { chooseDriver } from "../drivers/choose-driver.js";
import type { SqliteDatabase, SqliteDriver } from "../drivers/driver.js";
import { createPrivate, inspectFile, openFile, openReadOnly } from "../file/open-file.js";
import { refuseOlder } from "../file/open-schema.js";
import { schema, schemaVersion } from "../schema.js";
import { prepareAll } from "../statements/prepared.js";
import { copyRegister } from "./copy-register.js";
import { copyTables } from "./copy-rows.js";
import { dropDangling, dropIncomplete, dropUnreplayable } from "./drop-dangling.js";
import { fillGaps } from "./fill-gaps.js";
import { rebuildIndexes } from "./rebuild-indexes.js";
import type { LostRow, Rescue, RescueReport } from "./rescue-report.js";

export interface RescueOptions {
  readonly path: string;
  /** The file to create. It must not exist yet. */
  readonly into: string;
  readonly hash: Hash;
  readonly driver?: SqliteDriver;
}

export async function rescueFile({ path, into, hash, driver = chooseDriver() }: RescueOptions): Promise<RescueReport> {
  const [source, target] = [resolve(path), resolve(into)];
  if (existsSync(target)) {
    throw new ClewError("store/unavailable", `${target} is there already, and a rescue writes over nothing`, {
      hint: "Name a file that is not there yet",
    });
  }
  const partial = `${target}.partial`;
  const removeRest = () => {
    for (const name of listFiles(partial)) rmSync(name, { force: true });
  };
  removeRest();
  try {
    const { saved, lost } = await copyLog(driver, { source, partial, hash });
    renameSync(partial, target);
    openFile(driver, target).database.close();
    const faults = await inspectFile(driver, target, { isReadonly: true }, (database) =>
      findFaults({ database, statements: prepareAll(database) }, target, hash, true),
    );
    return { path: target, saved, lost, faults };
  } catch (error) {
    throw convertStoreError(error, source);
  } finally {
    removeRest();
  }
}

function listFiles(path: string): readonly string[] {
  return ["", "-journal", "-wal", "-shm"].map((end) => path + end);
}

interface Paths {
  readonly source: string;
  readonly partial: string;
  readonly hash: Hash;
}

async function copyLog(
  driver: SqliteDriver,
  { source, partial, hash }: Paths,
): Promise<Pick<RescueReport, "saved" | "lost">> {
  const from = openReadOnly(driver, source);
  const lost: LostRow[] = [];
  try {
    refuseOlder(Number(from.pragma("user_version")), source);
    createPrivate(partial);
    const to = driver.open(partial, { timeoutMs: 0 });
    try {
      // No other process has the file, and an incomplete one is deleted.
      for (const setting of ["journal_mode = OFF", "synchronous = OFF", "foreign_keys = OFF"]) to.pragma(setting);
      to.exec(schema);
      const rescue: Rescue = { from, to, hash, lose: (row) => lost.push(row) };
      const lanes = nameLanes(from);
      await copyTables(rescue, lanes);
      dropIncomplete(rescue, lanes);
      dropUnreplayable(rescue, lanes);
      copyRegister(rescue);
      fillGaps(rescue, lanes);
      dropDangling(rescue);
      settleCounters(rescue);
      await rebuildIndexes(rescue, prepareAll(to));
      to.pragma(`user_version = ${schemaVersion}`);
      return { saved: countRows(to), lost };
    } finally {
      to.close();
    }
  } finally {
    from.close();
  }
}

const counted = ["sessions", "lanes", "turns", "entries", "receipts", "records", "epochs", "blobs", "chunks"] as const;

function countRows(database: SqliteDatabase): Readonly<Record<string, number>> {
  return Object.fromEntries(
    counted.map((table) => [table, Number(database.prepareValue(`SELECT count(*) FROM ${table}`).get())]),
  );
}

/** Computes the counters of lanes and sessions, and their last receipts, from the rows that are there now. */
function settleCounters({ to }: Rescue): void {
  to.exec(`
    UPDATE lanes SET next_seq = 1 + coalesce((SELECT max(seq) FROM entries WHERE lane_id = lanes.id), 0);
    UPDATE lanes SET cleared = min(cleared, next_seq - 1);
    UPDATE lanes SET last_receipt = (SELECT max(number) FROM receipts WHERE lane_id = lanes.id)
    WHERE last_receipt IS NULL OR last_receipt NOT IN (SELECT number FROM receipts);
    UPDATE epochs SET last_receipt = NULL WHERE last_receipt NOT IN (SELECT number FROM receipts);
    UPDATE sessions SET
      lanes = (SELECT count(*) FROM lanes WHERE session_id = sessions.id AND next_seq > 1),
      entries = (SELECT coalesce(sum(next_seq - 1), 0) FROM lanes WHERE session_id = sessions.id)`);
}
